// The way from a fresh terminal to one that is in use: nothing is open before the initial password was replaced.

import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Client, Refused } from '../harness/client.ts';
import { type CallName, type CallRequest, callNames, specOf } from '../harness/contract.ts';
import { Daemon } from '../harness/daemon.ts';
import { queryDatabase } from '../harness/database.ts';
import { until } from '../harness/wait.ts';
import { minimalRequest } from './requests.ts';

const openBeforeTheFirstPassword = ['chklogin', 'confirmNetwork', 'logout', 'EditPwd', 'SetLanguageSettingItem'];

let daemon: Daemon;
let admin: Client;
let initial: string;

beforeAll(async () => {
  daemon = await Daemon.start();
  admin = new Client(() => daemon.port);
  initial = await daemon.initialPassword();
});
afterAll(async () => {
  admin.close();
  await daemon.stop();
  await daemon.dispose();
});

const change = (password: string, more: Partial<CallRequest<'EditPwd'>> = {}): CallRequest<'EditPwd'> => ({
  userid: 'admin',
  oldpassword: initial,
  password,
  confirm: password,
  ...more,
});

describe('a fresh terminal', () => {
  test('shows six random digits and says them nowhere else', () => {
    expect(initial).toMatch(/^\d{6}$/);
    expect(daemon.logText).not.toContain(initial);
  });

  test('keeps nothing that another user of the machine could read', () => {
    const open = readdirSync(daemon.state).filter((name) => (statSync(join(daemon.state, name)).mode & 0o077) !== 0);
    expect(open).toEqual([]);
  });

  test.each(['', '0', '12345', '123456', '000000', '111111', '888888', 'admin', 'password'])(
    'has no default password: %j is refused',
    async (guess) => {
      // Each from a source of its own, and the account's five free tries given back by the clock of the bench.
      const client = new Client(() => daemon.port, { from: '127.0.0.9' });
      try {
        await (await daemon.bench()).advance(16 * 60_000);
        if (guess === initial) return;
        await client.refuse(
          'chklogin',
          { username: 'admin', password: guess },
          guess === '' ? 'password_empty' : 'password_wrong',
        );
      } finally {
        client.close();
      }
    },
  );

  test('two terminals have different identities', async () => {
    const other = await Daemon.start();
    const otherAdmin = new Client(() => other.port);
    try {
      const password = await other.initialPassword();
      // One in a million that two are alike by chance; the identity must differ in any case.
      await otherAdmin.signIn('admin', password);
      await otherAdmin.call('EditPwd', change('704182', { oldpassword: password }));
      const info = await otherAdmin.call('SetInfoParam', {});
      expect(info.Serial).not.toBe('');
      const mine = queryDatabase(daemon, 'SELECT password_hash AS hash FROM account');
      const theirs = queryDatabase(other, 'SELECT password_hash AS hash FROM account');
      expect(mine[0]?.['hash']).toMatch(/^\$argon2id-hmac\$v=19\$m=19456,t=2,p=1\$/);
      expect(theirs[0]?.['hash']).not.toBe(mine[0]?.['hash']);
    } finally {
      otherAdmin.close();
      await other.stop();
      await other.dispose();
    }
  });

  test('the first sign-in says that the password must change', async () => {
    await (await daemon.bench()).advance(16 * 60_000);
    const reply = await admin.signIn('admin', initial);
    expect(reply).toMatchObject({ userid: 'admin', level: 16, mustChangePassword: true });
    expect(reply.token).toMatch(/^[A-Za-z0-9_-]{43}$/);
  });

  const isOpen = (name: CallName): boolean => ['none', 'open'].includes(String(specOf(name).access));
  test.each(callNames.filter((name) => !openBeforeTheFirstPassword.includes(name) && !isOpen(name)))(
    '%s answers 12001 until it did',
    async (name) => {
      await admin.refuse(name, minimalRequest(name), 'password_change_required');
    },
  );

  test('the language of the terminal can be read, for the dialog', async () => {
    expect(await admin.call('SetLanguageSettingItem', {})).toEqual({ LanguageSettingItem: 'en', offered: true });
  });

  test.each([
    ['12345', 'password_format'],
    ['1234567', 'password_format'],
    ['12345a', 'password_format'],
    ['', 'password_empty'],
    ['123456', 'password_rules'],
    ['654321', 'password_rules'],
    ['000000', 'password_rules'],
    ['777777', 'password_rules'],
    ['112233', 'password_rules'],
    ['159753', 'password_rules'],
    ['121212', 'password_rules'],
    ['010190', 'password_rules'],
    ['311299', 'password_rules'],
  ] as const)('%j is no new password (%s)', async (password, error) => {
    await admin.refuse('EditPwd', change(password), error, 'password');
  });

  test('the initial password is no new password', async () => {
    await admin.refuse('EditPwd', change(initial), 'password_rules', 'password');
  });

  test('the confirmation must be the same', async () => {
    await admin.refuse('EditPwd', change('704182', { confirm: '704183' }), 'password_mismatch', 'confirm');
  });

  test('another account than the own one is refused', async () => {
    await admin.refuse('EditPwd', change('704182', { userid: '7' }), 'user_id_invalid', 'userid');
  });

  test('the current password must be right', async () => {
    const wrong = initial === '905318' ? '905319' : '905318';
    await admin.refuse('EditPwd', change('704182', { oldpassword: wrong }), 'password_wrong', 'oldpassword');
  });

  test('signing out and in again changes nothing', async () => {
    await admin.call('logout', {});
    const reply = await admin.signIn('admin', initial);
    expect(reply.mustChangePassword).toBe(true);
  });

  test('a restart changes nothing: the same initial password, still to be replaced', async () => {
    await daemon.restart();
    expect(await daemon.initialPassword()).toBe(initial);
    expect((await admin.signIn('admin', initial)).mustChangePassword).toBe(true);
  });

  test('with a good one everything opens, and the display forgets the initial one', async () => {
    await admin.call('EditPwd', change('704182'));
    await admin.call('SetInfoParam', {});
    const bench = await daemon.bench();
    await until('the display without the initial password', () => bench.displays.at(-1)?.initialPassword === null);
    expect(JSON.stringify(bench.displays.at(-1))).not.toContain(initial);
  });

  test('the initial password opens nothing any more', async () => {
    const client = new Client(() => daemon.port);
    await expect(client.signIn('admin', initial)).rejects.toThrow(Refused);
    client.close();
  });

  test('a restart does not bring it back', async () => {
    await daemon.restart();
    const bench = await daemon.bench();
    expect((await bench.display()).initialPassword).toBeNull();
    expect((await admin.signIn('admin', '704182')).mustChangePassword).toBe(false);
  });
});
