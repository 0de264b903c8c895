// "Why?": the decision run again, of a line of the log and of a person.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { BenchRequest } from '../harness/bench.ts';
import type { CallReply, CallRequest } from '../harness/contract.ts';
import { queryDatabase } from '../harness/database.ts';
import { rootPath } from '../harness/paths.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.add({ userid: 7, username: 'Ada', cardno: '7007', password: '4711' });
  await terminal.add({ userid: 8, username: 'Grace', cardno: '8008' });
  await terminal.admin.call('GetKaoqinParam', { duplicatePunch: 0 });
});
afterAll(() => terminal.stop());

type Why = CallReply<'explain'>;
const explain = (request: CallRequest<'explain'>): Promise<Why> => terminal.admin.call('explain', request);
const access = (change: CallRequest<'GetAccessControl'>) => terminal.admin.call('GetAccessControl', change);

async function present(what: BenchRequest): Promise<void> {
  const seen = terminal.bench.accesses.length;
  await terminal.bench.act(what);
  await until('an access event', () => terminal.bench.accesses[seen]);
}
const unread = { user: 'none', network: 'none', basicSetting: 'none', AccSetting: 'none' } as const;
const card = (number: string) => present({ do: 'card', number });
const lastSeq = async (): Promise<number> => {
  const page = await terminal.admin.call('searchrecord', { limit: 1 });
  const [line] = page.records;
  return line?.seq ?? 0;
};
const decided = ({ steps }: Why) => steps.at(-1);
const short = ({ verdict, reason }: Why) => `${verdict} ${reason}`;

/** The examples of docs/rules.md: a line each, left and right of the arrow. */
const examples = (readFileSync(rootPath('docs/rules.md'), 'utf8').match(/```explain\n([\s\S]*?)```/)?.[1] ?? '')
  .trim()
  .split('\n')
  .map((line) => {
    const [given = '', answer = ''] = line.split('->').map((part) => part.trim());
    return { given, answer };
  });

type Factors = NonNullable<CallRequest<'explain'>['factors']>;

function factorsOf(given: string, key: string): Factors | undefined {
  const text = new RegExp(`\\b${key}=(\\S+)`).exec(given)?.[1];
  return text?.split('+') as Factors | undefined;
}

function told(why: Why): string {
  const missing = why.missing.length > 0 ? [`missing=${why.missing.join('+')}`] : [];
  const lacks = why.lacks.length > 0 ? [`lacks=${why.lacks.join('+')}`] : [];
  return [short(why), ...missing, ...lacks].join(' ');
}

