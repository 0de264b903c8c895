// Shifts and who has them, over the wire.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallReply, CallRequest } from '../harness/contract.ts';
import { auditRows } from '../harness/database.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.add({ userid: 7, username: 'Ada', group: 3 });
});
afterAll(() => terminal.stop());

const night: CallRequest<'GetShiftsInfo'> = { number: 2, name: 'Night', onDuty: 1320, offDuty: 360 };
const flexible: CallRequest<'GetShiftsInfo'> = { number: 3, kind: 'dayTarget', onDuty: 360, offDuty: 1200 };
const read = (): Promise<CallReply<'SetShiftsInfo'>> => terminal.admin.call('SetShiftsInfo', {});
const of = (userid: number): Promise<CallReply<'shiftsOf'>> => terminal.admin.call('shiftsOf', { userid });

/** The day so many days from today, by the clock of the terminal. */
async function day(from: number): Promise<string> {
  const { today } = await read();
  return new Date(Date.parse(`${today}T00:00:00Z`) + from * 86_400_000).toISOString().slice(0, 10);
}

describe('a shift', () => {
  test('is defined, told with its use, and changed in parts', async () => {
    expect((await read()).shifts).toEqual([]);
    const { revision } = await terminal.admin.call('GetShiftsInfo', night);
    const { shifts, uses } = await read();
    expect(shifts).toEqual([
      {
        number: 2,
        name: 'Night',
        colour: 1,
        kind: 'fixed',
        target: 480,
        coreStart: 0,
        coreEnd: 0,
        onDuty: 1320,
        offDuty: 360,
        breakStart: [0, 0, 0],
        breakEnd: [0, 0, 0],
        breakRule: 'atLeast',
        breakFlex: 120,
        breakAfter: 0,
        breaksOnRest: true,
        inBefore: 120,
        inAfter: 120,
        outBefore: 120,
        outAfter: 240,
        lateGrace: 5,
        earlyGrace: 5,
        missingIn: 0,
        missingOut: 0,
        overtimeBefore: 0,
        overtimeAfter: 0,
        overtimeStep: 15,
        onHolidays: false,
        pattern: 'week',
        days: 62,
        moreDays: '',
        cycleDays: 7,
        cycleFirst: '',
        revision,
      },
    ]);
    expect(uses).toEqual([{ number: 2, users: 0, assigned: 0 }]);
    const rows = auditRows(terminal.daemon).length;
    await terminal.admin.call('GetShiftsInfo', { number: 2, lateGrace: 0, revision });
    await terminal.admin.call('GetShiftsInfo', { number: 2, lateGrace: 0 });
    expect(auditRows(terminal.daemon).slice(rows)).toMatchObject([
      { call: 'GetShiftsInfo', object: 'shift 2', before: { lateGrace: 5 }, after: { lateGrace: 0 } },
    ]);
    await terminal.admin.refuse('GetShiftsInfo', { number: 2, name: 'x', revision }, 'changed_meanwhile', 'revision');
  });

  test.each<[string, CallRequest<'GetShiftsInfo'>, string]>([
    [
      'check-in and check-out meet',
      { number: 3, onDuty: 480, offDuty: 720, inAfter: 120, outBefore: 120 },
      'outBefore',
    ],
    ['check-out lasts beyond the next day', { number: 3, onDuty: 1380, offDuty: 1380, outAfter: 60 }, 'outAfter'],
    ['a break begins before the duty', { number: 3, breakStart: [470, 0, 0], breakEnd: [490, 0, 0] }, 'breakEnd'],
    ['a break ends behind the duty', { number: 3, breakStart: [900, 0, 0], breakEnd: [961, 0, 0] }, 'breakEnd'],
    ['a break is longer than the duty', { number: 3, breakStart: [600, 0, 0], breakEnd: [599, 0, 0] }, 'breakEnd'],
    ['target is none', { ...flexible, target: 0 }, 'target'],
    ['target is longer than its span', { ...flexible, target: 841 }, 'target'],
    ['target of a week is longer than seven spans', { ...flexible, kind: 'weekTarget', target: 5881 }, 'target'],
    ['core time begins before the span', { ...flexible, coreStart: 359, coreEnd: 900 }, 'coreEnd'],
    ['core time ends behind the span', { ...flexible, coreStart: 600, coreEnd: 1201 }, 'coreEnd'],
  ])('whose %s is refused', async (_, shift, field) => {
    await terminal.admin.refuse('GetShiftsInfo', shift, 'out_of_range', field);
  });

  test('in a cycle has a first day', () =>
    terminal.admin.refuse('GetShiftsInfo', { number: 3, pattern: 'cycle' }, 'missing_parameter', 'cycleFirst'));

  test('in a cycle of a year keeps all its days', async () => {
    const moreDays = `${'1'.repeat(334)}0`;
    await terminal.admin.call('GetShiftsInfo', {
      ...{ number: 6, pattern: 'cycle', days: 1, moreDays, cycleDays: 366, cycleFirst: '2026-06-01' },
    });
    const { shifts } = await terminal.admin.call('SetShiftsInfo', {});
    expect(shifts.find(({ number }) => number === 6)).toMatchObject({ days: 1, moreDays, cycleDays: 366 });
    await terminal.admin.call('delShift', { number: 6 });
    await terminal.admin.refuse('GetShiftsInfo', { number: 6, cycleDays: 367 }, 'out_of_range', 'cycleDays');
    await terminal.admin.refuse('GetShiftsInfo', { number: 6, moreDays: '0102' }, 'bad_format', 'moreDays');
  });

  test('of a day and a night, and one with breaks behind midnight, are taken', async () => {
    await terminal.admin.call('GetShiftsInfo', { number: 4, onDuty: 480, offDuty: 480 });
    await terminal.admin.call('GetShiftsInfo', {
      number: 5,
      onDuty: 1320,
      offDuty: 360,
      breakStart: [1430, 120, 0],
      breakEnd: [10, 150, 0],
    });
  });

  test('of flexible hours is taken, and what fixed hours would be refused for is without effect', async () => {
    const shift = { ...flexible, number: 13, target: 840, coreStart: 600, coreEnd: 900, inAfter: 720, outBefore: 720 };
    await terminal.admin.call('GetShiftsInfo', shift);
    expect((await read()).shifts.find(({ number }) => number === 13)).toMatchObject(shift);
    await terminal.admin.call('GetShiftsInfo', { ...flexible, number: 14, kind: 'weekTarget', target: 5880 });
    const wrong = { ...shift, number: 15, coreStart: 0, coreEnd: 0, kind: 'fixed' } as const;
    await terminal.admin.refuse('GetShiftsInfo', wrong, 'out_of_range', 'outBefore');
  });

  test('that people have is deleted only when that is sure, with its assignments', async () => {
    await terminal.admin.call('GetShiftsInfo', { number: 6, name: 'Gone' });
    await terminal.admin.call('assignShift', { userid: 7, shift: 6, from: '2026-01-01' });
    await terminal.admin.call('assignShift', { group: 3, shift: 6, from: '' });
    expect((await read()).uses.find(({ number }) => number === 6)).toEqual({ number: 6, users: 0, assigned: 2 });
    await terminal.admin.refuse('delShift', { number: 6 }, 'shift_in_use', 'number');
    await terminal.admin.call('delShift', { number: 6, sure: true });
    await terminal.admin.refuse('delShift', { number: 6 }, 'gone', 'number');
    expect((await of(7)).assigned).toEqual([]);
    expect((await read()).groups).toEqual([]);
  });

  test('that is the usual one of somebody is in use', async () => {
    await terminal.admin.call('GetShiftsInfo', { number: 8 });
    await terminal.add({ userid: 20, shift: 8 });
    await terminal.admin.refuse('delShift', { number: 8 }, 'shift_in_use', 'number');
  });
});

