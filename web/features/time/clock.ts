/** Setting the terminal's clock. */
import { getDateTimeParam } from '@gen/time.ts';
import { isRefusal } from '../../lib/refusal.ts';

/** Sets the clock to a moment, in seconds since 1970 UTC. Rejects with the refusal, which is the caller's to tell. */
export async function setClock(time: number): Promise<void> {
  await getDateTimeParam({ time }, { handles: isRefusal });
}

/** Sets it to this browser's time: at the beginning of a second, because it is set in whole ones. */
export async function setClockFromBrowser(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 1000 - (Date.now() % 1000)));
  await setClock(Math.round(Date.now() / 1000));
}
