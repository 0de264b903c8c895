// Keys of programs: made once, shown once, with the rights of a level, gone at once when deleted.

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallName } from '../harness/contract.ts';
import { auditRows, queryDatabase } from '../harness/database.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import type { WireReply } from '../harness/wire.ts';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.admin.call('GetRestParam', { restOn: true });
});
afterAll(async () => terminal.stop());

/** A call as a program makes it. */
const program = (authorization: string, name: CallName, body: unknown = {}): Promise<WireReply> =>
  terminal.client().attempt(name, body, { headers: { authorization } });

const answer = async (authorization: string, name: CallName, body: unknown = {}): Promise<number> =>
  (await program(authorization, name, body)).status;

test('a key may what its level may, on every call', async () => {
  const { id, key } = await terminal.admin.call('addRestKey', { name: 'payroll', level: 4 });
  expect(key).toMatch(/^pst_[A-Za-z0-9_-]{43}$/);
  expect(await answer(`Bearer ${key}`, 'adduser', { userid: 10, username: 'By a program' })).toBe(200);
  expect(await answer(`bearer ${key}`, 'userlist', { limit: 5 })).toBe(200);
  expect(await answer(`Bearer ${key}`, 'SetInfoParam')).toBe(200);
  expect(await answer(`Bearer ${key}`, 'checkPower', { call: 'adduser' })).toBe(200);
  expect(await answer(`Bearer ${key}`, 'SetRestParam')).toBe(403);
  expect(await answer(`Bearer ${key}`, 'GetRestParam', { restOn: false })).toBe(403);
  expect(auditRows(terminal.daemon).at(-1)).toMatchObject({ call: 'adduser', account: `key ${id}` });
  await terminal.admin.call('deleteRestKey', { id });
});

test('what changes an account of its own is none of a key’s business, nor what only admin may', async () => {
  const { id, key } = await terminal.admin.call('addRestKey', { name: 'all', level: 16 });
  const bearer = `Bearer ${key}`;
  expect(await answer(bearer, 'logout')).toBe(403);
  const passwords = { oldpassword: '1', password: goodPassword(1), confirm: goodPassword(1) };
  expect(await answer(bearer, 'EditPwd', { userid: `key ${id}`, ...passwords })).toBe(403);
  expect((await program(bearer, 'InitMachine', { users: true })).status).toBeGreaterThanOrEqual(400);
  await terminal.admin.call('deleteRestKey', { id });
});

test('a key makes and deletes no keys, and touches no account that may sign in', async () => {
  const { id, key } = await terminal.admin.call('addRestKey', { name: 'stolen', level: 16 });
  const refused = async (name: CallName, body: object, code: number, field?: string) => {
    const reply = await program(`Bearer ${key}`, name, body);
    expect(reply.envelope, name).toMatchObject({ retvalue: code, ...(field === undefined ? {} : { field }) });
  };
  await terminal.add({ userid: 31, level: 3, password: goodPassword(31) });
  await terminal.add({ userid: 32 });
  await refused('addRestKey', { name: 'more', level: 1 }, 12002);
  await refused('deleteRestKey', { id }, 12002);
  await refused('adduser', { userid: 33, level: 1, password: goodPassword(33) }, 12003, 'level');
  await refused('adduser', { userid: 31, group: 2, again: true }, 12003, 'userid');
  await refused('edituser', { userid: 31, username: 'Mine now' }, 12003, 'userid');
  await refused('edituser', { userid: 31, password: goodPassword(34) }, 12003, 'userid');
  await refused('edituser', { userid: 32, level: 1, password: goodPassword(35) }, 12003, 'level');
  await refused('deleteuser', { userid: 31 }, 12003, 'userid');
  const some = await program(`Bearer ${key}`, 'deletsomeuser', { userids: [31, 32] });
  expect(some.envelope.data).toEqual({ deleted: [32], failed: [{ userid: 31, code: 12003 }] });
  expect((await terminal.admin.call('GetUserInfo', { userid: 31 })).user.level).toBe(3);
  await terminal.admin.call('deleteuser', { userid: 31 });
  await terminal.admin.call('deleteRestKey', { id });
});

