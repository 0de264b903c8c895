// A person at the door of a full terminal: how long until the relay gets its command, alone and while the log is searched and
// twenty browsers listen; and what a punch costs until it is durable, beside a bare write and fdatasync. All of it is timed
// inside the daemon.

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { BenchRequest } from '../harness/bench.ts';
import { readStopwatch, type Stopwatch, type Times } from '../harness/stopwatch.ts';
import type { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { Browsers } from './browsers.ts';
import { peopleWithCards, relayHeldMs, relayMsMost, startFull } from './full.ts';
import { residentKilobytes } from './process.ts';
import { contents, type Scale } from './scale.ts';
import type { Row } from './table.ts';

/** `before`: until caches are warm. `cards` and `presses`: where among the people the runs begin. */
const sizes = {
  full: { rounds: 600, before: 30, listeners: 20, searchers: 4, cards: [0, 2000, 4000], presses: [8000, 12000] },
  short: { rounds: 5, before: 2, listeners: 2, searchers: 1, cards: [0, 10, 20], presses: [20, 30] },
} as const;
const syncMost = 1.3;
const residentMegabytesMost = 12;
const pageBytes = 4096;
const punchBytes = 6 * (pageBytes + 24); // the line, its two indexes, its number, where the person is and the index of it
const touchEvery = 100;
const everyMs = 20; // somebody comes: fifty people a second

/** Shows one thing after the other, each when the one before is done and the relay has fallen, and reads the times. A
 * finger may not be recognised: it moves no relay then. */
async function show(
  terminal: Terminal,
  shown: readonly BenchRequest[],
  before: number,
  besides: (round: number) => Promise<unknown>,
): Promise<Stopwatch> {
  const { bench } = terminal;
  for (const [round, one] of shown.entries()) {
    const next = delay(everyMs);
    if (round === before) await bench.act({ do: 'stopwatch', reset: true });
    const seen = bench.accesses.length;
    await bench.act(one);
    const access = await until('an answer at the door', () => bench.accesses[seen], { everyMs: 1 });
    if (!access.granted && one.do === 'card') throw new Error(`${JSON.stringify(one)} was not let in`);
    await bench.advance(relayHeldMs);
    await until('the relay to fall', () => bench.states.get('door')?.['relay'] === false, { everyMs: 1 });
    await besides(round);
    await next;
  }
  return readStopwatch(bench);
}

const ms = (times: Times, share: number): string => `${times.at(share).toFixed(2)} ms`;
const both = (times: Times): string => `p50 ${ms(times, 0.5)}, p99 ${ms(times, 0.99)}`;

const relayRow = (key: string, what: string, loaded: Times, quiet: Times, more: string): Row => ({
  key,
  what: `credential event to relay command, ${what}`,
  ours: `${both(loaded)}, longest ${loaded.longest.toFixed(2)} ms`,
  reference: `nobody else: ${both(quiet)}; ${more}`,
  ratio: loaded.at(0.99) / quiet.at(0.99),
  budget: `p99 <= ${relayMsMost} ms`,
  value: loaded.at(0.99),
  limit: relayMsMost,
});

/** The budget is beside a page; a write of as many bytes as a punch has is for comparison. */
const keptRow = (key: string, bytes: number, { kept, sync }: Stopwatch): Row => ({
  key,
  what: 'durable punch (line and where the person is), from the relay to the answer',
  ours: `x${(kept.at(0.5) / sync.at(0.5)).toFixed(2)}: ${both(kept)}`,
  reference: `fdatasync of ${bytes} bytes in the same process: ${both(sync)}`,
  ratio: kept.at(0.5) / sync.at(0.5),
  budget: bytes === pageBytes ? `<= ${syncMost} x` : '',
  value: kept.at(0.5) / sync.at(0.5),
  limit: bytes === pageBytes ? syncMost : Number.NaN,
});

export async function benchDoor(scale: Scale): Promise<Row[]> {
  const { terminal, folder, before: atStart, module, end } = await startFull(scale);
  const { rounds, before, listeners, searchers } = sizes[scale];
  const { users, fingers: fingersCount, records } = contents[scale];
  try {
    const { bench, admin } = terminal;
    await admin.call('GetKaoqinParam', { duplicatePunch: 0 });
    await admin.call('GetAccessControl', { delay: 1 });
    const people = [...peopleWithCards(scale)];
    const fingers = people.filter(({ userid }) => userid % 2 === 0 && userid <= 2 * fingersCount);
    /* Everybody comes once: each is inside for the first time, and nobody is in a cache. */
    const cards = (from: number): BenchRequest[] =>
      people.slice(from, from + before + rounds).map(({ cardno }) => ({ do: 'card', number: cardno }));
    const presses = (from: number): BenchRequest[] =>
      fingers
        .slice(from, from + before + rounds)
        .map(({ userid }) => ({ do: 'finger', seed: userid, quality: 95, instantly: true, lift: true }));
    const sync = (bytes: number) => () => bench.act({ do: 'stopwatch', sync: join(folder, 'raw'), octets: bytes });
    const [first, second, third] = sizes[scale].cards;
    const [alone, among] = sizes[scale].presses;
    const quiet = await show(terminal, cards(first), before, sync(pageBytes));
    const same = await show(terminal, cards(second), before, sync(punchBytes));
    const quietFinger = await show(terminal, presses(alone), before, async () => undefined);
    const browsers = await Browsers.listen(terminal, listeners);
    browsers.search(searchers, scale);
    const touch = async (round: number): Promise<void> => {
      if (round % touchEvery === 0) await browsers.touch();
    };
    const loaded = await show(terminal, cards(third), before, touch);
    const told = (before + rounds) * listeners;
    await until('all lines to be heard', () => browsers.heard >= told);
    const loadedFinger = await show(terminal, presses(among), before, touch);
    const resident = residentKilobytes(terminal.daemon.pid);
    await browsers.end();
    const own = (resident.all - module) / 1024;
    const full = `${users} users, ${fingersCount} fingers, ${records} records`;
    return [
      relayRow(
        'door/card',
        `card, ${listeners} listening, ${browsers.searches} searches`,
        loaded.relay,
        quiet.relay,
        full,
      ),
      relayRow('door/finger', 'finger, likewise, behind the match', loadedFinger.relay, quietFinger.relay, full),
      keptRow('door/kept-page', pageBytes, quiet),
      keptRow('door/kept-punch', punchBytes, same),
      {
        key: 'door/kept-busy',
        what: 'durable punch while browsers listen and search',
        ours: both(loaded.kept),
        reference: `nobody else: ${both(quiet.kept)}; card to answer ${both(loaded.told)}`,
        ratio: loaded.kept.at(0.5) / quiet.kept.at(0.5),
        budget: '',
        value: Number.NaN,
        limit: Number.NaN,
      },
      {
        key: 'door/resident',
        what: `resident memory with all of it, ${listeners} browsers listening`,
        ours: `${own.toFixed(1)} MB, and ${(module / 1024).toFixed(1)} MB of the simulated module's templates`,
        reference: `after start ${(atStart / 1024).toFixed(1)} MB; peak ${(resident.peak / 1024).toFixed(1)} MB`,
        ratio: Number.NaN,
        budget: `<= ${residentMegabytesMost} MB, hashing excluded`,
        value: own,
        limit: residentMegabytesMost,
      },
    ];
  } finally {
    await end();
  }
}
