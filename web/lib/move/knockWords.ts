/** The file that a terminal answers to any page, and what stands in it: that a terminal is there, and nothing else. */
export const KNOCK_PATH = '/reach.txt';
export const KNOCK_TEXT = 'terminal\n';

/** What the worker is asked. */
export interface Knock {
  readonly origin: string;
}