test('no key, half a key, another scheme, a key of nobody: not let in', async () => {
  const { id, key } = await terminal.admin.call('addRestKey', { name: 'probe', level: 1 });
  for (const authorization of [
    '',
    'Bearer',
    'Bearer ',
    `Bearer ${key.slice(0, -1)}`,
    `Bearer ${key}x`,
    `Bearer ${key.slice(0, -1)}${key.endsWith('A') ? 'E' : 'A'}`,
    `Basic ${Buffer.from(`admin:${key}`).toString('base64')}`,
    key,
  ]) {
    const reply = await program(authorization, 'userlist', { limit: 1 });
    const code = /^Bearer ./.test(authorization) ? 11001 : 10002; /* who shows no key is asked for a token */
    expect([reply.status, reply.envelope.retvalue], authorization).toEqual([401, code]);
  }
  // A session that has ended is not rescued by a key.
  const both = await terminal
    .client({ token: 'x' })
    .attempt('userlist', {}, { headers: { authorization: `Bearer ${key}` } });
  expect(both.status).toBe(401);
  await terminal.admin.call('deleteRestKey', { id });
  expect(await answer(`Bearer ${key}`, 'userlist')).toBe(401);
});

test('switched off, no key works; switched on, those there were work again', async () => {
  const { id, key } = await terminal.admin.call('addRestKey', { name: 'switch', level: 8 });
  await terminal.admin.call('GetRestParam', { restOn: false });
  expect(await answer(`Bearer ${key}`, 'userlist')).toBe(401);
  await terminal.admin.call('GetRestParam', { restOn: true });
  expect(await answer(`Bearer ${key}`, 'userlist')).toBe(200);
  await terminal.restart();
  expect(await answer(`Bearer ${key}`, 'userlist')).toBe(200);
  await terminal.admin.call('deleteRestKey', { id });
});

test('the list shows the last use, and never the key; the key is nowhere on the disk', async () => {
  const { id, key } = await terminal.admin.call('addRestKey', { name: 'door log', level: 2 });
  const row = async () => (await terminal.admin.call('restKeys', {})).keys.find((one) => one.id === id);
  expect(await row()).toMatchObject({ name: 'door log', level: 2, hint: key.slice(0, 8), lastUsed: 0, lastPeer: '' });
  await answer(`Bearer ${key}`, 'SetInfoParam');
  const used = await row();
  expect(used?.lastPeer).toBe('127.0.0.1');
  expect((used?.lastUsed ?? 0) % 60).toBe(0);
  expect(JSON.stringify(await terminal.admin.call('restKeys', {}))).not.toContain(key);
  expect(queryDatabase(terminal.daemon, 'SELECT used_s FROM rest_key WHERE id = ?', id)).toEqual([{ used_s: 0 }]);
  await terminal.bench.advance(61_000);
  await until('the use to be written', () => {
    const [written] = queryDatabase(terminal.daemon, 'SELECT used_s FROM rest_key WHERE id = ?', id);
    return written?.['used_s'] === used?.lastUsed;
  });
  for (const table of ['rest_key', 'audit']) {
    expect(JSON.stringify(queryDatabase(terminal.daemon, `SELECT * FROM ${table}`))).not.toContain(key);
  }
  expect(terminal.daemon.logText).not.toContain(key);
  await terminal.admin.call('deleteRestKey', { id });
});

test('names are unique, levels not above the own, and there is an end to the keys', async () => {
  const made = await terminal.admin.call('addRestKey', { name: 'once', level: 12 });
  await terminal.admin.refuse('addRestKey', { name: 'once', level: 1 }, 'user_name_exists', 'name');
  await terminal.admin.refuse('deleteRestKey', { id: 4_000_000 }, 'gone');
  const { key } = await terminal.admin.call('addRestKey', { name: 'twelve', level: 12 });
  // Level 12 reads the network only, so that no key is made by one who may not.
  expect(await answer(`Bearer ${key}`, 'restKeys')).toBe(200);
  expect(await answer(`Bearer ${key}`, 'addRestKey', { name: 'more', level: 1 })).toBe(403);
  expect(await answer(`Bearer ${key}`, 'deleteRestKey', { id: made.id })).toBe(403);
  const { keys } = await terminal.admin.call('restKeys', {});
  for (let n = keys.length; n < 32; n++) await terminal.admin.call('addRestKey', { name: `n${n}`, level: 1 });
  await terminal.admin.refuse('addRestKey', { name: 'too many', level: 1 }, 'capacity');
  for (const one of (await terminal.admin.call('restKeys', {})).keys) {
    await terminal.admin.call('deleteRestKey', { id: one.id });
  }
  const audit = auditRows(terminal.daemon).at(-1);
  expect(audit).toMatchObject({ call: 'deleteRestKey', before: { level: 1 }, after: null });
});
