// Waits after wrong passwords, as firmware/core/accounts/throttle.h has them.

import type { Bench } from './bench.ts';

/**
 * After the free attempts the first wait is a second, which may pass on a busy machine before the next attempt. Each wrong attempt
 * doubles it: continues until the wait is `toMs`, longer than the following steps take on any machine.
 */
export async function lengthenWait(bench: Bench, tryWrong: () => Promise<unknown>, toMs = 128_000): Promise<void> {
  for (let waitMs = 1_000; waitMs < toMs; waitMs *= 2) {
    await bench.advance(waitMs);
    await tryWrong();
  }
}
