// Who may what: every call against every kind of caller, and the rules between levels.

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import { type CallName, callNames, errorNamed, specOf } from '../harness/contract.ts';
import { adminPassword, goodPassword, Terminal } from '../harness/terminal.ts';
import { drastic, minimalRequest } from './requests.ts';

type Right = 'none' | 'read' | 'write';
type Group = 'user' | 'network' | 'basicSetting' | 'AccSetting' | 'advSetting';
const groups: readonly Group[] = ['user', 'network', 'basicSetting', 'AccSetting', 'advSetting'];

/** Levels and their rights as the terminal is delivered: one level of each class, at its lower and upper end. */
const classes: readonly { readonly levels: readonly number[]; readonly rights: Readonly<Record<Group, Right>> }[] = [
  { levels: [16], rights: all('write') },
  { levels: [12, 15], rights: { ...all('write'), network: 'read' } },
  { levels: [8, 11], rights: { ...all('read'), user: 'write', AccSetting: 'write' } },
  { levels: [4, 7], rights: { ...all('none'), user: 'write', advSetting: 'read' } },
  { levels: [1, 3], rights: { ...all('none'), user: 'read' } },
];

function all(right: Right): Record<Group, Right> {
  return { user: right, network: right, basicSetting: right, AccSetting: right, advSetting: right };
}

const levels = classes.flatMap((entry) => entry.levels.map((level) => ({ level, rights: entry.rights })));

let terminal: Terminal;
let foreign: Terminal;
const clients = new Map<number, Client>();

beforeAll(async () => {
  [terminal, foreign] = await Promise.all([Terminal.start(), Terminal.start()]);
  for (const { level } of levels) {
    clients.set(level, await terminal.administrator(300 + level, level, goodPassword(300 + level)));
  }
});
afterAll(() => Promise.all([terminal.stop(), foreign.stop()]));

function clientOf(level: number): Client {
  const client = clients.get(level);
  if (client === undefined) throw new Error(`no client of level ${level}`);
  return client;
}

const sufficient = (have: Right, need: 'read' | 'write'): boolean =>
  have === 'write' || (have === 'read' && need === 'read');

function mayCall(name: CallName, rights: Readonly<Record<Group, Right>>): boolean {
  const { access } = specOf(name);
  if (typeof access === 'string') return access !== 'super';
  return sufficient(rights[access.group as Group], access.right);
}

/** Calls that would end the client's own session stand aside in the matrix of those who may. */
const ending: readonly CallName[] = ['logout', 'chklogin', ...drastic];

/** What an account may not do although its level has the right: only `admin` may. */
const adminOnly = errorNamed('admin_only').code;

/** Open to who has no session; the calls that recognise one all the same have tests of their own. */
const isOpen = (name: CallName): boolean => ['none', 'open'].includes(String(specOf(name).access));

const closed = callNames.filter((name) => !isOpen(name));

describe('calls open without a session', () => {
  test('are those of the allow-list, no more and no fewer', () => {
    const allowList: unknown = JSON.parse(readFileSync(new URL('public-calls.json', import.meta.url), 'utf8'));
    expect(callNames.filter(isOpen)).toEqual(allowList);
  });
});

/** Tokens that open nothing, by what is wrong with them. */
const badTokens: readonly (readonly [string, () => string | Promise<string>])[] = [
  ['no', () => ''],
  ['a short', () => 'x'],
  ['a forged', () => randomBytes(32).toString('base64url')],
  ['an overlong', () => 'A'.repeat(2000)],
  ['an all-zero', () => Buffer.alloc(32).toString('base64url')],
  ['the token of a session of another terminal as', () => foreign.admin.token ?? ''],
  ['a token with one letter changed as', () => flipped(terminal.admin.token ?? '')],
  ['a token with a letter more as', () => `${terminal.admin.token}A`],
  ['a token with a letter less as', () => (terminal.admin.token ?? '').slice(0, -1)],
  ['a token in other letter case as', () => swappedCase(terminal.admin.token ?? '')],
];

function flipped(token: string): string {
  return `${token.startsWith('A') ? 'B' : 'A'}${token.slice(1)}`;
}

function swappedCase(token: string): string {
  return token.replace(/[a-z]/gi, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  );
}

describe.each(closed)('%s', (name) => {
  test('answers 10002 without a token', async () => {
    await terminal.client().refuse(name, minimalRequest(name), 'token_failed');
  });

  test.each(badTokens)('answers 10002 with %s token', async (_, make) => {
    const token = await make();
    await terminal.client({ token }).refuse(name, minimalRequest(name), 'token_failed');
  });

  test('does not look for a token in the query or a cookie', async () => {
    const reply = await terminal.client().attempt(name, minimalRequest(name), {
      headers: { cookie: `token=${terminal.admin.token}`, authorization: `Bearer ${terminal.admin.token}` },
    });
    expect(reply.envelope.retvalue).toBe(11001); /* no REST key either */
  });

  test.each(levels)('level $level: as its rights say', async ({ level, rights }) => {
    const client = clientOf(level);
    if (!mayCall(name, rights)) {
      const error = specOf(name).access === 'super' ? 'super_needed' : 'forbidden';
      await client.refuse(name, minimalRequest(name), error);
      return;
    }
    if (ending.includes(name)) return;
    const reply = await client.attempt(name, minimalRequest(name));
    const ofItsOwn = [40302, adminOnly].includes(reply.envelope.retvalue);
    expect([401, 403]).not.toContain(ofItsOwn ? 200 : reply.status);
  });
});

