/** Hands a file that came to the browser, which saves it where its user wants files. */
import type { FileReply } from '@gen/runtime.ts';

/** Time for the browser to take the file before its address ends. */
const TAKEN_MS = 60_000;

export function saveFile({ name, content }: FileReply): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), TAKEN_MS);
}
