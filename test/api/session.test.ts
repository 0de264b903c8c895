// Sessions: how they open, how long they live, what ends them, and that rights follow them.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import { auditRows } from '../harness/database.ts';
import { lengthenWait } from '../harness/guesses.ts';
import { adminPassword, goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

const minute = 60_000;

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
});
afterAll(() => terminal.stop());

const bystanders: Client[] = [];
afterEach(() => {
  for (const client of bystanders.splice(0)) client.close();
});

async function adminAgain(): Promise<Client> {
  const client = await terminal.signedIn('admin', adminPassword);
  bystanders.push(client);
  return client;
}

describe('signing in', () => {
  test('admin has every group and level 16', async () => {
    const reply = await terminal.client().signIn('admin', adminPassword);
    expect(reply).toMatchObject({ userid: 'admin', level: 16, mustChangePassword: false });
    expect([...reply.funs].sort()).toEqual(['AccSetting', 'advSetting', 'basicSetting', 'network', 'user']);
  });

  test('an administrator signs in by user ID and gets the name to show', async () => {
    await terminal.add({ userid: 101, username: 'Ζωή Παπαδοπούλου', level: 16, password: goodPassword(1) });
    const reply = await terminal.client().signIn('101', goodPassword(1));
    expect(reply).toMatchObject({ userid: '101', name: 'Ζωή Παπαδοπούλου', level: 16, mustChangePassword: false });
  });

  test('a new token each time', async () => {
    const first = await adminAgain();
    const second = await adminAgain();
    expect(first.token).not.toBe(second.token);
  });

  test('a user without admin level may not, whatever the password', async () => {
    await terminal.add({ userid: 102, password: goodPassword(2) });
    await terminal
      .client({ from: '127.0.0.21' })
      .refuse('chklogin', { username: '102', password: goodPassword(2) }, 'password_wrong');
  });

  test.each([
    ['0101', 'leading zero'],
    ['+101', 'sign'],
    [' 101', 'space'],
    ['101 ', 'trailing space'],
    ['1e2', 'exponent'],
    ['٣', 'other digits'],
    ['Admin', 'capital letter'],
    ['admin ', 'trailing space'],
    ['4294967397', '2^32 + 101'],
    ['18446744073709551717', '2^64 + 101'],
    ["' OR 1=1 --", 'SQL'],
    ['%', 'pattern'],
  ])('%j (%s) is nobody', async (username) => {
    const client = terminal.client({ from: '127.0.0.22' });
    await terminal.bench.advance(31_000);
    await client.refuse('chklogin', { username, password: goodPassword(1) }, 'password_wrong');
  });

  test('an empty name and an empty password say which', async () => {
    const client = terminal.client();
    await client.refuse('chklogin', { username: '', password: 'x' }, 'user_name_empty', 'username');
    await client.refuse('chklogin', { password: 'x' }, 'user_name_empty', 'username');
    await client.refuse('chklogin', { username: 'admin', password: '' }, 'password_empty', 'password');
    await client.refuse('chklogin', { username: 'admin' }, 'password_empty', 'password');
  });

  test('replies of signing in are not to be stored', async () => {
    const reply = await terminal.client().attempt('chklogin', { username: 'admin', password: adminPassword });
    expect(reply.headers['cache-control']).toContain('no-store');
  });
});

describe('the life of a session', () => {
  test('logging out ends it, and only it', async () => {
    const first = await adminAgain();
    const second = await adminAgain();
    await first.call('logout', {});
    await first.refuse('SetInfoParam', {}, 'token_failed');
    await first.refuse('logout', {}, 'token_failed');
    await second.call('SetInfoParam', {});
  });

  test('it lives through 29 idle minutes and dies after 30', async () => {
    const client = await adminAgain();
    await terminal.bench.advance(29 * minute);
    await client.call('SetInfoParam', {});
    await terminal.bench.advance(29 * minute);
    await client.call('SetInfoParam', {});
    await terminal.bench.advance(30 * minute + 1000);
    await client.refuse('SetInfoParam', {}, 'token_failed');
  });

  test('it dies after 12 hours however busy', async () => {
    const client = await adminAgain();
    for (let spent = 0; spent < 11 * 60 + 40; spent += 20) {
      await terminal.bench.advance(20 * minute);
      await client.call('SetInfoParam', {});
    }
    await terminal.bench.advance(20 * minute + 1000);
    await client.refuse('SetInfoParam', {}, 'token_failed');
    await terminal.admin.signIn('admin', adminPassword);
  });

  test('a restart ends all', async () => {
    const client = await adminAgain();
    await terminal.daemon.restart();
    await client.refuse('SetInfoParam', {}, 'token_failed');
    await terminal.resume();
  });

  test('eight of an account are kept; one more ends its own that was idle longest, and nobody else is signed out', async () => {
    const other = await terminal.administrator(131, 4, goodPassword(31));
    const clients = [await terminal.administrator(132, 4, goodPassword(32))];
    while (clients.length < 8) {
      await terminal.bench.advance(1000);
      clients.push(await terminal.signedIn('132', goodPassword(32)));
    }
    const [oldest, ...rest] = clients;
    for (const client of clients) await client.call('SetInfoParam', {});
    await terminal.bench.advance(1000);
    for (const client of rest) await client.call('SetInfoParam', {});
    const ninth = await terminal.signedIn('132', goodPassword(32));
    await oldest?.refuse('SetInfoParam', {}, 'token_failed');
    for (const client of [...rest, ninth, other, terminal.admin]) await client.call('SetInfoParam', {});
  });
});

