/** Files that the browser downloads and saves where the user wants. */
import type { FileReply } from '@gen/runtime.ts';

/** Time for the browser to read the file before its URL is revoked. */
const TAKEN_MS = 60_000;

/** Passes a downloaded file to the browser, which saves it. */
export function saveFile({ name, content }: FileReply): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN_MS);
}

/** A file on the disk that is written during the download. */
export interface Target {
  /** Name of the file on the disk. */
  readonly name: string;
  readonly stream: WritableStream<Uint8Array<ArrayBuffer>>;
  /** Removes the incomplete file. */
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
 * Asks where to save a large file, so that it is never in memory as a whole; must be called while a press is handled.
 * undefined if the browser cannot: it then saves by itself. Some can, over TLS only. null: the user cancelled.
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
