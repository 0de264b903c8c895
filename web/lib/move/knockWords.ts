/** The file that a terminal returns to any origin, and its content: only that a terminal is there. */
export const KNOCK_PATH = '/reach.txt';
export const KNOCK_TEXT = 'terminal\n';

/** The request to the worker. */
export interface Knock {
  readonly origin: string;
}