describe('changing the password', () => {
  test('ends the other sessions of the account with 40104 and keeps the own one', async () => {
    const mine = await terminal.administrator(111, 12, goodPassword(11));
    const other = await terminal.signedIn('111', goodPassword(11));
    await mine.call('EditPwd', {
      userid: '111',
      oldpassword: goodPassword(11),
      password: goodPassword(12),
      confirm: goodPassword(12),
    });
    await mine.call('SetInfoParam', {});
    await other.refuse('SetInfoParam', {}, 'session_ended');
    await terminal.admin.call('SetInfoParam', {});
    await terminal.client().refuse('chklogin', { username: '111', password: goodPassword(11) }, 'password_wrong');
    await terminal.signedIn('111', goodPassword(12));
  });

  test('a password may be what another user has: it is compared with nobody’s', async () => {
    const mine = await terminal.administrator(112, 12, goodPassword(13));
    await mine.call('EditPwd', {
      userid: '112',
      oldpassword: goodPassword(13),
      password: goodPassword(12),
      confirm: goodPassword(12),
    });
  });

  test('at the keypad it needs the ID before it; alone it is nobody’s', async () => {
    const seen = terminal.bench.accesses.length;
    for (const digits of [goodPassword(12), '111', goodPassword(12), '111', goodPassword(11)]) {
      await terminal.bench.act({ do: 'pin', digits });
    }
    const events = await until('five access events', () => {
      const fresh = terminal.bench.accesses.slice(seen);
      return fresh.length >= 5 ? fresh : undefined;
    });
    expect(events.map((event) => event.user?.userid ?? null)).toEqual([null, 111, 111, 111, null]);
    expect(events.map((event) => event.granted)).toEqual([false, false, true, false, false]);
    expect(events[1]).toMatchObject({ user: { name: '' }, asked: ['password'] });
  });

  test('wrong current passwords are throttled like sign-ins', async () => {
    const mine = await terminal.administrator(113, 12, goodPassword(14));
    const wrong = { userid: '113', oldpassword: '999998', password: goodPassword(15), confirm: goodPassword(15) };
    for (let count = 0; count < 5; count++) await mine.refuse('EditPwd', wrong, 'password_wrong');
    await lengthenWait(terminal.bench, () => mine.refuse('EditPwd', wrong, 'password_wrong'));
    const reply = await mine.refuse('EditPwd', wrong, 'throttled');
    expect(Number(reply.headers['retry-after'])).toBeGreaterThanOrEqual(1);
  });
});

describe('what others do to an account', () => {
  test('a new password ends its sessions', async () => {
    const client = await terminal.administrator(121, 8, goodPassword(21));
    await terminal.admin.call('edituser', { userid: 121, password: goodPassword(22) });
    await client.refuse('SetInfoParam', {}, 'session_ended');
  });

  test('a new level ends its sessions', async () => {
    const client = await terminal.administrator(122, 8, goodPassword(23));
    await terminal.admin.call('edituser', { userid: 122, level: 4 });
    await client.refuse('SetInfoParam', {}, 'session_ended');
    const reply = await client.signIn('122', goodPassword(23));
    expect(reply.level).toBe(4);
  });

  test('a new level by «add it again» ends its sessions', async () => {
    const client = await terminal.administrator(123, 8, goodPassword(24));
    await terminal.admin.call('adduser', { userid: 123, level: 0, again: true });
    await client.refuse('SetInfoParam', {}, 'session_ended');
    await terminal.client().refuse('chklogin', { username: '123', password: goodPassword(24) }, 'password_wrong');
  });

  test('deleting it ends its sessions', async () => {
    const client = await terminal.administrator(124, 8, goodPassword(25));
    await terminal.admin.call('deleteuser', { userid: 124 });
    await client.refuse('SetInfoParam', {}, 'session_ended');
    await terminal.client().refuse('chklogin', { username: '124', password: goodPassword(25) }, 'password_wrong');
  });

  test('deleting it among others ends its sessions', async () => {
    const client = await terminal.administrator(125, 8, goodPassword(26));
    await terminal.admin.call('deletsomeuser', { userids: [125] });
    await client.refuse('SetInfoParam', {}, 'session_ended');
  });

  test('a new name or group leaves its sessions alone', async () => {
    const client = await terminal.administrator(126, 8, goodPassword(27));
    await terminal.admin.call('edituser', { userid: 126, username: 'Renamed', group: 5, shift: 3 });
    await client.call('SetInfoParam', {});
  });

  test('the same level again leaves its sessions alone', async () => {
    const client = await terminal.administrator(127, 8, goodPassword(28));
    await terminal.admin.call('edituser', { userid: 127, level: 8 });
    await client.call('SetInfoParam', {});
  });
});

describe('the audit trail of sessions', () => {
  test('has a row for signing in, failing to, and signing out', async () => {
    const before = auditRows(terminal.daemon).length;
    const client = terminal.client({ from: '127.0.0.31' });
    await client.refuse('chklogin', { username: 'admin', password: 'wrong' }, 'password_wrong');
    await client.signIn('admin', adminPassword);
    await client.call('logout', {});
    const rows = auditRows(terminal.daemon).slice(before);
    expect(rows.map((row) => row.call)).toEqual(['chklogin', 'chklogin', 'logout']);
    expect(rows.map((row) => row.peer)).toEqual(['127.0.0.31', '127.0.0.31', '127.0.0.31']);
  });
});
