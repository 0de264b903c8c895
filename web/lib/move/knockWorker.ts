/**
 * Tries whether the terminal answers at another address. The console's own page may talk to where it came from and
 * nobody else (its content security policy); this worker is a file of its own without that policy, asks for one file
 * that tells nothing, and gives yes or no.
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
