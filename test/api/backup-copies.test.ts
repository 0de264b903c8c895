// Copies by plan into a folder: when they are made, what they are called, which ones go, and a folder that is full,
// gone or not to be written.

import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { send } from '../harness/backup.ts';
import type { CallReply, CallRequest } from '../harness/contract.ts';
import { errorNamed } from '../harness/contract.ts';
import { temporaryFolder } from '../harness/daemon.ts';
import { auditRows, queryDatabase } from '../harness/database.ts';
import { SmallDisk } from '../harness/smallDisk.ts';
import { adminPassword, goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

const passphrase = 'copper kettle under 3 oaks';
const base = temporaryFolder();
const folder = join(base, 'copies');
const minute = 60_000;
const hour = 60 * minute;

type State = CallReply<'SetBackupParam'>['state'];

let terminal: Terminal;
let serial: string;

async function start(options: Parameters<typeof Terminal.start>[0] = {}): Promise<void> {
  terminal = await Terminal.start({ args: ['--backup-dir', folder], ...options });
  serial = (await terminal.admin.call('SetInfoParam', {})).Serial;
}

const state = async (): Promise<State> => (await terminal.admin.call('SetBackupParam', {})).state;
const save = (request: CallRequest<'GetBackupParam'>): Promise<unknown> =>
  terminal.admin.call('GetBackupParam', request);
const own = (stamp: string): string => `postern-${serial}-${stamp}.backup`;
/** Saves a plan and waits until its days count from now. */
async function plan(request: CallRequest<'GetBackupParam'>): Promise<void> {
  await save({ plan: 'off' });
  const day = (): number => Number(queryDatabase(terminal.daemon, 'SELECT day FROM backup_copies')[0]?.['day'] ?? 0);
  await until('no plan', async () => day() === 0);
  await save(request);
  await until('the plan', async () => day() > 0);
}

const copies = (where = folder): string[] =>
  readdirSync(where)
    .filter((name) => new RegExp(`^postern-${serial}-\\d{4}-\\d\\d-\\d\\d-\\d{4}\\.backup$`).test(name))
    .sort();
const parts = (where = folder): string[] => readdirSync(where).filter((name) => name.endsWith('.part'));

/** Moves clock and calendar on; whoever was signed in is so again. */
async function advance(ms: number): Promise<void> {
  await terminal.bench.advance(ms);
  await terminal.admin.signIn('admin', adminPassword);
}

const setClock = (time: string): Promise<unknown> =>
  terminal.admin.call('GetDateTimeParam', { time: Date.parse(`${time}Z`) / 1000 });

/** How it stands once nothing is being made, as the folder was seen then. */
function untilDone(what: string, is: (state: State) => boolean): Promise<State> {
  return until(what, async () => {
    const now = await state();
    return !now.making && is(now) && now;
  });
}

async function copyNow(): Promise<State> {
  const { last } = await state();
  await terminal.bench.advance(1000); // its time is another one
  await terminal.admin.call('backupNow', {});
  return untilDone('a copy', (now) => now.last !== last);
}

describe('without a folder', () => {
  beforeAll(async () => {
    terminal = await Terminal.start();
  });
  afterAll(() => terminal.stop());

  test('there are no copies, no plan, and none is made', async () => {
    expect(await state()).toMatchObject({ folder: '', writable: false, count: 0, last: 0, next: 0, making: false });
    await terminal.admin.refuse('GetBackupParam', { plan: 'daily', passphrase }, 'no_backup_folder', 'plan');
    await terminal.admin.refuse('backupNow', {}, 'no_backup_folder');
    await save({ passphrase });
    await save({ passphrase: '' });
  });
});

describe('with a folder', () => {
  beforeAll(async () => {
    mkdirSync(folder);
    await start();
  });
  afterAll(() => terminal.stop());
  afterEach(() => {
    mkdirSync(folder, { recursive: true });
    for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
  });

  test('a plan and a copy ask for a passphrase', async () => {
    expect(await state()).toMatchObject({ folder, last: 0, lastOctets: 0, code: 0, next: 0, making: false });
    await terminal.admin.refuse('GetBackupParam', { plan: 'daily' }, 'missing_parameter', 'passphrase');
    await terminal.admin.refuse('backupNow', {}, 'no_backup_passphrase');
    await save({ passphrase });
    await save({ plan: 'daily' });
    await terminal.admin.refuse('GetBackupParam', { passphrase: '' }, 'missing_parameter', 'passphrase');
    await save({ plan: 'off' });
  });

  test('the passphrase is set by who may write everything and has just typed the password, and never read back', async () => {
    const clerk = await terminal.administrator(12, 12, goodPassword(12));
    await clerk.refuse('GetBackupParam', { passphrase: 'six quiet owls at dusk' }, 'forbidden', 'passphrase');
    await clerk.call('GetBackupParam', { keep: 7 });
    await terminal.admin.call('deleteuser', { userid: 12 });
    await terminal.bench.advance(6 * minute);
    await terminal.admin.refuse('GetBackupParam', { passphrase }, 'password_needed', 'passphrase');
    await terminal.admin.signIn('admin', adminPassword);
    expect(await terminal.admin.call('SetBackupParam', {})).toMatchObject({ hasPassphrase: true });
    await terminal.admin.refuse('GetBackupParam', { passphrase: 'too short' }, 'out_of_range', 'passphrase');
  });

  test('one that is asked for is made at once, whole under its name, and leaves an audit row', async () => {
    const audited = auditRows(terminal.daemon).length;
    const now = await copyNow();
    const [name = ''] = copies();
    expect(readdirSync(folder)).toEqual([name]);
    expect(now).toMatchObject({ writable: true, count: 1, code: 0, next: 0 });
    expect(statSync(join(folder, name)).size).toBe(now.lastOctets);
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
    expect(auditRows(terminal.daemon).slice(audited)).toMatchObject([{ call: 'backupNow', object: 'backup copy' }]);
    expect(terminal.daemon.log.some((line) => line.includes('a copy was made'))).toBe(true);
    expect(terminal.daemon.log.join('\n')).not.toContain(passphrase);
  });

  test('opens again with the passphrase, on another terminal too', async () => {
    await terminal.add({ userid: 7, username: 'Ada' });
    await copyNow();
    const file = readFileSync(join(folder, copies()[0] ?? ''));
    const other = await Terminal.start();
    try {
      await send(other.admin, file);
      await other.admin.refuse('restoreLook', { passphrase: `${passphrase}!` }, 'backup_passphrase');
      expect(await other.admin.call('restoreLook', { passphrase })).toMatchObject({
        serial,
        origin: 'other',
        users: 1,
        keys: false,
      });
    } finally {
      await other.stop();
    }
    await terminal.admin.call('deleteuser', { userid: 7 });
  });

  test('there is one at a time', async () => {
    const replies = await Promise.all([1, 2, 3].map(() => terminal.admin.attempt('backupNow', {})));
    const codes = replies.map((reply) => reply.envelope.retvalue).sort((a, b) => a - b);
    expect(codes).toEqual([0, errorNamed('backup_running').code, errorNamed('backup_running').code]);
    await untilDone('the copy', ({ count }) => count === 1);
  });

  test('by the plan at its hour, once, whatever the clock does then', async () => {
    await setClock('2030-03-06T12:00:00');
    await plan({ plan: 'daily', hour: 2 });
    expect((await state()).next).toBe(Date.parse('2030-03-07T02:00:00Z') / 1000);
    await setClock('2030-03-07T01:59:00');
    await advance(30_000);
    expect(copies()).toEqual([]);
    await advance(31_000);
    const done = await untilDone('the copy of the 7th', ({ count }) => count === 1);
    expect(copies()).toEqual([own('2030-03-07-0200')]);
    expect(done.next).toBe(Date.parse('2030-03-08T02:00:00Z') / 1000);
    await setClock('2030-03-07T01:58:00');
    await advance(10 * minute);
    expect(await state()).toMatchObject({ making: false, next: Date.parse('2030-03-08T02:00:00Z') / 1000 });
    expect(copies()).toHaveLength(1);
    // Three days go by at once: one copy for all of them.
    await setClock('2030-03-10T12:00:00');
    await untilDone('the copy of the 10th', ({ count }) => count === 2);
    expect((await state()).next).toBe(Date.parse('2030-03-11T02:00:00Z') / 1000);
    await save({ plan: 'off' });
    expect((await state()).next).toBe(0);
  });

  test('a restart does not make it again, and knows when the last one was made', async () => {
    // The machine's clock, which the simulated one is at again after a restart.
    await setClock(new Date().toISOString().slice(0, 19));
    const time = Math.floor((await terminal.admin.call('SetDateTimeParam', {})).state.now / 1000);
    const next = Math.floor(time / 3600) * 3600 + 3600;
    await plan({ plan: 'daily', hour: (next / 3600) % 24 });
    await advance((next - time) * 1000);
    const { last } = await untilDone('the copy', ({ count }) => count === 1);
    await terminal.restart();
    await advance((next - time) * 1000);
    await advance(2 * minute);
    expect(await untilDone('a look', ({ writable }) => writable)).toMatchObject({
      count: 1,
      last,
      next: next + 86_400,
    });
    await save({ plan: 'off' });
  });

  test('weekly on Sundays', async () => {
    await setClock('2030-03-13T12:00:00'); // a Wednesday
    await plan({ plan: 'weekly', hour: 23 });
    expect((await state()).next).toBe(Date.parse('2030-03-17T23:00:00Z') / 1000);
    await save({ plan: 'off', hour: 2 });
  });

  test('the oldest of this terminal go, and nothing else', async () => {
    const others = [
      'postern-PT-OTHER12345-2020-01-01-0200.backup',
      `${own('2020-01-01-0200')}.txt`,
      `x${own('2020-01-01-0200')}`,
      own('2020-01-01-020'),
      own('2020-01-01-02oo'),
      'holiday.jpg',
    ];
    const old = ['2020-01-01-0200', '2020-01-02-0200', '2020-01-03-0200', '2021-01-01-0000'].map(own);
    for (const name of [...others, ...old]) writeFileSync(join(folder, name), name);
    mkdirSync(join(folder, own('2019-01-01-0000')));
    symlinkSync(join(base, 'elsewhere'), join(folder, own('2018-01-01-0000')));
    writeFileSync(join(base, 'elsewhere'), 'stays');
    writeFileSync(join(folder, `${own('2020-05-05-0200')}.part`), 'half');
    writeFileSync(join(folder, 'postern-PT-OTHER12345-2020-05-05-0200.backup.part'), 'half of another');
    await save({ keep: 2 });
    expect((await copyNow()).count).toBe(2);
    expect(copies().filter((name) => lstatSync(join(folder, name)).isFile())).toEqual([
      own('2021-01-01-0000'),
      expect.any(String),
    ]);
    expect(parts()).toEqual(['postern-PT-OTHER12345-2020-05-05-0200.backup.part']);
    for (const name of [...others, own('2019-01-01-0000'), own('2018-01-01-0000')])
      expect(readdirSync(folder), name).toContain(name);
    expect(existsSync(join(base, 'elsewhere'))).toBe(true);
    await save({ keep: 7 });
  });

  test('one just made stays although its name is older than those that are there', async () => {
    for (const stamp of ['2098-01-01-0200', '2098-01-02-0200']) writeFileSync(join(folder, own(stamp)), '');
    await save({ keep: 1 });
    await copyNow();
    expect(copies()).toHaveLength(1);
    expect(copies()[0]).not.toContain('2098');
    await save({ keep: 7 });
  });

  test('a folder that is gone is told, and tried again in an hour, three times; then at the next hour of the plan', async () => {
    await setClock('2031-05-05T12:00:00');
    await plan({ plan: 'daily', hour: 2 });
    rmSync(folder, { recursive: true });
    await setClock('2031-05-06T02:00:00');
    const code = errorNamed('backup_folder').code;
    const failed = await untilDone('a failure', (now) => now.code === code);
    expect(failed).toMatchObject({ writable: false, count: 0 });
    expect(failed.next).toBeGreaterThan(Date.parse('2031-05-06T02:59:00Z') / 1000);
    const failures = (): number =>
      terminal.daemon.log.filter((line) => line.includes('a copy could not be made')).length;
    const first = failures();
    for (const more of [1, 2, 3]) {
      await advance(hour);
      await until('another try', async () => failures() === first + more);
    }
    await untilDone('the next day', ({ next }) => next === Date.parse('2031-05-07T02:00:00Z') / 1000);
    await advance(3 * hour);
    expect((await state()).making).toBe(false);
    expect(failures()).toBe(first + 3);
    mkdirSync(folder);
    await setClock('2031-05-07T02:00:00');
    expect(await untilDone('a copy', ({ count }) => count === 1)).toMatchObject({ code: 0, writable: true });
    expect(copies()).toEqual([own('2031-05-07-0200')]);
    await save({ plan: 'off' });
  });

  test('a copy that is asked for in vain is not tried again', async () => {
    rmSync(folder, { recursive: true });
    await terminal.admin.call('backupNow', {});
    await untilDone('a failure', (now) => now.code === errorNamed('backup_folder').code);
    writeFileSync(folder, 'a file');
    await terminal.admin.call('backupNow', {});
    await untilDone('a failure', (now) => now.code === errorNamed('backup_folder').code);
    rmSync(folder);
    mkdirSync(folder);
    await advance(2 * hour);
    expect(await untilDone('a look', ({ writable }) => writable)).toMatchObject({ count: 0 });
    await copyNow();
  });

  test('the power goes in the middle: no half one has a name, and what is half goes at the next start', async () => {
    await terminal.admin.call('backupNow', {});
    await until('it to be begun', async () => parts().length === 1);
    await terminal.daemon.kill();
    expect(copies()).toEqual([]);
    expect(parts()).toHaveLength(1);
    await terminal.daemon.begin();
    await terminal.resume();
    await until('the rest to go', async () => parts().length === 0);
    expect(copies()).toEqual([]);
    expect((await copyNow()).count).toBe(1);
  });

  test('an end in order gives up what is half', async () => {
    await terminal.admin.call('backupNow', {});
    await until('it to be begun', async () => parts().length === 1);
    await terminal.daemon.stop();
    expect(readdirSync(folder)).toEqual([]);
    await terminal.daemon.begin();
    await terminal.resume();
  });

  test('another folder in its place is not taken for it', async () => {
    await terminal.admin.call('backupNow', {});
    await until('it to be begun', async () => parts().length === 1);
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    await untilDone('a failure', (now) => now.code === errorNamed('backup_folder').code);
    expect(readdirSync(folder)).toEqual([]);
  });
});

describe('a disk that is full', () => {
  let disk: SmallDisk;
  beforeAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    disk = await SmallDisk.make(folder, 4);
    await start({ prefix: disk.prefix });
    await save({ passphrase });
  });
  afterAll(async () => {
    await terminal.stop();
    disk.end();
  });

  test('is told, and nothing half is left; with room the next one is made', async () => {
    disk.fill();
    await terminal.admin.call('backupNow', {});
    await untilDone('a failure', (now) => now.code === errorNamed('backup_folder').code);
    expect(readdirSync(disk.file('.'))).toEqual(['ballast']);
    disk.empty();
    expect((await copyNow()).count).toBe(1);
    expect(copies(disk.file('.'))).toHaveLength(1);
  });
});
