// A punch that is durable, from the card to the answer at the door, beside a bare append of as many pages and fdatasync in the
// same folder.

import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { Terminal } from '../harness/terminal.ts';
import { type Scale, scaleFolder } from './scale.ts';
import { median, pairedRatio, percentile } from './stats.ts';
import type { Row } from './table.ts';

/** `before`: until the database's log has been made. */
const sizes = { full: { rounds: 300, before: 20 }, short: { rounds: 5, before: 1 } } as const;
const most = 1.3;
const bytes = 6 * 4096; // what a punch writes: a line, two indexes, number, place and its index

export async function benchPunch(scale: Scale): Promise<Row[]> {
  const { rounds, before } = sizes[scale];
  const folder = mkdtempSync(join(scaleFolder(scale), 'punch-'));
  const terminal = await Terminal.start({ state: join(folder, 'state') });
  const file = openSync(join(folder, 'raw'), 'w');
  try {
    await terminal.add({ userid: 7, username: 'Ada', cardno: '7007' });
    await terminal.admin.call('GetKaoqinParam', { duplicatePunch: 0 });
    const block = Buffer.alloc(bytes, 7);
    const punches: number[] = [];
    const raw: number[] = [];
    for (let round = 0; round < before + rounds; round++) {
      if (round === before) punches.length = raw.length = 0;
      const seen = terminal.bench.accesses.length;
      let at = performance.now();
      const acted = terminal.bench.act({ do: 'card', number: '7007' }); /* its answer is looked for in steps */
      while (terminal.bench.accesses.length === seen) await turn();
      punches.push(performance.now() - at);
      await acted;
      at = performance.now();
      writeSync(file, block);
      fdatasyncSync(file);
      raw.push(performance.now() - at);
    }
    const { last } = await terminal.admin.call('searchrecord', { limit: 1 });
    if (last < before + rounds) throw new Error(`only ${last} lines were recorded`);
    const ratio = pairedRatio(punches, raw);
    return [
      {
        key: 'punch/durable',
        what: 'durable punch beside raw fdatasync',
        ours: `${ratio.toFixed(2)} ×; median ${median(punches).toFixed(2)} ms, p99 ${percentile(punches, 0.99).toFixed(2)} ms`,
        reference: `${bytes / 1024} kB: median ${median(raw).toFixed(2)} ms, p99 ${percentile(raw, 0.99).toFixed(2)} ms`,
        ratio,
        budget: `<= ${most} ×`,
        value: ratio,
        limit: most,
      },
    ];
  } finally {
    closeSync(file);
    await terminal.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}
