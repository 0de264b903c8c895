// What ten thousand saves of settings leave behind in memory, and what one costs.

import type { CallName } from '../harness/contract.ts';
import { Terminal } from '../harness/terminal.ts';
import { residentKilobytes } from './process.ts';
import type { Scale } from './scale.ts';
import { percentile } from './stats.ts';
import type { Row } from './table.ts';

/** `before`: until caches are as full as they get. */
const sizes = { full: { saves: 10_000, before: 1_000 }, short: { saves: 20, before: 5 } } as const;

/** Pages of every kind: effects, a secret, lists, one that is provisional but cuts nobody off. */
const requests: readonly ((n: number) => readonly [CallName, object])[] = [
  (n) => ['GetMachineParam', { deviceName: `Device ${n}`, volume: n % 6 }],
  (n) => ['GetStatusChangeInfo', { in: Array.from({ length: 7 }, (_, day) => (n + day) % 1440) }],
  (n) => ['GetTimeParam', { hour24: n % 2 === 0, interval: 10 + (n % 3000) }],
  (n) => ['GetCloudParam', { password: `secret ${n}`, code: `c${n}` }],
  (n) => ['GetInternet', { dns1: `192.0.2.${1 + (n % 250)}` }],
];

export async function benchSaves(scale: Scale): Promise<Row[]> {
  const { saves, before } = sizes[scale];
  const terminal = await Terminal.start();
  try {
    const times: number[] = [];
    const save = async (n: number): Promise<void> => {
      const [name, request] = requests[n % requests.length]?.(n) ?? ['GetMachineParam', {}];
      const start = performance.now();
      const reply = await terminal.admin.attempt(name, request);
      times.push(performance.now() - start);
      if (reply.status !== 200) throw new Error(`${name} answered ${reply.text}`);
    };
    for (let n = 0; n < before; n++) await save(n);
    const first = residentKilobytes(terminal.daemon.pid);
    times.length = 0;
    for (let n = 0; n < saves; n++) await save(before + n);
    const last = residentKilobytes(terminal.daemon.pid);
    const grown = last.all - first.all;
    return [
      {
        key: 'saves/memory',
        what: `memory after ${saves} saves of settings`,
        ours: `${grown >= 0 ? '+' : ''}${grown} kB of ${first.all} kB`,
        reference: `one save: median ${percentile(times, 0.5).toFixed(2)} ms, p99 ${percentile(times, 0.99).toFixed(2)} ms`,
        ratio: Number.NaN,
        budget: '<= 256 kB',
        value: grown,
        limit: 256,
      },
    ];
  } finally {
    await terminal.stop();
  }
}
