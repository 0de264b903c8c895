/** The file goes to the terminal in pieces; one without an answer is tried again after a pause. */
import * as codes from '@gen/upTexts.ts';
import { isOf, Refused, sendPiece, upgradeState } from './calls.ts';

/** Pauses before the next try, in milliseconds. */
const RETRY_MS = [500, 1000, 2000, 4000, 8000, 15_000, 30_000];

export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** Nobody knows whether a piece arrived, or the terminal is busy: the same may go well later. */
const mayGoWell = ({ code }: Refused): boolean => code === 0 || code === codes.busy || code === codes.uploadGap;

/** Where the file is to be gone on with; its size: all is there. */
async function placeOf(file: File, signal: AbortSignal): Promise<number> {
  const state = await upgradeState(signal);
  if (!isOf(state, file) || state.step === 'failed') throw new Refused(state.code || codes.upgradeNotReady);
  return state.step === 'receiving' ? state.received : file.size;
}

/** Sends what is not there yet, and tells after each piece how much is. */
export async function sendAll(file: File, signal: AbortSignal, tell: (octets: number) => void): Promise<void> {
  let at: number | undefined;
  let tries = 0;
  while (at === undefined || at < file.size) {
    try {
      at = at === undefined ? await placeOf(file, signal) : (await sendPiece(file, at, signal)).received;
      tell(at);
      tries = 0;
    } catch (error) {
      const ms = RETRY_MS[tries++];
      if (!(error instanceof Refused) || !mayGoWell(error) || ms === undefined) throw error;
      at = undefined;
      await pause(ms, signal);
    }
  }
}
