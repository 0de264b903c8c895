// kill -9 at random moments while people come to the door: no line of the log that anybody has read is lost, and its
// numbers have no gap.
//
// ROUNDS says how many cuts (20; 300 with SOAK), SEED repeats a run.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { queryDatabase } from '../harness/database.ts';
import { Random, runSeed } from '../harness/random.ts';
import { Terminal } from '../harness/terminal.ts';

const rounds = Number(process.env['ROUNDS'] ?? (process.env['SOAK'] === undefined ? 20 : 300));

let terminal: Terminal;
beforeAll(async () => {
  terminal = await Terminal.start();
});
afterAll(() => terminal.stop());

interface Seen {
  readonly seq: number;
  readonly time: number;
  readonly reason: string;
}

/** Shows unknown cards one after the other, and never waits for one, until the terminal is gone. */
async function comeToTheDoor(random: Random, isCut: () => boolean): Promise<void> {
  const { bench } = terminal;
  try {
    for (;;) await bench.ask({ do: 'card', number: String(random.between(1, 999_999)) });
  } catch (error) {
    if (!isCut()) throw error;
  }
}

/** Reads the newest lines over and over; what it was told is acknowledged. */
async function follow(seen: Map<number, Seen>, enough: () => void, isCut: () => boolean): Promise<void> {
  try {
    for (;;) {
      const reply = await terminal.admin.attempt('searchrecord', { limit: 100, all: true });
      const { records } = reply.envelope.data as { records: readonly Seen[] };
      const before = seen.size;
      for (const { seq, time, reason } of records) seen.set(seq, { seq, time, reason });
      if (seen.size > before) enough();
    }
  } catch (error) {
    if (!isCut()) throw error;
  }
}

test(`${rounds} power cuts`, async () => {
  const random = new Random(runSeed(20261122));
  const seen = new Map<number, Seen>();
  for (let round = 0; round < rounds; round++) {
    let left = random.between(1, 12);
    let cut: Promise<void> | undefined;
    const enough = (): void => {
      if (--left > 0 || cut !== undefined) return;
      const until = performance.now() + random.unit() * 4;
      while (performance.now() < until);
      cut = terminal.daemon.kill();
    };
    const isCut = (): boolean => cut !== undefined;
    await Promise.all([comeToTheDoor(random, isCut), follow(seen, enough, isCut)]);
    await cut;
    await terminal.daemon.begin();
    await terminal.resume();
    const rows = queryDatabase(terminal.daemon, 'SELECT seq, time, reason FROM record ORDER BY seq');
    const why = `round ${round}, seed ${random.seed}`;
    expect(
      rows.map(({ seq }) => seq),
      why,
    ).toEqual(rows.map((_, index) => index + 1));
    for (const one of seen.values()) expect(rows[one.seq - 1]?.['time'], `${why}, line ${one.seq}`).toBe(one.time);
    expect((await terminal.admin.call('SetInfoParam', {})).records, why).toBe(rows.length);
  }
  expect(seen.size).toBeGreaterThan(rounds);
  console.log(`${rounds} cuts, ${seen.size} lines that were read, none lost, no gap`);
});
