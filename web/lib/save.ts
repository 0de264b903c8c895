/** Files that come to the browser and go where its user wants them. */
import type { FileReply } from '@gen/runtime.ts';

/** Time for the browser to take the file before its address ends. */
const TAKEN_MS = 60_000;

/** Hands a file that came to the browser, which saves it. */
export function saveFile({ name, content }: FileReply): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN_MS);
}

/** A file on the disk that is written while it comes. */
export interface Target {
  /** What the file is called there. */
  readonly name: string;
  readonly stream: WritableStream<Uint8Array<ArrayBuffer>>;
  /** Removes what was begun. */
  readonly discard: () => Promise<void>;
}

interface FileHandle {
  readonly name: string;
  readonly createWritable: () => Promise<WritableStream<Uint8Array<ArrayBuffer>>>;
  readonly remove?: () => Promise<void>;
}

interface Picking {
  showSaveFilePicker?: (options: { suggestedName: string }) => Promise<FileHandle>;
}

/**
 * Asks where a large file goes, so that it is never in memory as a whole; to be called while a press is handled.
 * undefined where the browser cannot: it then saves by itself. Some can, over TLS only. null: the person would rather not.
 */
export async function askForTarget(suggestedName: string): Promise<Target | undefined | null> {
  const { showSaveFilePicker } = window as Picking;
  if (showSaveFilePicker === undefined) return undefined;
  try {
    const handle = await showSaveFilePicker.call(window, { suggestedName });
    const stream = await handle.createWritable();
    return { name: handle.name, stream, discard: async () => handle.remove?.().catch(() => undefined) };
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? null : undefined;
  }
}