describe('of a person', () => {
  test.each(examples)('$given -> $answer', async ({ given, answer }) => {
    const asked = factorsOf(given, 'asked');
    const factors = factorsOf(given, 'shows');
    const userid = 20;
    await terminal.add({
      userid,
      cardno: '2020',
      password: goodPassword(20),
      group: given.includes('group=0') ? 0 : 1,
      level: given.includes('admin') ? 1 : 0,
      ...(asked && { identifyMode: 'all', identifyFactors: asked }),
    });
    const why = await explain({ userid, ...(factors && { factors }) });
    await terminal.admin.call('deleteuser', { userid });
    expect(told(why)).toBe(answer);
  });

  test('there are examples', () => expect(examples.length).toBeGreaterThan(14));

  test('every rule is a step, and the pages that set them are pages of the console', async () => {
    const why = await explain({ userid: 7, factors: ['card'], status: 'out' });
    expect(why).toMatchObject({ userid: 7, username: 'Ada', status: 'out', factors: ['card'], opens: true });
    expect(why.steps.map(({ rule }) => rule)).toEqual([
      'door',
      'device',
      'credential',
      'validity',
      'group',
      'schedule',
      'factors',
      'temperature',
      'antiPassback',
      'secondPerson',
      'server',
      'workMode',
    ]);
    expect(why.steps.every(({ finding }) => finding === 'passed')).toBe(true);
    const routes = readFileSync(rootPath('web/app/routes.tsx'), 'utf8');
    for (const { page } of why.steps.filter(({ page }) => page !== '')) {
      expect(routes).toContain(`'${page.replace(/\?.*/, '')}'`);
    }
    expect(why.steps.find(({ rule }) => rule === 'validity')?.page).toBe('/user/userEdit?userid=7');
  });

  test('at a time, by the hours of the group then', async () => {
    await terminal.admin.call('GetTimeIntervalInfo', {
      number: 3,
      name: 'Mornings',
      start: [0, 480, 0, 0, 0, 0, 0],
      end: [0, 1020, 0, 0, 0, 0, 0],
    });
    await terminal.admin.call('GetGroupInfo', { number: 5, time1: 3 });
    await terminal.add({ userid: 9, username: 'Emmy', cardno: '9009', group: 5, validTo: '2026-11-30' });
    const { offset } = await explain({ userid: 9 });
    const at = (text: string) => explain({ userid: 9, time: Date.parse(`${text}:00Z`) - offset * 60_000 });
    const monday = await at('2026-11-23T08:00');
    expect(short(monday)).toBe('granted timeZone');
    expect(monday.steps[4]).toEqual({
      rule: 'group',
      finding: 'passed',
      reason: 'timeZone',
      number: 3,
      start: 0,
      end: 0,
      late: 0,
      name: 'Mornings',
      page: '/advSetting/timezone',
    });
    const early = await at('2026-11-23T07:59');
    expect(short(early)).toBe('refused outsideHours');
    expect(decided(early)).toMatchObject({ start: 480, end: 1020, late: -1 });
    expect(decided(await at('2026-11-23T17:10'))).toMatchObject({ start: 480, end: 1020, late: 10 });
    expect(decided(await at('2026-11-24T08:00'))).toMatchObject({ start: 0, end: 0, late: 0 });
    expect(decided(await at('2026-11-24T08:00'))?.page).toBe('/advSetting/group');
    expect(decided(await at('2026-12-07T08:00'))).toMatchObject({ reason: 'expired', number: 20_261_130, name: '' });
  });

  test('with the names of a holiday and of period groups', async () => {
    const { admin } = terminal;
    const daily = Array.from({ length: 7 }, (_, day) => ({ day, start: 600, end: 659 }));
    const working = await admin.call('AddGroupTime', { name: 'Tea', kind: 'working', periods: daily });
    const noon = daily.map(({ day }) => ({ day, start: 720, end: 779 }));
    const closed = await admin.call('AddGroupTime', { name: 'Noon', kind: 'alwaysClosed', periods: noon });
    const before = await admin.call('SetUniversalGroup', {});
    await admin.call('GetUniversalGroup', {
      working: [{ group: 5, periodGroups: [working.number] }],
      alwaysClosed: [closed.number],
    });
    const holiday = { from: '2026-11-23', to: '2026-11-23', yearly: false, plan: 'none' } as const;
    const { offset } = await explain({ userid: 9 });
    const at = (text: string) => explain({ userid: 9, time: Date.parse(`${text}:00Z`) - offset * 60_000 });
    expect((await at('2026-11-24T10:30')).steps[4]).toMatchObject({ reason: 'period', name: 'Tea' });
    expect(decided(await at('2026-11-24T12:30'))).toMatchObject({ reason: 'alwaysClosed', name: 'Noon' });
    const { number } = await admin.call('addHoliday', { name: 'Founders', ...holiday });
    expect(decided(await at('2026-11-23T08:00'))).toMatchObject({ reason: 'holiday', name: 'Founders' });
    const reader = await terminal.administrator(46, 4, goodPassword(46));
    const asked = { userid: 9, time: Date.parse('2026-11-23T08:00:00Z') - offset * 60_000 };
    const told = async () => {
      await reader.signIn('46', goodPassword(46)); // other rights end the sessions
      return decided(await reader.call('explain', asked))?.name;
    };
    const everyLevel = Array.from({ length: 15 }, (_, index) => index + 1);
    const mayRead = (AccSetting: 'read' | 'none') => {
      const rights = { ...unread, user: 'read', advSetting: 'read', AccSetting } as const;
      return admin.call('GetRoles', { levels: everyLevel.map((level) => ({ level, ...rights })) });
    };
    await mayRead('read');
    expect(await told()).toBe('Founders');
    await mayRead('none');
    expect(await told()).toBe('');
    await admin.call('delHoliday', { numbers: [number] });
    await admin.call('GetUniversalGroup', { alwaysClosed: before.alwaysClosed });
  });

  test('who may not read users learns of nobody', async () => {
    const levels = [1, 2, 3, 4].map((level) => ({ level, ...unread, advSetting: 'read' as const }));
    await terminal.admin.call('GetRoles', { levels });
    const four = await terminal.administrator(44, 4, goodPassword(44));
    await four.refuse('explain', { userid: 7 }, 'forbidden');
    await four.refuse('explain', { userid: 123_456 }, 'forbidden');
    await card('7007');
    await four.refuse('explain', { seq: await lastSeq() }, 'forbidden');
    await card('123123');
    const nobody = await four.call('explain', { seq: await lastSeq() });
    expect(nobody).toMatchObject({ userid: 0, username: '', reason: 'unknown' });
    expect(decided(nobody)).toMatchObject({ rule: 'credential', page: '' });
  });

  test('nothing is changed', async () => {
    const tables = queryDatabase(
      terminal.daemon,
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE 'CREATE TABLE%' AND name NOT LIKE 'sqlite%'",
    ).map(({ name }) => String(name));
    const all = () =>
      tables.map((name) => [name, JSON.stringify(queryDatabase(terminal.daemon, `SELECT * FROM "${name}"`))]);
    await card('7007');
    const before = all();
    expect(tables).toContain('record');
    for (let n = 0; n < 8; n++) await explain({ userid: 7, factors: ['id'] });
    await explain({ seq: await lastSeq() });
    expect(all()).toEqual(before);
    await card('7007');
    expect(all()).not.toEqual(before);
  });

  test('what cannot be asked is told', async () => {
    await terminal.admin.refuse('explain', {}, 'missing_parameter', 'userid');
    await terminal.admin.refuse('explain', { userid: 123_456 }, 'user_unknown', 'userid');
    await terminal.admin.refuse('explain', { seq: 1, userid: 7 }, 'out_of_range', 'seq');
    await terminal.admin.refuse('explain', { seq: 1, factors: [] }, 'out_of_range', 'seq');
    await terminal.admin.refuse('explain', { seq: 1_000_000 }, 'gone', 'seq');
    await terminal.admin.call('doorCommand', { command: 'open' });
    const opened = await until('the line', async () => {
      const { records } = await terminal.admin.call('searchrecord', { kind: 'remoteOpen' });
      return records[0]?.seq;
    });
    await terminal.admin.refuse('explain', { seq: opened }, 'no_decision', 'seq');
  });
});

