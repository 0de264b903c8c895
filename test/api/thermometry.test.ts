// Skin temperatures: which are abnormal and what becomes of the person, the list with its filter, the day by the hour, and
// days of the terminal's clock in every search of the log.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SeedRecord, seedRecords, writeRecords } from '../../tools/seed/records.ts';
import type { CallRequest } from '../harness/contract.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

const document = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8');

/** Cells of the rows below a heading of docs/rules.md. */
function examples(heading: string): string[][] {
  const [, table = ''] = document.split(`${heading}\n`);
  const rows = table.split('\n');
  const end = rows.findIndex((row) => !row.startsWith('|'));
  const cells = rows.slice(1, end).map((row) => row.split('|').slice(1, -1));
  expect(cells.length).toBeGreaterThan(3);
  return cells.map((row) => row.map((cell) => cell.trim()));
}

const types = ['all', 'abnormality', 'normal'] as const;

let terminal: Terminal;
beforeAll(async () => {
  terminal = await Terminal.start();
});
afterAll(() => terminal.stop());

const find = async (request: CallRequest<'searchThermometryRecord'> = {}) =>
  (await terminal.admin.call('searchThermometryRecord', request)).records.map(({ temperature }) => temperature);

describe('a person at the door', () => {
  test('is let in or not, and is in the lists that docs/rules.md says', async () => {
    const own = await Terminal.start();
    try {
      await own.add({ userid: 7, username: 'Ada', cardno: '7007' });
      await own.admin.call('GetKaoqinParam', { duplicatePunch: 0 });
      const none = await own.admin.call('searchThermometryRecord', {});
      expect(none).toMatchObject({ records: [], any: false, above: 373, partial: false });
      for (const [limit, abnormal, degrees, letIn, lists] of examples(
        '| limit | abnormal | temperature | let in | in the lists |',
      )) {
        await own.admin.call('GetThermometryParam', {
          limit: Number(limit),
          abnormal: abnormal as 'marks' | 'refuses',
        });
        const temperature = degrees === 'none' ? null : Number(degrees);
        await own.bench.act({ do: 'thermometer', temperature });
        const seen = own.bench.accesses.length;
        await own.bench.act({ do: 'card', number: '7007' });
        const { granted } = await until('an access event', () => own.bench.accesses[seen]);
        expect(granted ? 'yes' : 'no', `${limit} ${abnormal} ${degrees}`).toBe(letIn);
        const { records } = await own.admin.call('searchrecord', { limit: 1 });
        expect(records[0]?.reason).toBe(letIn === 'yes' ? 'anyTime' : 'temperature');
        const isIn = [];
        for (const type of types) {
          const page = await own.admin.call('searchThermometryRecord', { temperature: type });
          expect(page).toMatchObject({ above: Number(limit) });
          if (page.records.some(({ seq }) => seq === records[0]?.seq)) isIn.push(type);
        }
        expect(isIn.join(', ') || 'none', `${limit} ${abnormal} ${degrees}`).toBe(lists);
      }
      expect(await own.admin.call('searchThermometryRecord', { limit: 1 })).toMatchObject({ any: true });
    } finally {
      await own.stop();
    }
  });
});

const noon = Date.UTC(2026, 5, 1, 12);
const hour = 3_600_000;
const lines: readonly SeedRecord[] = [
  { time: noon, userid: 7, username: 'Ada', temperature: 366 },
  { time: noon + 1000, userid: 8, username: 'Zoë', temperature: 391 },
  { time: noon + 2000, userid: 8, username: 'Zoë', temperature: 0 },
  { time: noon + 3 * hour, userid: 7, username: 'Ada', temperature: 373 },
  { time: noon + 4 * hour, userid: 7, username: 'Ada', temperature: 374, offset: 60 },
  ...examples('| zone | line, UTC | day |').map(([, at = '']) => ({
    time: Date.parse(at),
    userid: 9,
    username: 'Day',
  })),
];