describe('64 cycles of a year', () => {
  test('are listed, and have room in a report', async () => {
    const moreDays = '01'.repeat(167);
    const name = 'ن'.repeat(32);
    const { shifts: before } = await terminal.admin.call('SetShiftsInfo', {});
    const free = Array.from({ length: 64 }, (_, at) => at + 1).filter((at) => !before.some((one) => one.number === at));
    const cycle = { pattern: 'cycle', moreDays, cycleDays: 366, cycleFirst: '2026-01-01', name } as const;
    for (const number of free) await terminal.admin.call('GetShiftsInfo', { number, ...cycle });
    const { shifts } = await terminal.admin.call('SetShiftsInfo', {});
    expect(shifts).toHaveLength(64);
    const last = free.at(-1) ?? 0;
    await terminal.add({ userid: 40, shift: last });
    const { shifts: ofDay } = await terminal.admin.call('reportDay', { userid: 40, day: '2026-02-02' });
    expect(ofDay).toMatchObject([{ number: last, name, moreDays }]);
    await terminal.admin.call('deleteuser', { userid: 40 });
    for (const number of free) await terminal.admin.call('delShift', { number, sure: true });
  });
});

describe('an assignment', () => {
  test('is made, changed, and deleted, for a user and for a group', async () => {
    const { id } = await terminal.admin.call('assignShift', { userid: 7, shift: 2, from: '2026-06-01' });
    await terminal.admin.call('assignShift', { id, userid: 7, shift: 2, from: '2026-06-01', to: '2026-06-30' });
    const row = { id, userid: 7, group: 0, shift: 2, from: '2026-06-01', to: '2026-06-30', usual: false };
    expect(await of(7)).toMatchObject({ usual: 0, group: 3, assigned: [row] });
    const group = await terminal.admin.call('assignShift', { group: 3, shift: 2, from: '' });
    expect((await read()).groups).toEqual([
      { id: group.id, userid: 0, group: 3, shift: 2, from: '', to: '', usual: false },
    ]);
    await terminal.admin.refuse('assignShift', { id, group: 3, shift: 2, from: '2026-06-01' }, 'gone', 'id');
    await terminal.admin.call('unassignShift', { id });
    await terminal.admin.refuse('unassignShift', { id }, 'gone', 'id');
    await terminal.admin.call('unassignShift', { id: group.id });
    expect((await of(7)).assigned).toEqual([]);
  });

  test.each<[string, CallRequest<'assignShift'>, string, string]>([
    ['nobody', { shift: 2, from: '2026-06-01' }, 'missing_parameter', 'userid'],
    ['two', { userid: 7, group: 3, shift: 2, from: '2026-06-01' }, 'out_of_range', 'userid'],
    ['a user that is not there', { userid: 99, shift: 2, from: '2026-06-01' }, 'user_unknown', 'userid'],
    ['no shift that there is', { userid: 7, shift: 60, from: '2026-06-01' }, 'shift_undefined', 'shift'],
    ['a user without a first day', { userid: 7, shift: 2, from: '' }, 'missing_parameter', 'from'],
    ['days that end first', { userid: 7, shift: 2, from: '2026-06-02', to: '2026-06-01' }, 'out_of_range', 'to'],
  ])('for %s is refused', async (_, wish, error, field) => {
    await terminal.admin.refuse('assignShift', wish, error, field);
  });

  test('of the 401st is one too many, and of a group of the 65th', async () => {
    await terminal.add({ userid: 21 });
    for (let at = 0; at < 400; at++) {
      await terminal.admin.call('assignShift', { userid: 21, shift: 2, from: '2026-06-02' });
    }
    for (let at = 0; at < 64; at++) {
      await terminal.admin.call('assignShift', { group: 16, shift: 2, from: '2026-06-02' });
    }
    expect((await terminal.admin.call('shiftsOf', { userid: 21 })).assigned).toHaveLength(400);
    await terminal.admin.refuse('assignShift', { group: 16, shift: 2, from: '2026-06-01' }, 'capacity');
    await terminal.admin.refuse('assignShift', { userid: 21, shift: 2, from: '2026-06-01' }, 'capacity');
  });
});

