// Browsers that are known, sessions that can be seen and ended, and the password that is asked for again.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import type { CallReply } from '../harness/contract.ts';
import { lengthenWait } from '../harness/guesses.ts';
import { adminPassword, goodPassword, Terminal } from '../harness/terminal.ts';
import type { WireReply } from '../harness/wire.ts';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
});
afterAll(() => terminal.stop());

const minute = 60_000;

/** The data of a sign-in, which the client has checked against the contract. */
const signedIn = ({ envelope }: WireReply): CallReply<'chklogin'> => envelope.data as unknown as CallReply<'chklogin'>;

/** Signs in as a browser does that shows what it was given. */
async function fromBrowser(client: Client, browser: string, password = adminPassword): Promise<WireReply> {
  const body = { username: 'admin', password, browserName: 'Firefox on Linux' };
  const reply = await client.attempt('chklogin', body, { headers: { browser } });
  if (reply.envelope.code === 'success') {
    client.token = signedIn(reply).token;
    client.password = password;
  }
  return reply;
}

/** A browser that has signed in as `admin`, and what it was given. */
async function knownBrowser(): Promise<{ client: Client; secret: string }> {
  const client = terminal.client();
  const reply = await fromBrowser(client, '');
  return { client, secret: signedIn(reply).browser };
}

describe('a stranger who locks admin out', () => {
  test('from six addresses keeps the known browser from nothing', async () => {
    const { client, secret } = await knownBrowser();
    expect(secret).toMatch(/^[\w-]{43}$/);
    await terminal.bench.hold();
    for (let from = 1; from <= 6; from++) {
      const stranger = terminal.client({ from: `127.0.4.${from}` });
      for (let tries = 0; tries < 5; tries++) {
        await stranger.attempt('chklogin', { username: 'admin', password: 'wrong!' });
      }
    }
    await terminal.client().refuse('chklogin', { username: 'admin', password: adminPassword }, 'throttled');
    const reply = await fromBrowser(client, secret);
    expect(reply.status).toBe(200);
    expect(signedIn(reply).browser, 'it goes on with what it has').toBe('');
  });

  test('and what somebody makes up is no known browser', async () => {
    const reply = await fromBrowser(terminal.client(), 'A'.repeat(43));
    expect(reply.envelope.retvalue).toBe(12004);
    await terminal.bench.advance(16 * minute);
    await terminal.bench.release();
  });
});

describe('sessions and browsers', () => {
  test('are listed with place and age; admin sees all, a user the own', async () => {
    const user = await terminal.administrator(301, 4, goodPassword(31));
    const { client } = await knownBrowser();
    const all = await client.call('sessions', {});
    expect(all.sessions.find(({ current }) => current)).toMatchObject({
      account: 'admin',
      browser: 'Firefox on Linux',
      peer: '127.0.0.1',
    });
    expect(all.sessions.map(({ account }) => account)).toContain('301');
    expect(all.browsers.filter(({ current }) => current)).toHaveLength(1);
    const own = await user.call('sessions', {});
    expect(own.sessions.map(({ account, name }) => [account, name])).toEqual([['301', 'Level 4']]);
    expect(own.browsers.map(({ account }) => account)).toEqual(['301']);
  });

  test('one is ended by whoever it belongs to and by admin, and by nobody else', async () => {
    const user = await terminal.signedIn('301', goodPassword(31));
    const other = await terminal.administrator(302, 15, goodPassword(32));
    const [mine] = (await user.call('sessions', {})).sessions.filter(({ current }) => current);
    await other.refuse('endSession', { id: mine?.id }, 'gone', 'id');
    await terminal.admin.signIn('admin', adminPassword);
    await terminal.admin.call('endSession', { id: mine?.id ?? 0 });
    await user.refuse('sessions', {}, 'session_ended');
  });

  test('a browser that is forgotten loses its session and is a stranger again', async () => {
    const { client, secret } = await knownBrowser();
    const [here] = (await client.call('sessions', {})).browsers.filter(({ current }) => current);
    const other = await terminal.signedIn('302', goodPassword(32));
    await other.refuse('forgetBrowser', { id: here?.id }, 'gone', 'id');
    await terminal.admin.call('forgetBrowser', { id: here?.id ?? 0 });
    await client.refuse('sessions', {}, 'session_ended');
    const reply = await fromBrowser(client, secret);
    expect(signedIn(reply).browser).not.toBe('');
  });
});

