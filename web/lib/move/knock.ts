import type { Knock } from './knockWords.ts';

/** URL of the worker, inserted by the build. */
declare const KNOCK_WORKER: string;

/** Tries an address at intervals. */
export interface Knocker {
  /** Whether a terminal responds there. One request at a time. */
  readonly knock: (origin: string) => Promise<boolean>;
}

let worker: Worker | null = null;

/** Fetches the worker. Once the terminal has moved, it could no longer be fetched: pages that may move it call this first. */
export function prepareKnocker(): void {
  if (typeof Worker !== 'undefined') worker ??= new Worker(KNOCK_WORKER);
}

/** In a browser that does not let the worker reach other origins, it answers no, and the link remains. */
export const knocker: Knocker = {
  knock: (origin) => {
    prepareKnocker();
    const asked = worker;
    if (asked === null) return Promise.resolve(false);
    return new Promise((resolve) => {
      asked.onmessage = ({ data }: MessageEvent<boolean>) => resolve(data);
      asked.onerror = () => resolve(false);
      const question: Knock = { origin };
      asked.postMessage(question);
    });
  },
};
