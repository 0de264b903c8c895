/**
 * Checks whether the terminal responds at another address. The console's own page may only connect to its own
 * origin (its content security policy). This worker is a separate file without that policy; it requests one file
 * without any information, and answers yes or no.
 */
import { KNOCK_PATH, KNOCK_TEXT, type Knock } from './knockWords.ts';

const TIMEOUT_MS = 3000;

async function answers(origin: string): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const response = await fetch(origin + KNOCK_PATH, { cache: 'no-store', credentials: 'omit', signal });
    return response.ok && (await response.text()) === KNOCK_TEXT;
  } catch {
    return false;
  }
}

addEventListener('message', ({ data }: MessageEvent<Knock>) => {
  void answers(data.origin).then((yes) => postMessage(yes));
});
