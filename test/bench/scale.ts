// How much is measured: all of it, or in the tests only as much as shows that each benchmark works.

import { rootPath } from '../harness/paths.ts';

export type Scale = 'full' | 'short';

/** Where states are made; those of the full scale are kept in it. */
export function scaleFolder(scale: Scale): string {
  return rootPath(scale === 'full' ? 'build/bench' : 'build/bench/short');
}

/** What the benchmarks of full and seeded terminals put in. Each of the first `people` has lines in the log. */
export const contents = {
  full: { users: 100_000, fingers: 50_000, records: 1_000_000, people: 5_000 },
  short: { users: 250, fingers: 100, records: 2_000, people: 50 },
} as const satisfies Record<Scale, object>;
