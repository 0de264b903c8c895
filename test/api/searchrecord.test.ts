// Searching the log: pages by key, filters, and searches that find little.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SeedRecord, seedRecords, writeRecords } from '../../tools/seed/records.ts';
import type { CallRequest } from '../harness/contract.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';

const day = Date.UTC(2026, 5, 1);
const minute = 60_000;

/* Two lines at the same time, one that came with the clock set back, and one of each kind of filter. */
const lines: readonly SeedRecord[] = [
  { time: day, userid: 7, username: 'Ada Lovelace', status: 'in' },
  { time: day + minute, userid: 8, username: 'Zoë', status: 'out', factors: ['finger', 'password'] },
  { time: day + minute, userid: 7, username: 'Ada Lovelace', result: 'refused', reason: 'outsideHours' },
  { time: day - minute, kind: 'opened', result: 'none', reason: 'none', factors: [] },
  { time: day + 2 * minute, userid: 0, result: 'refused', reason: 'unknown' },
  { time: day + 3 * minute, userid: 9, username: '', temperature: 381 },
];

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
  writeRecords(terminal.daemon.state, lines);
  await terminal.restart();
});
afterAll(() => terminal.stop());

const find = async (request: CallRequest<'searchrecord'> = {}) =>
  (await terminal.admin.call('searchrecord', request)).records.map(({ seq }) => seq);

describe('searchrecord', () => {
  test('gives persons at the door, newest first, as they were recorded', async () => {
    const { records, ...rest } = await terminal.admin.call('searchrecord', {});
    expect(records.map(({ seq }) => seq)).toEqual([6, 5, 3, 2, 1]);
    expect(records[3]).toEqual({
      seq: 2,
      time: day + minute,
      offset: 0,
      kind: 'access',
      result: 'granted',
      reason: 'anyTime',
      userid: 8,
      username: 'Zoë',
      factors: ['finger', 'password'],
      status: 'out',
      duress: false,
      door: 1,
      temperature: 0,
      photo: false,
      detail: '',
    });
    expect(rest).toEqual({
      next: '',
      previous: '',
      partial: false,
      former: [6, 3, 2, 1], // nobody has these IDs
      last: 6,
      clockErrors: [],
      today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
  });

  test('is filtered by each of its filters', async () => {
    expect(await find({ all: true })).toEqual([6, 5, 3, 2, 1, 4]);
    expect(await find({ kind: 'opened' })).toEqual([4]);
    expect(await find({ userid: 7 })).toEqual([3, 1]);
    expect(await find({ userid: 0 })).toEqual([5]);
    expect(await find({ name: 'LOVE' })).toEqual([3, 1]);
    expect(await find({ name: 'zoe' })).toEqual([2]);
    expect(await find({ status: 'out' })).toEqual([2]);
    expect(await find({ factor: 'finger' })).toEqual([2]);
    expect(await find({ result: 'refused' })).toEqual([5, 3]);
    expect(await find({ reason: 'outsideHours' })).toEqual([3]);
    expect(await find({ userid: 7, result: 'granted' })).toEqual([1]);
    expect(await find({ userid: 10 })).toEqual([]);
  });

  test('is limited by time, both ends included', async () => {
    const from = day / 1000;
    expect(await find({ from: from + 60, to: from + 120 })).toEqual([5, 3, 2]);
    expect(await find({ from: from + 61 })).toEqual([6, 5]);
    expect(await find({ to: from + 59 })).toEqual([1]);
    expect(await find({ from: from + 60, userid: 7 })).toEqual([3]);
    expect(await find({ from, to: from })).toEqual([1]);
    await terminal.admin.refuse('searchrecord', { from: from + 1, to: from }, 'out_of_range', 'to');
  });

  test.each([{ all: true }, { userid: 7 }, { from: day / 1000 }] as const)(
    'pages by key, both ways, without a gap or a repetition: %o',
    async (filter) => {
      const all = await find({ ...filter, limit: 100 });
      const down: number[] = [];
      let page = await terminal.admin.call('searchrecord', { ...filter, limit: 1 });
      expect(page.previous).toBe('');
      for (;;) {
        down.push(...page.records.map(({ seq }) => seq));
        if (page.next === '') break;
        page = await terminal.admin.call('searchrecord', { ...filter, limit: 1, after: page.next });
      }
      expect(down).toEqual(all);
      const up: number[] = page.records.map(({ seq }) => seq);
      while (page.previous !== '') {
        page = await terminal.admin.call('searchrecord', { ...filter, limit: 1, before: page.previous });
        up.push(...page.records.map(({ seq }) => seq));
      }
      expect(up.toReversed()).toEqual(all);
    },
  );

  test('refuses what is no cursor, and two of them', async () => {
    for (const after of ['x.1', '1.1x', '1.-1', '...']) {
      await terminal.admin.refuse('searchrecord', { after }, 'bad_format', 'after');
    }
    await terminal.admin.refuse('searchrecord', { before: 'nonsense' }, 'bad_format', 'before');
    await terminal.admin.refuse('searchrecord', { before: '1.1', after: '1.1' }, 'out_of_range', 'after');
  });

  test('is for who may read the advanced settings', async () => {
    const clerk = await terminal.administrator(5, 1, goodPassword(5));
    await clerk.refuse('searchrecord', {}, 'forbidden');
  });
});

describe('a search that finds little', () => {
  const many = 20_000 + 50;
  let large: Terminal;

  beforeAll(async () => {
    large = await Terminal.start();
    writeRecords(large.daemon.state, [{ time: day - minute, userid: 77, username: 'Rare' }]);
    writeRecords(large.daemon.state, seedRecords({ count: many, users: 50, from: day, every: 1000 }));
    await large.restart();
  });
  afterAll(() => large.stop());

  test('stops after the lines that it may look at, says so, and goes on', async () => {
    const first = await large.admin.call('searchrecord', { name: 'rare' });
    expect(first).toMatchObject({ records: [], partial: true, previous: '' });
    const second = await large.admin.call('searchrecord', { name: 'rare', after: first.next });
    expect(second.records.map(({ seq }) => seq)).toEqual([1]);
    expect(second).toMatchObject({ partial: false, next: '' });
    const back = await large.admin.call('searchrecord', { name: 'rare', before: second.previous });
    expect(back).toMatchObject({ records: [], partial: true });
  });

  test('by user looks at the lines of that user alone', async () => {
    const page = await large.admin.call('searchrecord', { userid: 77 });
    expect(page.records).toHaveLength(1);
    expect(page.partial).toBe(false);
  });
});