describe('of a line', () => {
  test('under anti-passback the person is where the lines before say', async () => {
    await terminal.admin.call('resetPassback', {}).catch(() => undefined);
    await access({ antiPassback: 'hard' });
    await card('8008');
    const first = await lastSeq();
    await card('8008');
    const second = await lastSeq();
    expect(short(await explain({ seq: first }))).toBe('granted anyTime');
    const refused = await explain({ seq: second });
    expect(short(refused)).toBe('refused antiPassback');
    expect(decided(refused)).toMatchObject({ rule: 'antiPassback', number: 1, page: '/advSetting/access' });
    await access({ antiPassback: 'off' });
    expect(short(await explain({ seq: second }))).toBe('granted anyTime');
  });

  test('of two who were let in together each is the second person', async () => {
    await access({ twoPerson: true });
    await card('7007');
    await card('8008');
    const second = await lastSeq();
    expect(short(await explain({ seq: second }))).toBe('granted anyTime');
    expect(short(await explain({ seq: second - 1 }))).toBe('granted anyTime');
    const alone = await explain({ userid: 7 });
    expect(short(alone)).toBe('waits secondPerson');
    expect(alone.missing).toEqual([]);
    await access({ twoPerson: false });
  });

  test('why nobody was recognised stays, and a person who is gone is not judged', async () => {
    await present({ do: 'pin', digits: '909090' });
    expect(short(await explain({ seq: await lastSeq() }))).toBe('refused wrongCode');
    await terminal.add({ userid: 30, cardno: '3030' });
    await card('3030');
    const seq = await lastSeq();
    expect((await explain({ seq })).factors).toEqual(['card']);
    await terminal.admin.call('edituser', { userid: 30, group: 0 });
    expect(decided(await explain({ seq }))).toMatchObject({ reason: 'never', page: '/user/userEdit?userid=30' });
    await terminal.admin.call('deleteuser', { userid: 30 });
    await terminal.admin.refuse('explain', { seq }, 'user_unknown', 'seq');
  });

  test('a lock-down counts now and in the line, and not at another time', async () => {
    await terminal.admin.call('doorCommand', { command: 'lockDown', reason: 'Drill' });
    await until('the lock-down', async () =>
      (await terminal.admin.call('doorState', {})).rule === 'lockedDown' ? true : undefined,
    );
    await card('7007');
    const line = await explain({ seq: await lastSeq() });
    expect(short(line)).toBe('refused lockedDown');
    expect(decided(line)).toMatchObject({ rule: 'door', finding: 'refused', page: '/advSetting/access' });
    expect(short(await explain({ userid: 7 }))).toBe('refused lockedDown');
    expect(short(await explain({ userid: 7, time: Date.now() }))).toBe('granted anyTime');
  });
});
