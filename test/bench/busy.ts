// Whether a call waits for password hashes: four sign-ins hash without a pause while another client reads.

import { adminPassword, goodPassword, Terminal } from '../harness/terminal.ts';
import type { Scale } from './scale.ts';
import { median, percentile } from './stats.ts';
import type { Row } from './table.ts';

const sizes = { full: { calls: 400, hashers: 4 }, short: { calls: 20, hashers: 2 } } as const;

/** Milliseconds of each of `calls` reads, one after the other. */
async function readTimes(terminal: Terminal, calls: number): Promise<number[]> {
  const times: number[] = [];
  for (let i = 0; i < calls; i++) {
    const begun = performance.now();
    await terminal.admin.call(i % 2 === 0 ? 'userlist' : 'SetInfoParam', {});
    times.push(performance.now() - begun);
  }
  return times;
}

export async function benchBusy(scale: Scale): Promise<Row[]> {
  const { calls, hashers } = sizes[scale];
  const terminal = await Terminal.start();
  try {
    for (let i = 0; i < hashers; i++) {
      await terminal.add({ userid: 100 + i, username: `Hasher ${i}`, level: 3, password: goodPassword(i) });
    }
    const quiet = await readTimes(terminal, calls);
    let stopped = false;
    let signIns = 0;
    const hash = async (index: number): Promise<void> => {
      const client = terminal.client();
      while (!stopped) {
        await client.signIn(String(100 + index), goodPassword(index));
        await client.call('logout', {});
        signIns++;
      }
    };
    const hashing = Promise.all(Array.from({ length: hashers }, (_, index) => hash(index)));
    const loaded = await readTimes(terminal, calls);
    stopped = true;
    await hashing;
    await terminal.admin.signIn('admin', adminPassword);
    const p99 = percentile(loaded, 0.99);
    return [
      {
        key: 'busy/read',
        what: `p99 of a read while ${hashers} sign-ins hash (${signIns} of them)`,
        ours: `${p99.toFixed(1)} ms, median ${median(loaded).toFixed(1)} ms`,
        reference: `nothing hashing: p99 ${percentile(quiet, 0.99).toFixed(1)} ms, median ${median(quiet).toFixed(1)} ms`,
        ratio: p99 / percentile(quiet, 0.99),
        budget: '<= 10 ms',
        value: p99,
        limit: 10,
      },
    ];
  } finally {
    await terminal.stop();
  }
}
