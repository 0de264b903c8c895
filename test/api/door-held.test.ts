// Somebody else holds the store while people come to the door: neither the relay nor the next person waits for it, and the
// log has all of it afterwards, in order.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { recordKindWords } from '../../build/gen/ts/records.ts';
import { holdWrites, queryDatabase } from '../harness/database.ts';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.add({ userid: 7, username: 'Ada', cardno: '7007' });
  await terminal.add({ userid: 8, username: 'Grace', cardno: '8008' });
  await terminal.admin.call('GetAccessControl', { delay: 5, antiPassback: 'hard', sensor: 'normallyClosed' });
});
afterAll(() => terminal.stop());

/* The store is waited for five seconds where nobody waits for the answer: what comes before did not wait for it. */
const heldMs = 4500;

/** Shows a card and gives what people see, and how long that took. */
async function card(number: string) {
  const seen = terminal.bench.accesses.length;
  const begun = performance.now();
  await terminal.bench.act({ do: 'card', number });
  const event = await until('an access event', () => terminal.bench.accesses[seen]);
  return { ...event, took: performance.now() - begun };
}
const relayIs = (on: boolean) => terminal.bench.state('door', ({ relay }) => relay === on);
const leafIs = (want: string) =>
  until(`the door to be ${want}`, async () => (await terminal.admin.call('doorState', {})).leaf === want);

/** The log: kind and user of each line, oldest first. */
const lines = () =>
  queryDatabase(terminal.daemon, 'SELECT seq, kind, userid FROM record ORDER BY seq').map(
    ({ seq, kind, userid }) => `${seq} ${recordKindWords[Number(kind)]} ${userid}`,
  );

test('who comes is answered, the relay falls in time, repeats and anti-passback hold, and the log follows in order', async () => {
  const release = holdWrites(terminal.daemon);
  try {
    const first = await card('7007');
    expect(first).toMatchObject({ granted: true });
    expect(first.took).toBeLessThan(heldMs);
    await relayIs(true);
    await terminal.bench.act({ do: 'door', push: true });
    await leafIs('open');
    const fell = performance.now();
    await terminal.bench.act({ do: 'door', close: true });
    await leafIs('closed');
    await relayIs(false);
    expect(performance.now() - fell).toBeLessThan(heldMs);

    const second = await card('8008');
    expect(second).toMatchObject({ granted: true });
    expect(second.took).toBeLessThan(heldMs);
    await relayIs(true);
    await terminal.bench.advance(5000);
    await relayIs(false);

    // Where Ada is and that she punched is known though it is not on the disk yet.
    expect(await card('7007')).toMatchObject({ granted: false, user: { userid: 7 } });
    await terminal.admin.call('peopleInside', {});
    expect(lines()).toEqual([]);
  } finally {
    release();
  }
  await until('the log', () => lines().length >= 5);
  expect(lines()).toEqual(['1 access 7', '2 opened 0', '3 closed 0', '4 access 8', '5 access 7']);
  expect((await terminal.admin.call('peopleInside', {})).people).toMatchObject([{ userid: 7 }, { userid: 8 }]);
});

test('a punch that waits is known when the same person comes again', async () => {
  await terminal.bench.advance(61_000);
  await terminal.admin.call('GetAccessControl', { antiPassback: 'off' });
  const before = lines().length;
  const release = holdWrites(terminal.daemon);
  try {
    expect(await card('7007')).toMatchObject({ granted: true });
    expect(await card('7007')).toMatchObject({ granted: true });
    expect(await card('8008')).toMatchObject({ granted: true });
  } finally {
    release();
  }
  await until('the log', () => lines().length >= before + 2);
  expect(lines().slice(before)).toEqual([`${before + 1} access 7`, `${before + 2} access 8`]);
});

test('a start after an end that waited for the store has the lines', async () => {
  await terminal.bench.advance(61_000);
  const before = lines().length;
  const release = holdWrites(terminal.daemon);
  try {
    await card('7007');
    await card('8008');
  } finally {
    release();
  }
  await terminal.daemon.restart();
  expect(lines().slice(before)).toEqual([`${before + 1} access 7`, `${before + 2} access 8`]);
  await terminal.resume();
});
