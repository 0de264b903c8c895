// What the daemon does about a state folder that is in use, damaged, newer, or not there, and how it says so when it ends.

import { execFile, execFileSync, spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { afterEach, describe, expect, test } from 'vitest';
import { Client } from '../harness/client.ts';
import { Daemon, temporaryFolder } from '../harness/daemon.ts';
import { daemonPath, isSanitized } from '../harness/paths.ts';
import { patienceMs } from '../harness/patience.ts';
import { RawConnection } from '../harness/raw.ts';
import { adminPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

/** Exit codes as documented (posternd --help, docs). */
const exitCode = { clean: 0, usage: 2, newer: 3, locked: 4, state: 5, device: 6, identity: 7, address: 8, damaged: 9 };

const terminals: Terminal[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const terminal of terminals.splice(0)) await terminal.stop();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folder(): string {
  const made = temporaryFolder();
  folders.push(made);
  return made;
}

/** A terminal with three users, whose last good copy has the first two. */
async function prepared(): Promise<Terminal> {
  const terminal = await Terminal.start({ state: join(folder(), 'state') });
  terminals.push(terminal);
  await terminal.add({ userid: 1, username: 'In the copy', cardno: '81001' });
  await terminal.add({ userid: 2, username: 'In the copy too' });
  await terminal.restart();
  await terminal.add({ userid: 3, username: 'After the copy' });
  return terminal;
}

test('when the last good copy was made is said', async () => {
  const terminal = await prepared();
  const copied = async (): Promise<number> => (await terminal.admin.call('SetInfoParam', {})).storageCopied;
  const copy = `${terminal.daemon.database}.good`;
  expect(await copied()).toBe(Math.floor(statSync(copy).mtimeMs / 1000));
  rmSync(copy);
  expect(await copied()).toBe(0);
});

const damages: readonly (readonly [string, (database: string) => void])[] = [
  ['its first page overwritten', (database) => overwrite(database, 0, 4096)],
  ['its header overwritten', (database) => overwrite(database, 0, 100)],
  [
    'every page from the second on overwritten',
    (database) => overwrite(database, 4096, statSync(database).size - 4096),
  ],
  ['cut to half', (database) => truncateSync(database, Math.floor(statSync(database).size / 2))],
  ['a table dropped', (database) => change(database, 'DROP TABLE leave')],
  ['an index dropped', (database) => change(database, 'DROP INDEX leave_of')],
  ['a foreign table in it', (database) => change(database, 'CREATE TABLE foreign_one (id INTEGER)')],
  ['something else instead', (database) => writeFileSync(database, 'This is no database.\n'.repeat(1000))],
  [
    'its pages in another order',
    (database) => {
      const octets = readFileSync(database);
      const pages = Array.from({ length: Math.floor(octets.length / 4096) - 1 }, (_, n) =>
        octets.subarray((n + 1) * 4096, (n + 2) * 4096),
      );
      writeFileSync(database, Buffer.concat([octets.subarray(0, 4096), ...pages.toReversed()]));
    },
  ],
];

function overwrite(file: string, at: number, length: number): void {
  const octets = readFileSync(file);
  octets.fill(0xa5, at, Math.min(at + length, octets.length));
  writeFileSync(file, octets);
}

function change(file: string, sql: string): void {
  const database = new DatabaseSync(file);
  database.exec(sql);
  database.close();
}

/** Overwrites a page and leaves the file's times as they were. */
function overwriteUnseen(file: string, page: number | undefined): void {
  if (page === undefined) throw new Error('no such page');
  const times = join(folder(), 'times');
  execFileSync('touch', ['-r', file, times]);
  overwrite(file, (page - 1) * 4096, 4096);
  execFileSync('touch', ['-r', times, file]);
}

/** Number of the first page of each table. */
function tablePages(file: string): Map<string, number> {
  const database = new DatabaseSync(file); // read-only it would leave its write-ahead log behind
  const rows = database.prepare("SELECT name, rootpage FROM sqlite_schema WHERE type = 'table' AND rootpage > 1").all();
  database.close();
  return new Map(rows.map(({ name, rootpage }) => [String(name), Number(rootpage)]));
}

/** Cuts the power and removes what SQLite has not moved into the main file yet, so that the damage is all there is. */
async function damage(terminal: Terminal, how: (database: string) => void): Promise<void> {
  const { daemon } = terminal;
  await daemon.kill();
  for (const suffix of ['-wal', '-shm']) rmSync(`${daemon.database}${suffix}`, { force: true });
  how(daemon.database);
}

describe('a damaged database', () => {
  test.each(damages)('%s: the last good copy is restored, the damaged one kept, and it is said', async (_, how) => {
    const terminal = await prepared();
    const copied = Math.floor(statSync(join(terminal.daemon.state, 'postern.db.good')).mtimeMs / 1000);
    await damage(terminal, how);
    const damaged = readFileSync(terminal.daemon.database);
    await terminal.daemon.begin();
    await terminal.resume();
    const info = await terminal.admin.call('SetInfoParam', {});
    expect(info.storage).toBe('restored');
    expect(Math.abs(info.storageSince - copied)).toBeLessThanOrEqual(2);
    const page = await terminal.admin.call('userlist', {});
    expect(page.users.map((user) => user.username)).toEqual(['In the copy', 'In the copy too']);
    const aside = readdirSync(terminal.daemon.state).filter((file) => /^postern\.db\.damaged-\d+$/.test(file));
    expect(aside).toHaveLength(1);
    expect(readFileSync(join(terminal.daemon.state, aside[0] ?? '')).equals(damaged)).toBe(true);
    expect(terminal.daemon.logText).toMatch(/damaged/);
    // It works, and at the next start nothing is wrong any more.
    await terminal.add({ userid: 4 });
    await terminal.restart();
    expect((await terminal.admin.call('SetInfoParam', {})).storage).toBe('good');
  });

  test('the line about it says what the damage is, and where it was found', async () => {
    const terminal = await prepared();
    for (const [sql, cause] of [
      ['DROP TABLE leave', 'missing table leave'],
      ['DROP INDEX leave_of', 'missing index leave_of'],
      ['CREATE TABLE foreign_one (id INTEGER)', 'foreign table foreign_one'],
    ] as const) {
      await terminal.daemon.stop();
      change(terminal.daemon.database, sql);
      const before = terminal.daemon.log.length;
      await terminal.daemon.begin();
      await terminal.resume();
      const lines = terminal.daemon.log.slice(before).filter((line) => line.includes(' error '));
      expect(lines).toHaveLength(1);
      expect(lines[0]).toMatch(
        new RegExp(`the database was damaged and was set aside.*cause="\\w+: ${cause}" where=schema\\.c:\\d+$`),
      );
    }
  });

  test('twice: both are kept', async () => {
    const terminal = await prepared();
    for (let count = 1; count <= 2; count++) {
      await damage(terminal, (database) => overwrite(database, 0, 4096));
      await terminal.daemon.begin();
      await terminal.resume();
      const aside = readdirSync(terminal.daemon.state).filter((file) => /^postern\.db\.damaged-\d+$/.test(file));
      expect(aside).toHaveLength(count);
    }
  });

  test('without a good copy: it starts empty, says so, and shows a new initial password', async () => {
    const terminal = await prepared();
    await damage(terminal, (database) => {
      overwrite(database, 0, 4096);
      rmSync(`${database}.good`);
    });
    await terminal.daemon.begin();
    const initial = await terminal.daemon.initialPassword();
    const client = new Client(() => terminal.port);
    expect((await client.signIn('admin', initial)).mustChangePassword).toBe(true);
    await client.call('EditPwd', {
      userid: 'admin',
      oldpassword: initial,
      password: adminPassword,
      confirm: adminPassword,
    });
    expect(await client.call('SetInfoParam', {})).toMatchObject({ storage: 'fresh', users: 0 });
    client.close();
  });

  test('with a damaged copy as well: it starts empty', async () => {
    const terminal = await prepared();
    await damage(terminal, (database) => {
      overwrite(database, 0, 4096);
      overwrite(`${database}.good`, 0, statSync(`${database}.good`).size);
    });
    await terminal.daemon.begin();
    expect(await terminal.daemon.initialPassword()).toMatch(/^\d{6}$/);
  });

  test('after a clean end, with the times that its mark names: the first start meets it, repairs and goes on', async () => {
    const terminal = await prepared();
    const { daemon } = terminal;
    await daemon.stop();
    const kept = join(folder(), 'kept');
    execFileSync('cp', ['-a', daemon.state, kept]);
    const pages = tablePages(daemon.database);
    for (const table of [
      'account',
      'right_level',
      'throttle',
      'setting',
      'setting_page',
      'provisional',
      'certificate',
    ]) {
      rmSync(daemon.state, { recursive: true });
      execFileSync('cp', ['-a', kept, daemon.state]);
      overwriteUnseen(daemon.database, pages.get(table));
      const before = daemon.log.length;
      await daemon.begin();
      await terminal.resume();
      expect((await terminal.admin.call('SetInfoParam', {})).storage, table).toBe('restored');
      const page = await terminal.admin.call('userlist', {});
      expect(page.users.map((user) => user.username)).toEqual(['In the copy', 'In the copy too', 'After the copy']);
      const log = daemon.log.slice(before).join('\n');
      expect(log, table).toMatch(/damaged and was set aside/);
      expect(log, table).not.toMatch(/identity|certificate cannot be used/);
      await daemon.kill();
    }
  });

  test('the same where no start looks: it is found when met, and the next start repairs it', async () => {
    const terminal = await prepared();
    const { daemon } = terminal;
    await daemon.stop();
    overwriteUnseen(daemon.database, tablePages(daemon.database).get('user'));
    await daemon.begin();
    await terminal.resume();
    expect((await terminal.admin.call('SetInfoParam', {})).storage).toBe('good');
    await terminal.admin.attempt('userlist', {}).catch(() => undefined);
    await until('the daemon to end', () => !daemon.running);
    expect(daemon.logText).toMatch(new RegExp(`start again to repair it.*exit=${exitCode.damaged}`));
    await daemon.begin();
    await terminal.resume();
    expect((await terminal.admin.call('SetInfoParam', {})).storage).toBe('restored');
  });

  test('a damaged write-ahead log costs what was in it and nothing more', async () => {
    const terminal = await prepared();
    await terminal.daemon.kill();
    overwrite(`${terminal.daemon.database}-wal`, 32, 1 << 20);
    await terminal.daemon.begin();
    await terminal.resume();
    const names = (await terminal.admin.call('userlist', {})).users.map((user) => user.username);
    expect(names.slice(0, 2)).toEqual(['In the copy', 'In the copy too']);
    expect(await terminal.admin.call('SetInfoParam', {})).toMatchObject({ storage: 'lost' });
    expect(terminal.daemon.logText).toMatch(/write-ahead log was damaged.*changes=\d+ frames=\d+/);
  });

  test('a write-ahead log with one damaged octet: the changes behind it are counted, and said once', async () => {
    const terminal = await prepared();
    for (let userid = 10; userid < 20; userid++) await terminal.add({ userid });
    await terminal.daemon.kill();
    const log = `${terminal.daemon.database}-wal`;
    const octets = readFileSync(log);
    const middle = 32 + Math.floor((octets.length - 32) / 4120 / 2) * 4120;
    octets[middle + 1000] = (octets[middle + 1000] ?? 0) ^ 1;
    writeFileSync(log, octets);
    const before = terminal.daemon.log.length;
    await terminal.daemon.begin();
    await terminal.resume();
    const { storage, storageLost } = await terminal.admin.call('SetInfoParam', {});
    expect(storage).toBe('lost');
    const users = (await terminal.admin.call('userlist', {})).users.length;
    expect(storageLost).toBeGreaterThanOrEqual(13 - users);
    expect(users).toBeLessThan(13);
    const said = terminal.daemon.log.slice(before).join('\n');
    expect(said).toContain(`changes=${storageLost}`);
    expect(said).not.toContain('checked and is good');
    await terminal.restart();
    expect(await terminal.admin.call('SetInfoParam', {})).toMatchObject({ storage: 'good', storageLost: 0 });
  });
});

describe('the identity of the terminal', () => {
  test('damaged: it does not start, and nothing is changed', async () => {
    const terminal = await prepared();
    await terminal.daemon.stop();
    const identity = join(terminal.daemon.state, 'identity');
    overwrite(identity, 0, statSync(identity).size);
    const before = readFileSync(identity);
    const { exit } = await Daemon.refused({ state: terminal.daemon.state });
    expect(exit).toEqual({ code: exitCode.identity, signal: null });
    expect(readFileSync(identity).equals(before)).toBe(true);
  });

  test('gone while there are accounts: it does not start', async () => {
    const terminal = await prepared();
    await terminal.daemon.stop();
    rmSync(join(terminal.daemon.state, 'identity'));
    const { exit } = await Daemon.refused({ state: terminal.daemon.state });
    expect(exit.code).toBe(exitCode.identity);
  });
});

describe('two daemons on one state folder', () => {
  test('the second ends at once and says why; the first goes on', async () => {
    const terminal = await prepared();
    const { exit, log } = await Daemon.refused({ state: terminal.daemon.state });
    expect(exit).toEqual({ code: exitCode.locked, signal: null });
    expect(log.join('\n')).toMatch(/another|in use|locked/i);
    await terminal.add({ userid: 5 });
  });

  test('a killed one holds nobody up', async () => {
    const terminal = await prepared();
    await terminal.daemon.kill();
    expect(existsSync(join(terminal.daemon.state, 'lock'))).toBe(true);
    await terminal.daemon.begin();
    await terminal.resume();
    // What only SQLite knows is in our log.
    expect(terminal.daemon.logText).toMatch(
      / info sqlite event=message code=283 text="recovered \d+ frames from WAL file/,
    );
  });

  test('of eight started at once exactly one runs', async () => {
    const state = join(folder(), 'state');
    const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => Daemon.start({ state })));
    const started = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
    try {
      expect(started).toHaveLength(1);
    } finally {
      for (const daemon of started) await daemon.dispose();
    }
  });
});