describe('the log', () => {
  beforeAll(async () => {
    await terminal.daemon.stop();
    writeRecords(terminal.daemon.state, lines);
    await terminal.daemon.begin();
    await terminal.resume();
  });

  test('is filtered by temperature, user and time, and gives no line without a temperature', async () => {
    expect(await find()).toEqual([374, 373, 391, 366]);
    expect(await find({ temperature: 'all' })).toEqual([374, 373, 391, 366]);
    expect(await find({ temperature: 'abnormality' })).toEqual([374, 391]);
    expect(await find({ temperature: 'normal' })).toEqual([373, 366]);
    expect(await find({ userid: 7 })).toEqual([374, 373, 366]);
    expect(await find({ userid: 7, temperature: 'abnormality' })).toEqual([374]);
    expect(await find({ name: 'zo' })).toEqual([391]);
    expect(await find({ from: noon / 1000 + 1, to: noon / 1000 + 3 * 3600 })).toEqual([373, 391]);
    const { records } = await terminal.admin.call('searchrecord', { temperature: 'normal' });
    expect(records.map(({ temperature }) => temperature)).toEqual([373, 366]);
  });

  test('pages by key, both ways', async () => {
    const first = await terminal.admin.call('searchThermometryRecord', { limit: 3 });
    expect(first.previous).toBe('');
    const second = await terminal.admin.call('searchThermometryRecord', { limit: 3, after: first.next });
    expect(second).toMatchObject({ next: '', partial: false });
    expect(second.records.map(({ temperature }) => temperature)).toEqual([366]);
    const back = await terminal.admin.call('searchThermometryRecord', { limit: 3, before: second.previous });
    expect(back.records).toEqual(first.records);
  });

  test('is a file with the same lines', async () => {
    const { file } = await terminal.admin.attempt('DownloadRecordForm', { temperature: 'abnormality' });
    const [heading = '', ...rows] = String(file).trimEnd().split('\r\n');
    const at = heading.split(',').indexOf('Temperature');
    expect(rows.map((row) => row.split(',').at(at))).toEqual(['37.4', '39.1']);
  });

  test('refuses what is no cursor and a time that ends before it begins, and names it', async () => {
    await terminal.admin.refuse('searchThermometryRecord', { after: 'x.1' }, 'bad_format', 'after');
    await terminal.admin.refuse('searchThermometryRecord', { from: 2, to: 1 }, 'out_of_range', 'to');
    const backwards = { fromDay: '2026-06-02', toDay: '2026-06-01' };
    await terminal.admin.refuse('searchThermometryRecord', backwards, 'out_of_range', 'toDay');
    await terminal.admin.refuse('searchrecord', backwards, 'out_of_range', 'toDay');
    await terminal.admin.refuse('DownloadRecordForm', backwards, 'out_of_range', 'toDay');
  });

  test('is for who may read the advanced settings', async () => {
    const clerk = await terminal.administrator(5, 1, goodPassword(5));
    await clerk.refuse('searchThermometryRecord', {}, 'forbidden');
    await clerk.refuse('thermometryDay', {}, 'forbidden');
  });

  test('has a day by the hour that the wall showed', async () => {
    expect(await terminal.admin.call('thermometryDay', { day: '2026-06-01' })).toMatchObject({
      day: '2026-06-01',
      hours: [
        { hour: 12, count: 2, abnormal: 1, mean: 379, highest: 391 },
        { hour: 15, count: 1, abnormal: 0, mean: 373, highest: 373 },
        { hour: 17, count: 1, abnormal: 1, mean: 374, highest: 374 },
      ],
      partial: false,
      above: 373,
    });
    expect((await terminal.admin.call('thermometryDay', { day: '2026-06-02' })).hours).toEqual([]);
  });

  test('has days by the clock of the terminal', async () => {
    const cases = examples('| zone | line, UTC | day |');
    for (const zone of new Set(cases.map(([each]) => each))) {
      const own = await Terminal.start();
      try {
        await own.admin.call('GetDateTimeParam', { zone: Number(zone) });
        await own.daemon.stop();
        writeRecords(own.daemon.state, lines);
        await own.daemon.begin();
        await own.resume();
        for (const [, at = '', day = ''] of cases.filter(([each]) => each === zone)) {
          const timesOf = async (request: CallRequest<'searchrecord'>): Promise<number[]> =>
            (await own.admin.call('searchrecord', { ...request, userid: 9 })).records.map(({ time }) => time);
          const before = new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
          expect(await timesOf({ fromDay: day, toDay: day }), `${zone} ${at}`).toContain(Date.parse(at));
          expect(await timesOf({ toDay: before }), `${zone} ${at}`).not.toContain(Date.parse(at));
        }
      } finally {
        await own.stop();
      }
    }
  });
});

describe('today', () => {
  test('and the days before it are those of the terminal', async () => {
    const midnight = Date.UTC(2030, 5, 1, 10); /* of 2 June there */
    await terminal.daemon.stop();
    const at = (time: number, username: string) => ({ time, userid: 10, username, temperature: 370, offset: 840 });
    writeRecords(terminal.daemon.state, [
      at(midnight - 86_400_001, 'too early'),
      at(midnight - 86_400_000, 'yesterday'),
      at(midnight - 1, 'late yesterday'),
      at(midnight, 'today'),
    ]);
    await terminal.daemon.begin();
    await terminal.resume();
    await terminal.admin.call('GetDateTimeParam', { zone: 840, time: Date.UTC(2030, 5, 1, 12) / 1000 });
    const names = async (days: number) =>
      (await terminal.admin.call('searchrecord', { days, userid: 10 })).records.map(({ username }) => username);
    expect(await names(1)).toEqual(['today']);
    expect(await names(2)).toEqual(['today', 'late yesterday', 'yesterday']);
    expect(await terminal.admin.call('searchrecord', {})).toMatchObject({ today: '2030-06-02' });
    expect(await terminal.admin.call('thermometryDay', {})).toMatchObject({
      day: '2030-06-02',
      hours: [{ hour: 0, count: 1 }],
    });
  });
});

describe('a day with more than is looked at', () => {
  test('says so, and counts the newest', async () => {
    const large = await Terminal.start();
    try {
      await large.daemon.stop();
      const start = Date.UTC(2026, 5, 1);
      const many = [...seedRecords({ count: 20_001, users: 9, from: start, every: 1000 })];
      writeRecords(
        large.daemon.state,
        many.map((line) => ({ ...line, temperature: 370 })),
      );
      await large.daemon.begin();
      await large.resume();
      const { hours, partial } = await large.admin.call('thermometryDay', { day: '2026-06-01' });
      expect(partial).toBe(true);
      expect(hours.reduce((sum, { count }) => sum + count, 0)).toBe(20_000);
      expect(hours[0]?.count).toBe(3599);
    } finally {
      await large.stop();
    }
  });
});
