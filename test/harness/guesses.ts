// Waits after wrong passwords, as firmware/core/accounts/throttle.h has them.

import type { Bench } from './bench.ts';

/**
 * Behind the free tries the first wait is a second, which a busy machine lets pass before the next try. Each wrong try doubles it:
 * goes on trying until the wait is `toMs`, longer than what follows takes anywhere.
 */
export async function lengthenWait(bench: Bench, tryWrong: () => Promise<unknown>, toMs = 128_000): Promise<void> {
  for (let waitMs = 1_000; waitMs < toMs; waitMs *= 2) {
    await bench.advance(waitMs);
    await tryWrong();
  }
}