describe('checkPower', () => {
  test.each(levels)('tells level $level what its groups are', async ({ level, rights }) => {
    for (const group of groups) {
      expect(await clientOf(level).call('checkPower', { group }), group).toEqual({
        read: sufficient(rights[group], 'read'),
        write: sufficient(rights[group], 'write'),
      });
    }
  });

  test.each(levels)('tells level $level which calls it may make', async ({ level, rights }) => {
    for (const call of callNames) {
      const may = mayCall(call, rights);
      expect(await clientOf(level).call('checkPower', { call }), call).toEqual({ read: may, write: may });
    }
  });

  test('asks for one of the two, and one that exists', async () => {
    await terminal.admin.refuse('checkPower', {}, 'missing_parameter');
    await terminal.admin.refuse('checkPower', { call: 'RestartEverything' }, 'no_such_call', 'call');
    expect((await terminal.admin.attempt('checkPower', { group: 'everything' })).status).toBe(400);
  });
});

describe('signing in', () => {
  test.each(levels)('level $level gets the groups it may read as funs', async ({ level, rights }) => {
    const client = terminal.client();
    const reply = await client.signIn(String(300 + level), goodPassword(300 + level));
    expect(reply.level).toBe(level);
    expect([...reply.funs].sort()).toEqual(groups.filter((group) => rights[group] !== 'none').sort());
    await client.call('logout', {});
  });
});

describe('a token that was good', () => {
  test('is refused by every call once its session ended, with the reason', async () => {
    const client = await terminal.administrator(350, 16, goodPassword(350));
    await terminal.admin.call('edituser', { userid: 350, level: 15 });
    for (const name of closed) await client.refuse(name, minimalRequest(name), 'session_ended');
  });

  test('is refused by every call once it expired', async () => {
    const client = await terminal.signedIn('301', goodPassword(301));
    await terminal.bench.advance(31 * 60_000);
    for (const name of closed) await client.refuse(name, minimalRequest(name), 'token_failed');
    await terminal.admin.signIn('admin', adminPassword);
    for (const { level } of levels) await clientOf(level).signIn(String(300 + level), goodPassword(300 + level));
  });
});

describe('between levels', () => {
  test('nobody grants a level above the own one', async () => {
    const eight = clientOf(8);
    await eight.refuse('adduser', { userid: 360, level: 9, password: goodPassword(360) }, 'above_level', 'level');
    await eight.call('adduser', { userid: 360, level: 8, password: goodPassword(360) });
    await eight.refuse('edituser', { userid: 360, level: 16 }, 'above_level', 'level');
    await eight.refuse('adduser', { userid: 360, level: 16, again: true }, 'above_level', 'level');
  });

  test('nobody changes or deletes a user above the own level', async () => {
    const eight = clientOf(8);
    await terminal.admin.call('adduser', { userid: 361, level: 12, password: goodPassword(361) });
    await eight.refuse('edituser', { userid: 361, username: 'Mine now' }, 'above_level');
    await eight.refuse('edituser', { userid: 361, password: goodPassword(362) }, 'above_level');
    await eight.refuse('edituser', { userid: 361, level: 0 }, 'above_level');
    await eight.refuse('adduser', { userid: 361, username: 'Mine now', again: true }, 'above_level');
    await eight.refuse('deleteuser', { userid: 361 }, 'above_level');
    const { user } = await terminal.admin.call('GetUserInfo', { userid: 361 });
    expect(user).toMatchObject({ username: '', level: 12, revision: 1 });
  });

  test('one of the own level may be changed', async () => {
    await clientOf(8).call('edituser', { userid: 360, username: 'A peer' });
  });

  test('nobody deletes or demotes the own account', async () => {
    const sixteen = clientOf(16);
    await sixteen.refuse('deleteuser', { userid: 316 }, 'own_account');
    await sixteen.refuse('edituser', { userid: 316, level: 15 }, 'own_account', 'level');
    await sixteen.refuse('edituser', { userid: 316, level: 0 }, 'own_account', 'level');
    await sixteen.refuse('adduser', { userid: 316, level: 0, again: true }, 'own_account', 'level');
    const password = goodPassword(316);
    await sixteen.refuse('edituser', { userid: 316, password }, 'own_password', 'password');
    await sixteen.refuse('adduser', { userid: 316, password, again: true }, 'own_password', 'password');
    await sixteen.call('edituser', { userid: 316, username: 'Still here', level: 16 });
    await sixteen.call('SetInfoParam', {});
  });

  test('admin is no user and cannot be reached through the calls for users', async () => {
    expect((await terminal.admin.attempt('deleteuser', { userid: 'admin' })).status).toBe(400);
    expect((await terminal.admin.attempt('deleteuser', { userid: 0 })).status).toBe(400);
  });

  test('with every user deleted, admin still signs in', async () => {
    const page = await terminal.admin.call('userlist', { limit: 100 });
    await terminal.admin.call('deletsomeuser', { userids: page.users.map((user) => user.userid) });
    expect((await terminal.admin.call('userlist', {})).total).toBe(0);
    await terminal.signedIn('admin', adminPassword);
    for (const { level } of levels) {
      const reply = await clientOf(level).attempt('SetInfoParam', {});
      expect(reply.envelope.retvalue).toBe(errorNamed('session_ended').code);
    }
  });
});
