// A number is not a person: a user is deleted, and another one gets the ID. ADR 0057.

import { encode } from 'jpeg-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { download, restore } from '../harness/backup.ts';
import type { AccessEvent, BenchRequest } from '../harness/bench.ts';
import { checked, sendLines, written } from '../harness/bulk.ts';
import { queryDatabase } from '../harness/database.ts';
import { adminPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

const HOUR = 3_600_000;
/** Tomorrow: the clock of a terminal goes forward alone. */
const day = new Date(Date.now() + 24 * HOUR).toISOString().slice(0, 10);
const days = { fromDay: day, toDay: day } as const;
const portrait = encode({ width: 480, height: 640, data: Buffer.alloc(480 * 640 * 4, 130) }, 80).data;

let terminal: Terminal;
let file: Buffer;
let ofAda: number[] = [];

async function show(what: BenchRequest): Promise<AccessEvent> {
  const seen = terminal.bench.accesses.length;
  await terminal.bench.act(what);
  return until('an access event', () => terminal.bench.accesses[seen]);
}

/** Shows a card for a status, and returns the line that it leaves. */
async function punch(number: string, status: 'in' | 'out'): Promise<number> {
  const { last } = await terminal.admin.call('searchrecord', { limit: 1 });
  await terminal.bench.act({ do: 'key', key: 'status', status });
  expect(await show({ do: 'card', number })).toMatchObject({ granted: true, repeated: false });
  return until('the line of the card', async () => {
    const now = await terminal.admin.call('searchrecord', { limit: 1 });
    return now.last > last && now.last;
  });
}

async function advance(ms: number): Promise<void> {
  await terminal.bench.advance(ms);
  await terminal.admin.signIn('admin', adminPassword);
}

const row = async () => (await terminal.admin.call('reportDay', { userid: 7, day })).row;
const search = () => terminal.admin.call('searchrecord', { userid: 7, all: true });
const identities = () => queryDatabase(terminal.daemon, 'SELECT userid, identity FROM user ORDER BY userid');

beforeAll(async () => {
  terminal = await Terminal.start();
  const { admin } = terminal;
  await admin.call('GetDateTimeParam', { time: Date.parse(`${day}T08:00:00Z`) / 1000 });
  await admin.signIn('admin', adminPassword);
  await admin.call('GetAccessControl', { antiPassback: 'hard' });
  await admin.call('GetShiftsInfo', { number: 1, name: 'Day' });
  await terminal.add({ userid: 7, username: 'Ada Marlow', cardno: '7007', shift: 1 });
  const picture = { body: portrait, headers: { 'content-type': 'image/jpeg' } };
  expect((await admin.attempt('uploadPhoto', { userid: 7 }, picture)).status).toBe(200);
  await admin.call('addLeave', { userid: 7, kind: 'sick', from: day, to: day, half: 'second', note: 'flu' });
  ofAda = [await punch('7007', 'in')];
  await advance(8 * HOUR);
  ofAda.push(await punch('7007', 'out'));
  await advance(HOUR);
  ofAda.push(await punch('7007', 'in'));
});
afterAll(() => terminal.stop());

describe('a leaver and a newcomer with the same ID', () => {
  test('the leaver has 8 hours, is inside, and is in a backup', async () => {
    const { admin } = terminal;
    expect(await row()).toMatchObject({ name: 'Ada Marlow', inTime: 480 });
    expect((await admin.call('peopleInside', {})).people).toMatchObject([{ userid: 7, username: 'Ada Marlow' }]);
    expect((await search()).former).toEqual([]);
    expect(await admin.call('formerUser', { userid: 7 })).toEqual({ named: false, name: '', day: '' });
    file = (await download(admin)).file;
  });

  test('the number of a leaver is offered last, and the form can say who had it', async () => {
    const { admin } = terminal;
    await admin.call('deleteuser', { userid: 7 });
    expect(await admin.call('formerUser', { userid: 7 })).toEqual({ named: true, name: 'Ada Marlow', day });
    expect(await admin.call('formerUser', { userid: 8 })).toEqual({ named: false, name: '', day: '' });
    expect((await admin.call('GetUserInfo', {})).user.userid).toBe(8);
    await sendLines(admin, 'Employee number,Name', 'E-1,Imported');
    await checked(admin);
    expect(await written(admin)).toMatchObject({ added: 1 });
    expect((await admin.call('userlist', {})).users).toMatchObject([{ userid: 8, username: 'Imported' }]);
    expect((await search()).former.toSorted()).toEqual(ofAda);
  });

  test('the newcomer begins with nothing', async () => {
    const { admin } = terminal;
    await terminal.add({ userid: 7, username: 'Zoe Hart', cardno: '7700', shift: 1 });
    const { punches, leaves } = await admin.call('reportDay', { userid: 7, day });
    expect([punches, leaves]).toEqual([[], []]);
    expect(await row()).toMatchObject({ name: 'Zoe Hart', inTime: 0, worked: 0, leave: 0, firstIn: 0, lastOut: 0 });
    const { rows } = await admin.call('GetReportFormInfo', { ...days, userid: 7 });
    expect(rows).toMatchObject([{ name: 'Zoe Hart', inTime: 0, worked: 0 }]);
    expect((await admin.call('reportSums', { ...days, userid: 7 })).sums).toMatchObject([{ present: 0, worked: 0 }]);
    expect((await admin.call('daysToSettle', { ...days, userid: 7 })).days).toEqual([]);
    expect((await admin.call('leavesOf', { userid: 7 })).leaves).toEqual([]);
    expect((await admin.call('peopleInside', {})).people).toEqual([]);
    expect((await admin.attempt('userPhoto', { userid: 7 })).file).toBeUndefined();
    const { file: form } = await admin.attempt('DownloadReportForm', { ...days, userid: 7 });
    expect(form?.toString()).toMatch(/^7,"Zoe Hart",[^,]*,[^,]*,[^,]*,,,,,,,/m); // from First in to Worked
  });

  test('the record list has the leaver under the stored name, and leads nowhere', async () => {
    const { admin } = terminal;
    const { records, former } = await search();
    expect(records.map(({ username }) => username)).toEqual(['Ada Marlow', 'Ada Marlow', 'Ada Marlow']);
    expect(former.toSorted()).toEqual(ofAda);
    await admin.refuse('explain', { seq: ofAda[0] ?? 0 }, 'user_unknown', 'seq');
    await admin.refuse('voidPunch', { seq: ofAda[0] ?? 0, reason: 'not hers' }, 'gone', 'seq');
  });

  test('the first punch of the newcomer is no second one, and is hers alone', async () => {
    const { admin } = terminal;
    const own = await punch('7700', 'in');
    expect((await search()).former.toSorted()).toEqual(ofAda);
    expect((await admin.call('reportDay', { userid: 7, day })).punches).toMatchObject([{ seq: own, status: 'in' }]);
    expect((await admin.call('peopleInside', {})).people).toMatchObject([{ userid: 7, username: 'Zoe Hart' }]);
    expect(await admin.call('explain', { seq: own })).toMatchObject({ verdict: 'granted' });
  });

  test('who is in a backup is who was in it, and no identity comes twice', async () => {
    const before = identities();
    await restore(terminal, file);
    expect(await row()).toMatchObject({ name: 'Ada Marlow', inTime: 480 });
    expect((await search()).former).toEqual([]);
    await terminal.add({ userid: 9, username: 'After' });
    const after = identities();
    expect(after.map(({ userid }) => userid)).toEqual([7, 9]);
    const highest = Math.max(...before.map(({ identity }) => Number(identity)));
    expect(after[0]?.['identity']).toBe(1);
    expect(Number(after[1]?.['identity'])).toBeGreaterThan(highest);
  });
});
