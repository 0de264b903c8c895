// kill -9 at random moments while users are written in bulk: at the end each row is there once, and the counts say so.
//
// ROUNDS says how many jobs (4; 60 with SOAK), SEED repeats a run.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { checked, send, settled } from '../harness/bulk.ts';
import { auditRows, queryDatabase } from '../harness/database.ts';
import { Random, runSeed } from '../harness/random.ts';
import { Terminal } from '../harness/terminal.ts';

const rounds = Number(process.env['ROUNDS'] ?? (process.env['SOAK'] === undefined ? 4 : 60));
const rows = 2_000;

let terminal: Terminal;
beforeAll(async () => {
  terminal = await Terminal.start();
});
afterAll(() => terminal.stop());

/** Waits without sleeping, then cuts the power and starts again. */
async function cut(random: Random): Promise<void> {
  const until = performance.now() + random.unit() * 250;
  while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
  await terminal.daemon.kill();
  await terminal.daemon.begin();
  await terminal.resume();
}

test(`${rounds} jobs with power cuts`, async () => {
  const random = new Random(runSeed(20261124));
  let cuts = 0;
  for (let round = 0; round < rounds; round++) {
    const whole = round % 2 === 0;
    const from = (round + 1) * 100_000;
    const why = `round ${round}, seed ${random.seed}`;
    const lines = Array.from({ length: rows }, (_, n) => `${from + n},Person ${n} of ${round},${from + n}`);
    /* One that has come into conflict by the time it is written, where good rows alone are. */
    const conflict = from + random.between(0, rows - 1);
    await send(terminal.admin, 'users', Buffer.from(['User ID,Name,Card', ...lines].join('\n')), 'people.csv');
    await checked(terminal.admin);
    if (!whole) await terminal.add({ userid: 50_000 + round, cardno: String(conflict) });
    await terminal.admin.call('bulkStart', { whole });
    let at = 0;
    for (let step = 'writing'; step === 'writing'; cuts++) {
      await cut(random);
      const state = await terminal.admin.call('bulkState', {});
      expect(state.at, why).toBeGreaterThanOrEqual(at);
      ({ step, at } = state);
      const there = queryDatabase(
        terminal.daemon,
        `SELECT count(*) AS n FROM user WHERE userid BETWEEN ${from} AND ${from + rows}`,
      );
      expect(there[0]?.['n'], why).toBeGreaterThanOrEqual(state.added);
    }
    const end = await settled(terminal.admin);
    const added = whole ? rows : rows - 1;
    expect(end, why).toMatchObject({ step: 'done', at: rows, rows, added, changed: 0, same: 0, bad: rows - added });
    const people = queryDatabase(
      terminal.daemon,
      `SELECT userid, username, cardno FROM user WHERE userid BETWEEN ${from} AND ${from + rows} ORDER BY userid`,
    );
    expect(people, why).toEqual(
      Array.from({ length: rows }, (_, n) => ({
        userid: from + n,
        username: `Person ${n} of ${round}`,
        cardno: from + n,
      })).filter(({ userid }) => whole || userid !== conflict),
    );
    const { errors } = await terminal.admin.call('bulkErrors', {});
    expect(
      errors.map(({ userid }) => userid),
      why,
    ).toEqual(whole ? [] : [conflict]);
    expect(
      auditRows(terminal.daemon).filter(({ object }) => object === 'users'),
      why,
    ).toHaveLength(round + 1);
    await terminal.add({ userid: 60_000 + round });
  }
  console.log(`${rounds} jobs, ${cuts} cuts`);
});
