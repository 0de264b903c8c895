// Who is let in at the door, and what the log has of it: over the bench socket and the store of the running daemon.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccessEvent, BenchRequest } from '../harness/bench.ts';
import { auditRows, queryDatabase } from '../harness/database.ts';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.add({ userid: 7, username: 'Ada', cardno: '7007', password: '4711' });
  await terminal.add({ userid: 8, username: 'Grace', cardno: '8008' });
  await terminal.admin.call('GetKaoqinParam', { duplicatePunch: 0 });
});
afterAll(() => terminal.stop());

/** Presents something and gives the event it leads to. */
async function present(what: BenchRequest): Promise<AccessEvent> {
  const seen = terminal.bench.accesses.length;
  await terminal.bench.act(what);
  return until('an access event', () => terminal.bench.accesses[seen]);
}
const card = (number: string) => present({ do: 'card', number });
const type = (digits: string) => present({ do: 'pin', digits });

/** The last lines of the log, the newest last: who, kind, result and reason as numbers of the contract's words. */
const lines = (count: number) =>
  queryDatabase(
    terminal.daemon,
    'SELECT userid, kind, result, reason FROM (SELECT * FROM record ORDER BY seq DESC LIMIT ?) ORDER BY seq',
    count,
  ).map(({ userid, kind, result, reason }) => [userid, kind, result, reason].map(Number));

const access = 0;
const keypad = 15;
const granted = 1;
const refused = 2;
const reasons = { anyTime: 1, wrongCode: 9, keypadPause: 10, antiPassback: 19, secondPerson: 20, incomplete: 21 };

describe('several factors', () => {
  test('are one line when they are complete, and another when the time is over', async () => {
    await terminal.admin.call('GetIdentifyParam', {
      identifyMode: 'all',
      identifyFactors: ['card', 'password'],
      sure: true,
    });
    expect(await card('7007')).toMatchObject({ granted: false, asked: ['password'] });
    expect(await type('4711')).toMatchObject({ granted: true });
    expect(lines(1)).toEqual([[7, access, granted, reasons.anyTime]]);
    await card('7007');
    await terminal.bench.advance(10_000);
    await until('the line', () => lines(1)[0]?.[3] === reasons.incomplete || undefined);
    expect(lines(1)).toEqual([[7, access, refused, reasons.incomplete]]);
    await terminal.admin.call('GetIdentifyParam', { identifyMode: 'any' });
  });
});

describe('two persons', () => {
  test('open together', async () => {
    await terminal.admin.call('GetAccessControl', { twoPerson: true });
    expect(await card('7007')).toMatchObject({ granted: false, asked: ['person'] });
    expect(await card('8008')).toMatchObject({ granted: true, asked: [] });
    expect(lines(2)).toEqual([
      [7, access, granted, reasons.anyTime],
      [8, access, granted, reasons.anyTime],
    ]);
    await card('7007');
    await terminal.bench.advance(10_000);
    await until('the line', () => lines(1)[0]?.[3] === reasons.secondPerson || undefined);
    await terminal.admin.call('GetAccessControl', { twoPerson: false });
  });
});

describe('anti-passback', () => {
  test('lists who is inside, by ID', async () => {
    const { people, total, totalIsMore, next } = await terminal.admin.call('peopleInside', { limit: 1 });
    expect(people).toMatchObject([{ userid: 7, username: 'Ada' }]);
    expect({ total, totalIsMore, next }).toEqual({ total: 2, totalIsMore: false, next: 7 });
    const behind = await terminal.admin.call('peopleInside', { after: next });
    expect(behind.people).toMatchObject([{ userid: 8, username: 'Grace' }]);
    expect(behind.next).toBe(0);
  });

  test('refuses hard, lets in soft, and is reset for one person or all', async () => {
    await terminal.admin.call('GetAccessControl', { antiPassback: 'hard' });
    expect(await card('7007')).toMatchObject({ granted: false, user: { userid: 7 } });
    expect(lines(1)).toEqual([[7, access, refused, reasons.antiPassback]]);
    expect(await terminal.admin.call('resetPassback', { userid: 7 })).toMatchObject({ people: 1 });
    expect(auditRows(terminal.daemon).at(-1)).toMatchObject({ call: 'resetPassback', object: 'passback 7' });
    await terminal.admin.refuse('resetPassback', { userid: 7 }, 'gone');
    expect(await card('7007')).toMatchObject({ granted: true });
    expect(await card('8008')).toMatchObject({ granted: false });
    expect(await terminal.admin.call('resetPassback', {})).toMatchObject({ people: 2 });
    expect((await terminal.admin.call('peopleInside', {})).people).toEqual([]);
    expect(await card('8008')).toMatchObject({ granted: true });
    await terminal.admin.call('GetAccessControl', { antiPassback: 'soft' });
    expect(await card('8008')).toMatchObject({ granted: true });
    await terminal.admin.call('GetAccessControl', { antiPassback: 'off' });
  });
});

describe('guessing at the keypad', () => {
  test('is paused, and the third pause is an alarm; a card goes on', async () => {
    for (let tried = 0; tried < 4; tried++) expect(await type('909090')).toMatchObject({ granted: false, wait: 0 });
    expect(await type('909090')).toMatchObject({ granted: false, wait: 30 });
    expect(lines(1)).toEqual([[0, access, refused, reasons.wrongCode]]);
    expect(await type('4711')).toMatchObject({ granted: false, user: null });
    expect(lines(1)).toEqual([[0, access, refused, reasons.keypadPause]]);
    expect(await card('7007')).toMatchObject({ granted: true });
    await terminal.bench.advance(30_000);
    expect(await type('909090')).toMatchObject({ wait: 60 });
    await terminal.bench.advance(60_000);
    expect(await type('909090')).toMatchObject({ wait: 120 });
    expect(lines(2)).toEqual([
      [0, access, refused, reasons.wrongCode],
      [0, keypad, 0, 0],
    ]);
  });
});
