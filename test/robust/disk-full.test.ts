// A full disk: every change is refused with 12016 and nothing of it is done; reading goes on; room makes it work again.

import { execFileSync, spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../harness/daemon.ts';
import { adminPassword, goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

const base = temporaryFolder();
const state = join(base, 'state');

/** Starts the daemon in a mount namespace of its own where its state folder is a disk of 8 MB. */
function smallDisk(): string[] {
  const root = process.getuid?.() === 0;
  // In a chroot the root folder is no mount of its own and has no propagation to change.
  const propagation = spawnSync('mountpoint', ['-q', '/']).status === 0 ? 'private' : 'unchanged';
  const script = 'mount -t tmpfs -o size=8m,mode=700 none "$0" && exec "$@"';
  return ['unshare', ...(root ? ['-m'] : ['-r', '-m']), '--propagation', propagation, 'sh', '-c', script, state];
}

let terminal: Terminal;

/** The daemon's disk, seen through its process. */
const disk = (): string => `/proc/${terminal.daemon.pid}/root${state}`;
const ballast = (): string => join(disk(), 'ballast');

/** Writes until nothing more goes on the disk. */
function fillDisk(): void {
  const file = openSync(ballast(), 'a');
  try {
    for (let size = 65_536; size >= 1; ) {
      try {
        writeSync(file, Buffer.alloc(size, 0x55));
      } catch {
        size = Math.floor(size / 2);
      }
    }
  } finally {
    closeSync(file);
  }
}

beforeAll(async () => {
  mkdirSync(state, { mode: 0o700 });
  execFileSync('unshare', ['--version']);
  terminal = await Terminal.start({ state, prefix: smallDisk() });
  for (let userid = 1; userid <= 20; userid++) {
    await terminal.add({ userid, username: `User ${userid}`, cardno: String(91_000 + userid) });
  }
  await terminal.add({ userid: 30, username: 'Officer', level: 8, password: goodPassword(30) });
});
afterAll(async () => {
  await terminal.stop();
  rmSync(base, { recursive: true, force: true });
});

const everyone = async (): Promise<unknown> => (await terminal.admin.call('userlist', { limit: 100 })).users;

/** Changes until the disk takes none: pages that the log has already allocated still take some. */
async function changeUntilFull(): Promise<number> {
  for (let n = 0; n < 5000; n++) {
    const reply = await terminal.admin.attempt('edituser', {
      userid: 1 + (n % 20),
      username: `Change ${n} ${'x'.repeat(40)}`,
    });
    if (reply.status === 503) {
      expect(reply.envelope.retvalue).toBe(12016);
      return n;
    }
    expect(reply.status).toBe(200);
    fillDisk();
  }
  throw new Error('the disk does not become full');
}

describe('a full disk', () => {
  let before: unknown;

  test('refuses changes with 12016', async () => {
    // It waits to be confirmed when the disk fills up.
    await terminal.admin.call('GetEthernet', { mode: 'fixed', address: '10.20.30.40' });
    fillDisk();
    await changeUntilFull();
    fillDisk();
    before = await everyone();
  });

  test.each([
    ['adduser', { userid: 100, username: 'No room', cardno: '91100' }],
    ['edituser', { userid: 2, username: 'No room', group: 9 }],
    ['deleteuser', { userid: 3 }],
    ['GetLanguageSettingItem', { language: 'es' }],
    ['GetMachineParam', { deviceName: 'No room', volume: 5 }],
    ['revertNetwork', {}],
  ] as const)('%s is one of them', async (name, request) => {
    await terminal.admin.refuse(name, request, 'storage_full');
  });

  test('a batch delete says of each that there was no room, or is refused as a whole', async () => {
    const reply = await terminal.admin.attempt('deletsomeuser', { userids: [4, 5] });
    expect(reply.envelope.retvalue).toBe(12016);
  });

  test('nothing of it was done', async () => {
    expect(await everyone()).toEqual(before);
    expect(await terminal.admin.call('SetLanguageSettingItem', {})).toEqual({ LanguageSettingItem: 'en' });
  });

  test('a change that nobody confirmed stays until there is room to undo it', async () => {
    expect(await terminal.admin.call('SetMachineParam', {})).toMatchObject({ volume: 3, revision: 0 });
    await terminal.bench.advance(90_001);
    expect(await terminal.admin.call('SetEthernet', {})).toMatchObject({ mode: 'fixed' });
    expect((await terminal.admin.call('networkPending', {})).page).toBe('Ethernet');
  });

  test('reading goes on: list, search, one, info', async () => {
    await terminal.admin.call('userlist', { search: 'change' });
    await terminal.admin.call('GetUserInfo', { userid: 2 });
    expect((await terminal.admin.call('SetInfoParam', {})).users).toBe(21);
  });

  test('the reader goes on', async () => {
    const seen = terminal.bench.accesses.length;
    await terminal.bench.act({ do: 'card', number: '91002' });
    await expect.poll(() => terminal.bench.accesses[seen]?.user?.userid, { timeout: 5_000 }).toBe(2);
  });

  test('no guess goes uncounted: it is counted on disk or refused before anything is verified', async () => {
    const client = terminal.client();
    const answers = new Set<number>();
    for (let guess = 0; guess < 8; guess++) {
      fillDisk();
      answers.add((await client.attempt('chklogin', { username: '30', password: `wrong${guess}` })).envelope.retvalue);
    }
    // What the log has room for is counted; then either the wait or the full disk ends it.
    expect(answers.has(12016) || answers.has(12004), [...answers].join(' ')).toBe(true);
  });

  test('signing out ends the session all the same', async () => {
    const client = terminal.admin.twin();
    await client.attempt('logout', {});
    await client.refuse('SetInfoParam', {}, 'token_failed');
  });

  test('with room again everything works, without a restart', async () => {
    rmSync(ballast());
    await terminal.admin.signIn('admin', adminPassword);
    await terminal.admin.call('edituser', { userid: 2, username: 'Room again' });
    await terminal.admin.call('deletsomeuser', { userids: [4, 5] });
    expect((await terminal.admin.call('SetInfoParam', {})).users).toBe(19);
    await until('the change that nobody confirmed to be undone', async () => {
      await terminal.bench.advance(1000);
      return (await terminal.admin.call('SetEthernet', {})).mode === 'dhcp' ? true : undefined;
    });
    expect(await terminal.admin.call('networkPending', {})).toMatchObject({ page: '', rolledBack: 'Ethernet' });
  });

  test('a clean end on a full disk is clean', async () => {
    fillDisk();
    const exit = await terminal.daemon.stopWith('SIGTERM');
    expect(exit.code).toBe(0);
    // The disk went with its namespace.
    expect(statSync(state).isDirectory()).toBe(true);
    await terminal.daemon.begin();
  });
});