describe('the usual shift', () => {
  test('is another one from today on: what it was is kept for the days before', async () => {
    await terminal.add({ userid: 22, shift: 2 });
    await terminal.admin.call('edituser', { userid: 22, shift: 4 });
    const yesterday = await day(-1);
    const before = { userid: 22, group: 0, shift: 2, from: '', to: yesterday, usual: true };
    expect(await of(22)).toMatchObject({ usual: 4, assigned: [before] });
    await terminal.admin.call('edituser', { userid: 22, shift: 5 });
    expect(await of(22)).toMatchObject({ usual: 5, assigned: [before] });
    const { assigned } = await of(22);
    await terminal.admin.refuse('unassignShift', { id: assigned[0]?.id ?? 0 }, 'gone', 'id');
  });

  test('goes with its user', async () => {
    await terminal.admin.call('deleteuser', { userid: 22 });
    await terminal.add({ userid: 22 });
    expect((await of(22)).assigned).toEqual([]);
  });
});

describe('the own hours', () => {
  test('are changed by somebody else, but at level 16', async () => {
    const second = await terminal.administrator(30, 12, goodPassword(30));
    await second.refuse('assignShift', { userid: 30, shift: 2, from: '2026-06-01' }, 'own_hours', 'userid');
    await second.refuse('edituser', { userid: 30, shift: 2 }, 'own_hours', 'shift');
    const { id } = await terminal.admin.call('assignShift', { userid: 30, shift: 2, from: '2026-06-01' });
    await second.refuse('unassignShift', { id }, 'own_hours', 'id');
    await second.call('assignShift', { userid: 7, shift: 2, from: '2026-06-01' });
    const first = await terminal.administrator(31, 16, goodPassword(31));
    await first.call('assignShift', { userid: 31, shift: 2, from: '2026-06-01' });
  });

  test('are those of an own shift, group and holiday too, and of who made the account', async () => {
    const second = await terminal.administrator(32, 12, goodPassword(32));
    await terminal.admin.call('GetShiftsInfo', { number: 12, name: 'Own', onDuty: 480, offDuty: 960 });
    await terminal.admin.call('GetGroupInfo', { number: 12, name: 'Own' });
    await terminal.admin.call('edituser', { userid: 32, group: 12, shift: 12 });
    await terminal.admin.call('assignShift', { group: 12, shift: 12, from: '2026-06-01' });
    await second.refuse('adduser', { userid: 32, shift: 2, again: true }, 'own_hours', 'shift');
    await second.refuse('GetShiftsInfo', { number: 12, lateGrace: 60 }, 'own_hours');
    for (const change of [{ kind: 'dayTarget' }, { target: 1 }, { coreStart: 600, coreEnd: 900 }] as const) {
      await second.refuse('GetShiftsInfo', { number: 12, ...change }, 'own_hours');
    }
    await second.refuse('delShift', { number: 12, sure: true }, 'own_hours');
    await second.refuse('delGroup', { number: 12, sure: true }, 'own_hours');
    const today = { name: 'Today', from: await day(0), to: await day(0), plan: 'none' } as const;
    await second.refuse('addHoliday', today, 'own_hours');
    const { number } = await terminal.admin.call('addHoliday', today);
    await second.refuse('delHoliday', { numbers: [number] }, 'own_hours');
    await second.call('adduser', { userid: 33, username: 'Made', level: 12, password: goodPassword(33) });
    const made = await terminal.signedIn('33', goodPassword(33));
    await made.refuse('deleteuser', { userid: 32 }, 'own_hours', 'userid');
  });
});

