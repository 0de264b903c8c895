import type { Knock } from './knockWords.ts';

/** Address of the worker, put in by the build. */
declare const KNOCK_WORKER: string;

/** Tries an address now and then. */
export interface Knocker {
  /** Whether a terminal answers there. One question at a time. */
  readonly knock: (origin: string) => Promise<boolean>;
}

let worker: Worker | null = null;

/** Fetches what tries addresses. Once the terminal has moved, it could no longer be fetched: pages that may move it begin with this. */
export function prepareKnocker(): void {
  if (typeof Worker !== 'undefined') worker ??= new Worker(KNOCK_WORKER);
}

/** Where a browser lets the worker reach nothing else either, it says no, and a link is what remains. */
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