describe('the password again', () => {
  const key = { name: 'payroll', level: 4 };

  test('is asked for five minutes after it was typed, by what gives power or cannot be undone', async () => {
    const { client } = await knownBrowser();
    client.password = undefined;
    const made = await client.call('addRestKey', { name: 'fresh', level: 4 });
    await client.call('deleteRestKey', { id: made.id });
    await terminal.bench.advance(5 * minute);
    const admin = { userid: 311, level: 4, password: goodPassword(33) };
    await client.refuse('addRestKey', key, 'password_needed');
    await client.refuse('adduser', admin, 'password_needed');
    await client.refuse('edituser', { userid: 301, password: goodPassword(34) }, 'password_needed');
    await client.refuse('GetRoles', { levels: [] }, 'password_needed');
    await client.refuse('InitMachine', { users: true }, 'password_needed');
    await client.refuse('resetCertificate', {}, 'password_needed');
    await client.refuse('uploadCertificate', {}, 'password_needed');
    await client.call('adduser', { userid: 312, password: '4812' });
    await client.refuse('confirmPassword', { password: '999999' }, 'password_wrong', 'password');
    await client.refuse('addRestKey', key, 'password_needed');
    await client.call('confirmPassword', { password: adminPassword });
    await client.call('addRestKey', key);
    await client.call('adduser', admin);
  });

  test('is tried slowly, by a counter that strangers do not fill', async () => {
    const { client } = await knownBrowser();
    const stranger = terminal.client({ from: '127.0.4.20' });
    for (let tries = 0; tries < 6; tries++) {
      await stranger.attempt('chklogin', { username: 'admin', password: 'wrong!' });
    }
    await client.call('confirmPassword', { password: adminPassword });
    for (let tries = 0; tries < 5; tries++) {
      await client.refuse('confirmPassword', { password: '999999' }, 'password_wrong');
    }
    await lengthenWait(terminal.bench, () =>
      client.refuse('confirmPassword', { password: '999999' }, 'password_wrong'),
    );
    await client.refuse('confirmPassword', { password: adminPassword }, 'throttled');
  });

  test('no REST key makes up for it', async () => {
    await terminal.bench.advance(16 * minute);
    await terminal.admin.signIn('admin', adminPassword);
    const { revision } = await terminal.admin.call('SetRestParam', {});
    await terminal.admin.call('GetRestParam', { revision, restOn: true });
    const made = await terminal.admin.call('addRestKey', { name: 'certificates', level: 16 });
    const program = terminal.client();
    const headers = { authorization: `Bearer ${made.key}` };
    for (const call of ['resetCertificate', 'InitMachine', 'GetRoles'] as const) {
      expect((await program.attempt(call, {}, { headers })).envelope.retvalue, call).toBe(12002);
    }
  });
});

describe('a flood of sign-ins', () => {
  test('fills the queue, and turns no known browser away', async () => {
    await terminal.bench.advance(40 * minute);
    const { client, secret } = await knownBrowser();
    const strangers = Array.from({ length: 60 }, (_, index) => terminal.client({ from: `127.0.5.${index + 1}` }));
    let busy = 0;
    let over = false;
    const flood = strangers.map(async (stranger, index) => {
      while (!over) {
        const reply = await stranger.attempt('chklogin', { username: `88${index}`, password: 'wrong!' });
        busy += reply.status === 503 ? 1 : 0;
      }
    });
    const statuses: number[] = [];
    for (let tries = 0; tries < 5; tries++) statuses.push((await fromBrowser(client, secret)).status);
    over = true;
    await Promise.all(flood);
    expect(statuses).toEqual(statuses.map(() => 200));
    expect(busy, 'strangers were turned away').toBeGreaterThan(0);
  });
});
