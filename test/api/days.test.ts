// Days from the life of such terminals that were reckoned wrongly once, through the daemon: what is worked is what the person was
// there. The rules themselves are tried in test/tools/hours.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { type SeedRecord, writeRecords } from '../../tools/seed/records.ts';
import type { CallReply, CallRequest } from '../harness/contract.ts';
import { Terminal } from '../harness/terminal.ts';

type Shift = Omit<CallRequest<'GetShiftsInfo'>, 'number'>;
type Row = CallReply<'GetReportFormInfo'>['rows'][number];

/** The shift of an ordinary day, with the check-in and check-out times of the factory. */
const ordinary: Shift = { onDuty: 480, offDuty: 960 };
const long: Shift = { onDuty: 540, offDuty: 1080, breakStart: [720, 0, 0], breakEnd: [780, 0, 0] };
const half: Shift = { inAfter: 60, outBefore: 60, outAfter: 60 };

interface Case {
  readonly name: string;
  readonly shifts: readonly Shift[];
  /** Days from the Monday of the week; 5 is Saturday. */
  readonly day?: number;
  /** "22:00 in", "+06:00 out": on the next day. */
  readonly punches: string;
  readonly expected: Partial<Row>;
}

const cases: readonly Case[] = [
  {
    name: 'left in the morning',
    shifts: [ordinary],
    punches: '08:00 in, 09:30 out',
    expected: { worked: 90, early: 390 },
  },
  {
    name: 'left a minute before check-out begins',
    shifts: [ordinary],
    punches: '08:00 in, 13:59 out',
    expected: { worked: 359 },
  },
  { name: 'left as check-out begins', shifts: [ordinary], punches: '08:00 in, 14:00 out', expected: { worked: 360 } },
  {
    name: 'came a minute after check-in',
    shifts: [ordinary],
    punches: '10:01 in, 16:00 out',
    expected: { worked: 359, late: 121 },
  },
  {
    name: 'came at noon',
    shifts: [ordinary],
    punches: '12:00 in, 16:00 out',
    expected: { worked: 240, inOutside: true },
  },
  {
    name: 'stayed a minute after check-out ends',
    shifts: [{ ...ordinary, overtimeAfter: 30, overtimeStep: 15 }],
    punches: '08:00 in, 20:01 out',
    expected: { worked: 720, overtime: 240 },
  },
  {
    name: 'came before check-in',
    shifts: [ordinary],
    punches: '05:14 in, 16:08 out',
    expected: { worked: 480, late: 0 },
  },
  {
    name: 'came after hours',
    shifts: [ordinary],
    punches: '18:22 in, 19:55 out',
    expected: { worked: 0, absent: false },
  },
  {
    name: 'was there from before check-in until after check-out',
    shifts: [ordinary],
    punches: '05:48 in, 20:26 out',
    expected: { worked: 480 },
  },
  {
    name: 'was called in on Saturday night',
    shifts: [ordinary],
    day: 5,
    punches: '22:00 in, +06:00 out',
    expected: { worked: 480, overtime: 480, kind: 'rest' },
  },
  {
    name: 'worked a night without any shift',
    shifts: [],
    punches: '22:00 in, +06:00 out',
    expected: { worked: 480, overtime: 0, kind: 'none' },
  },
  {
    name: 'has three shifts of which the punches fit one',
    shifts: [
      { onDuty: 360, offDuty: 840 },
      { onDuty: 840, offDuty: 1320 },
      { onDuty: 1320, offDuty: 360 },
    ],
    punches: '13:55 in, 22:04 out',
    expected: { worked: 480 },
  },
  {
    name: 'has a split shift',
    shifts: [
      { ...half, onDuty: 480, offDuty: 720 },
      { ...half, onDuty: 960, offDuty: 1200 },
    ],
    punches: '08:00 in, 12:00 in, 16:00 in, 20:00 in',
    expected: { worked: 480, planned: 480 },
  },
  {
    name: 'took the break later',
    shifts: [long],
    punches: '09:00 in, 12:30 out, 13:30 in, 18:00 out',
    expected: { worked: 480 },
  },
  {
    name: 'worked on Sunday with a break',
    shifts: [long],
    day: 6,
    punches: '09:00 in, 18:00 out',
    expected: { worked: 480 },
  },
];

let terminal: Terminal;
const monday = Date.UTC(2026, 5, 1);
const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;