describe('a newer database', () => {
  test('is refused with its own exit code and left as it is', async () => {
    const terminal = await prepared();
    await terminal.daemon.stop();
    const database = new DatabaseSync(terminal.daemon.database);
    database.exec('PRAGMA user_version = 9999');
    database.close();
    const before = readFileSync(terminal.daemon.database);
    const { exit, log } = await Daemon.refused({ state: terminal.daemon.state });
    expect(exit).toEqual({ code: exitCode.newer, signal: null });
    expect(log.join('\n')).toMatch(/newer/);
    expect(readFileSync(terminal.daemon.database).equals(before)).toBe(true);
    expect(readdirSync(terminal.daemon.state).some((file) => file.includes('damaged'))).toBe(false);
  });
});

const run = promisify(execFile);

async function posternd(...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  try {
    return { code: 0, ...(await run(daemonPath(), args, { timeout: patienceMs })) };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

describe('the command line', () => {
  test('--help and --version answer and touch nothing', async () => {
    const help = await posternd('--help');
    expect(help.code).toBe(exitCode.clean);
    for (const option of ['--state', '--http', '--https', '--bench', '--config', '--version', '--help']) {
      expect(help.stdout).toContain(option);
    }
    const version = await posternd('--version');
    expect(version.code).toBe(exitCode.clean);
    expect(version.stdout).toMatch(/\d+\.\d+\.\d+/);
  });

  test.each([
    [[]],
    [['--state']],
    [['--state', '']],
    [['--nonsense']],
    [['--state', 'STATE', 'more']],
    [['--state', 'STATE', '--http', 'nonsense']],
    [['--state', 'STATE', '--http', '127.0.0.1:99999']],
    [['--state', 'STATE', '--https', 'door.example:443']],
    [['--state', 'STATE', '--config', '/nonexistent/config']],
  ])('%j is refused with the usage code and makes no folder', async (args: string[]) => {
    const state = join(folder(), 'state');
    const result = await posternd(...args.map((arg) => (arg === 'STATE' ? state : arg)));
    expect(result.code).toBe(exitCode.usage);
    expect(result.stderr).not.toBe('');
    expect(existsSync(state)).toBe(false);
  });

  test('an address that is taken has its own exit code', async () => {
    const server = createServer();
    const port = await new Promise<number>((resolve, reject) => {
      server.once('error', reject);
      server.listen(0, '127.0.0.1', () => {
        const address = server.address();
        if (address === null || typeof address === 'string') reject(new Error('no port'));
        else resolve(address.port);
      });
    });
    try {
      const result = await posternd('--state', join(folder(), 'state'), '--http', `127.0.0.1:${port}`);
      expect(result.code).toBe(exitCode.address);
    } finally {
      server.close();
    }
  });

  test('a state folder that cannot be made has its own exit code', async () => {
    const base = folder();
    writeFileSync(join(base, 'file'), '');
    expect((await posternd('--state', join(base, 'file', 'state'), '--http', 'off')).code).toBe(exitCode.state);
  });

  test('a bench socket that cannot be made has its own exit code', async () => {
    const base = folder();
    const result = await posternd(
      '--state',
      join(base, 'state'),
      '--http',
      'off',
      '--bench',
      join(base, 'none', 'bench'),
    );
    expect(result.code).toBe(exitCode.device);
  });

  test('a folder that was copied serves as the same terminal', async () => {
    const terminal = await prepared();
    await terminal.daemon.stop();
    const copy = join(folder(), 'state');
    mkdirSync(copy);
    chmodSync(copy, 0o700);
    for (const file of readdirSync(terminal.daemon.state)) {
      if (statSync(join(terminal.daemon.state, file)).isFile()) {
        copyFileSync(join(terminal.daemon.state, file), join(copy, file));
      }
    }
    const daemon = await Daemon.start({ state: copy });
    const client = new Client(() => daemon.port);
    await client.signIn('admin', adminPassword);
    expect((await client.call('userlist', {})).total).toBe(3);
    client.close();
    await daemon.stop();
    await daemon.dispose();
  });
});

describe('the process', () => {
  test('has one thread of real-time priority, that of the door, where the system permits it', async () => {
    const { daemon } = await prepared();
    const tasks = `/proc/${daemon.pid}/task`;
    const roundRobin = '2'; // SCHED_RR, field 41 of proc_pid_stat(5); the first two may hold blanks
    const policy = (task: string): string | undefined =>
      readFileSync(`${tasks}/${task}/stat`, 'utf8').split(') ')[1]?.split(' ')[38];
    const first = readdirSync(tasks).filter((task) => policy(task) === roundRobin);
    const isPermitted = spawnSync('chrt', ['--rr', '1', 'true']).status === 0;
    expect(first).toHaveLength(isPermitted ? 1 : 0);
    expect(first).not.toContain(String(daemon.pid)); // the network's
  });

  test('makes no call but those of its list, also after it restarted by itself, by one filter', async () => {
    const terminal = await prepared();
    const filters = (pid: number | 'self'): string | undefined =>
      /^Seccomp_filters:\t(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    const more = isSanitized() ? 0 : 1; /* a sanitizer makes calls of its own */
    const own = Number(filters('self'));
    expect(Number(filters(terminal.daemon.pid))).toBe(own + more);
    await terminal.daemon.restartsBy(() => terminal.admin.call('RestartMachine', {}));
    expect(Number(filters(terminal.daemon.pid))).toBe(own + more);
    await terminal.resume();
  });

  test('leaves no core file and gets no new privileges, also after it restarted by itself', async () => {
    const terminal = await prepared();
    const proc = (file: string): string => readFileSync(`/proc/${terminal.daemon.pid}/${file}`, 'utf8');
    const seen = (): string[] => [
      /^Max core file size +(\d+) +(\d+) /m.exec(proc('limits'))?.slice(1).join(' ') ?? '',
      /^NoNewPrivs:\t(\d)$/m.exec(proc('status'))?.[1] ?? '',
    ];
    expect(seen()).toEqual(['0 0', '1']);
    await terminal.daemon.restartsBy(() => terminal.admin.call('RestartMachine', {}));
    expect(seen()).toEqual(['0 0', '1']);
    await terminal.resume();
  });
});

describe('ending', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)('%s finishes what is under way and answers it', async (signal) => {
    const terminal = await prepared();
    const replies = Promise.allSettled(
      Array.from({ length: 6 }, (_, n) =>
        terminal.admin.twin().attempt('adduser', { userid: 500 + n, username: 'Late' }),
      ),
    );
    await until(
      'the first of them to be stored',
      async () => (await terminal.admin.call('SetInfoParam', {})).users > 3,
    );
    const exit = await terminal.daemon.stopWith(signal);
    expect(exit).toEqual({ code: exitCode.clean, signal: null });
    const acknowledged = (await replies).filter(
      (reply) => reply.status === 'fulfilled' && reply.value.status === 200,
    ).length;
    await terminal.daemon.begin();
    await terminal.resume();
    expect((await terminal.admin.call('SetInfoParam', {})).users).toBeGreaterThanOrEqual(3 + acknowledged);
  });

  test('SIGTERM does not wait for a client that is slow', async () => {
    const terminal = await prepared();
    const slow = await RawConnection.open(terminal.port);
    await slow.send(
      'POST /goform/chklogin HTTP/1.1\r\nHost: t\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{',
    );
    expect((await terminal.daemon.stopWith('SIGTERM')).code).toBe(exitCode.clean);
    // After ten seconds it would have ended with him too, and said so.
    expect(terminal.daemon.log.filter((line) => line.includes('cut off at the end'))).toEqual([]);
    slow.close();
    await terminal.daemon.begin();
  });

  test('SIGHUP and SIGPIPE do not end it', async () => {
    const terminal = await prepared();
    terminal.daemon.signal('SIGHUP');
    terminal.daemon.signal('SIGPIPE');
    await terminal.add({ userid: 6 });
    expect(terminal.daemon.running).toBe(true);
  });
});