describe('a shift for many', () => {
  const assign = (request: CallRequest<'assignShiftMany'>) => terminal.admin.call('assignShiftMany', request);
  const rowsOf = async (userid: number) => (await of(userid)).assigned.map(({ shift, from, to }) => [shift, from, to]);

  test('is counted first, and then assigned with an audit entry for each user', async () => {
    await terminal.admin.call('GetShiftsInfo', { number: 9, name: 'Summer' });
    for (const userid of [101, 102, 103]) await terminal.add({ userid });
    const [from, to] = [await day(3), await day(20)];
    await terminal.admin.call('assignShift', { userid: 101, shift: 9, from: await day(10), to: await day(11) });
    await terminal.admin.call('assignShift', { userid: 102, shift: 9, from: await day(21) });
    const wish = { userids: [101, 102, 103, 999], shift: 9, from, to };
    const counted = { assigned: 3, meeting: 1, own: 0, full: 0, unknown: 1 };
    expect(await assign(wish)).toEqual(counted);
    expect(await rowsOf(103)).toEqual([]);
    const before = auditRows(terminal.daemon).length;
    expect(await assign({ ...wish, sure: true })).toEqual(counted);
    expect(await rowsOf(103)).toEqual([[9, from, to]]);
    const audited = auditRows(terminal.daemon).slice(before);
    expect(audited.map(({ call, object }) => [call, object])).toEqual(
      [101, 102, 103].map((userid) => ['assignShiftMany', `shifts of user ${userid}`]),
    );
  });

  test('leaves out who has too many, and the own hours', async () => {
    const first = await day(1);
    for (let count = 0; count < 400; count++) await assign({ userids: [102], shift: 9, from: first, sure: true });
    expect(await assign({ userids: [102], shift: 9, from: first, sure: true })).toMatchObject({ assigned: 0, full: 1 });
    const second = await terminal.administrator(130, 12, goodPassword(130));
    const wish = { userids: [103, 130], shift: 9, from: first, sure: true } as const;
    expect(await second.call('assignShiftMany', wish)).toMatchObject({ assigned: 1, own: 1 });
    expect(await rowsOf(130)).toEqual([]);
  });

  test('is nothing where something is wrong with it', async () => {
    const from = await day(3);
    const wish = { userids: [101], shift: 9, from, sure: true };
    const had = await rowsOf(101);
    await terminal.admin.refuse('assignShiftMany', { ...wish, from: '' }, 'missing_parameter', 'from');
    await terminal.admin.refuse('assignShiftMany', { ...wish, to: await day(2) }, 'out_of_range', 'to');
    await terminal.admin.refuse('assignShiftMany', { ...wish, shift: 60 }, 'shift_undefined', 'shift');
    await terminal.admin.refuse('assignShiftMany', { ...wish, userids: [101, 101] }, 'out_of_range', 'userids');
    expect(await rowsOf(101)).toEqual(had);
  });
});