const lineOf = (userid: number, day: number, text: string): SeedRecord => {
  const [, next = '', hour = '', minute = '', status = ''] = /^(\+?)(\d\d):(\d\d) (in|out)$/.exec(text) ?? [];
  if (status === '') throw new Error(`'${text}' is not read`);
  const days = day + (next === '' ? 0 : 1);
  return {
    time: monday + days * dayMs + (Number(hour) * 60 + Number(minute)) * minuteMs,
    userid,
    username: 'Ada',
    status,
  };
};

beforeAll(async () => {
  terminal = await Terminal.start();
  const { admin } = terminal;
  let number = 0;
  for (const [index, { shifts }] of cases.entries()) {
    const userid = 100 + index;
    await terminal.add({ userid, username: 'Ada' });
    for (const shift of shifts) {
      number++;
      await admin.call('GetShiftsInfo', { number, ...shift });
      await admin.call('assignShift', { userid, shift: number, from: '2026-01-01' });
    }
  }
  writeRecords(
    terminal.daemon.state,
    cases.flatMap(({ punches, day = 1 }, index) => punches.split(', ').map((text) => lineOf(100 + index, day, text))),
  );
  await terminal.restart();
}, 60_000);
afterAll(() => terminal.stop());

test.each(cases.map((each, index) => [each.name, index] as const))('somebody %s', async (_, index) => {
  const { day = 1, expected } = cases[index] as Case;
  const request = { userid: 100 + index, fromDay: '2026-06-01', toDay: '2026-06-08' } as const;
  const { rows } = await terminal.admin.call('GetReportFormInfo', request);
  expect(rows[day]).toMatchObject(expected);
  expect(rows.filter(({ worked }) => worked > 0)).toHaveLength(expected.worked === 0 ? 0 : 1);
});

test('a split day opens to its two duties', async () => {
  const userid = 100 + cases.findIndex(({ name }) => name === 'has a split shift');
  const { row, shifts, duties, punches } = await terminal.admin.call('reportDay', { userid, day: '2026-06-02' });
  expect([row.shift, row.secondShift]).toEqual(shifts.map(({ number }) => number));
  expect(
    duties.map(({ shift, worked, planned, firstInMinute, lastOutMinute }) => [
      shift,
      worked,
      planned,
      firstInMinute,
      lastOutMinute,
    ]),
  ).toEqual([
    [row.shift, 240, 240, 480, 720],
    [row.secondShift, 240, 240, 960, 1200],
  ]);
  expect(punches.map(({ role }) => role)).toEqual(['firstIn', 'lastOut', 'firstIn', 'lastOut']);
});

test('days to settle are found, and no others', async () => {
  const { rows } = await terminal.admin.call('GetReportFormInfo', {
    fromDay: '2026-06-01',
    toDay: '2026-06-08',
    only: 'settle',
    limit: 100,
  });
  const named = (userid: number): string => cases[userid - 100]?.name ?? '';
  expect(rows.map(({ userid }) => named(userid))).toContain('left in the morning');
  expect(rows.every((row) => row.missingIn || row.missingOut || row.odd || row.inOutside || row.outOutside)).toBe(true);
  const { sums } = await terminal.admin.call('reportSums', {
    fromDay: '2026-06-01',
    toDay: '2026-06-08',
    only: 'overtime',
    limit: 100,
  });
  expect(sums.map(({ userid }) => named(userid))).toEqual([
    'stayed a minute after check-out ends',
    'was called in on Saturday night',
    'worked on Sunday with a break',
  ]);
});

test('punches without keys are read by turns where the terminal says so', async () => {
  const userid = 100 + cases.findIndex(({ name }) => name === 'has a split shift');
  const day = async (): Promise<Row> => {
    const request = { userid, fromDay: '2026-06-03', toDay: '2026-06-03' } as const;
    const { rows } = await terminal.admin.call('GetReportFormInfo', request);
    return rows[0] as Row;
  };
  for (const minute of [480, 600, 630]) {
    await terminal.admin.call('addPunch', { userid, day: '2026-06-03', minute, status: 'in', reason: 'test' });
  }
  expect(await day()).toMatchObject({ worked: 150, outTime: 0, odd: false });
  await terminal.admin.call('GetApplyParam', { reading: 'turns' });
  expect(await day()).toMatchObject({ worked: 120, outTime: 30, odd: true });
  await terminal.admin.call('GetApplyParam', { reading: 'keys' });
});
