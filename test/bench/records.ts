// Searching a full log by time and user, page by page. What is timed is the whole round trip, which is more than what the
// daemon takes; beside it one that finds nothing, in the same round.

import { seedRecords, writeRecords } from '../../tools/seed/records.ts';
import type { CallRequest } from '../harness/contract.ts';
import { Terminal } from '../harness/terminal.ts';
import { drop } from './drop.ts';
import { contents, type Scale } from './scale.ts';
import { percentile } from './stats.ts';
import type { Row } from './table.ts';

/** `before`: until caches are warm. */
const sizes = { full: { rounds: 2_000, before: 100 }, short: { rounds: 20, before: 2 } } as const;
const msMost = 2;
const every = 20_000;
const start = Date.UTC(2026, 0, 1);

/** The same question in every run: days of some month, of somebody; each time the page behind the first is asked for, too, if there is one. */
function question(round: number, scale: Scale): CallRequest<'searchrecord'> {
  const { records, people } = contents[scale];
  const mixed = (round * 2_654_435_761) % 4_294_967_296;
  const from = Math.floor((start + (mixed % records) * every) / 1000);
  return { from, to: from + 30 * 86_400, userid: 1 + (mixed % people) };
}

const nothing: CallRequest<'searchrecord'> = { from: 1, to: 2, userid: 1 };

export async function benchRecords(scale: Scale): Promise<Row[]> {
  const { rounds, before } = sizes[scale];
  const { records, people } = contents[scale];
  const terminal = await Terminal.start();
  try {
    await terminal.daemon.stop();
    writeRecords(terminal.daemon.state, seedRecords({ count: records, users: people, from: start, every }));
    await terminal.daemon.begin();
    await terminal.resume();
    const times: number[] = [];
    const empty: number[] = [];
    let found = 0;
    const ask = async (into: number[], request: CallRequest<'searchrecord'>) => {
      const at = performance.now();
      const page = await terminal.admin.call('searchrecord', request);
      into.push(performance.now() - at);
      return page;
    };
    for (let round = 0; round < before + rounds; round++) {
      if (round === before) times.length = empty.length = found = 0;
      const page = await ask(times, question(round, scale));
      found += page.records.length;
      if (page.next !== '') await ask(times, { ...question(round, scale), after: page.next });
      await ask(empty, nothing);
    }
    if (found < rounds) throw new Error(`only ${found} lines found`);
    const ms = percentile(times, 0.99);
    const nothingMs = percentile(empty, 0.99);
    return [
      {
        key: 'records/search',
        what: `record search by time and user in ${records}`,
        ours: `p99 ${ms.toFixed(2)} ms, median ${percentile(times, 0.5).toFixed(2)} ms`,
        reference: `finds nothing: p99 ${nothingMs.toFixed(2)} ms`,
        ratio: ms / nothingMs,
        budget: `<= ${msMost} ms`,
        value: ms,
        limit: msMost,
      },
    ];
  } finally {
    await drop(terminal);
  }
}
