// Power cuts during initialisation and restart: afterwards the terminal is as before, or initialised, and nothing in between.

import { copyFileSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { Client } from '../harness/client.ts';
import { Daemon, temporaryFolder } from '../harness/daemon.ts';
import { queryDatabase } from '../harness/database.ts';
import { Random, runSeed } from '../harness/random.ts';
import { adminPassword, Terminal } from '../harness/terminal.ts';
import { pass } from '../harness/wait.ts';

const rounds = Number(process.env['ROUNDS'] ?? (process.env['SOAK'] === undefined ? 8 : 100));
const cardOfUser = '4711';

/** The state of a terminal with users and settings, copied for each test. */
let template: string;
let serial: string;
const folders: string[] = [];

beforeAll(async () => {
  template = join(temporaryFolder(), 'state');
  const terminal = await Terminal.start({ state: template });
  await terminal.add({ userid: 1, username: 'Ada', cardno: cardOfUser });
  for (let userid = 2; userid <= 60; userid++) await terminal.add({ userid, username: `User ${userid}` });
  await terminal.admin.call('GetMachineParam', { deviceName: 'Gate 4', volume: 5 });
  serial = (await terminal.admin.call('SetInfoParam', {})).Serial;
  await terminal.stop();
});
afterAll(() => rmSync(template, { recursive: true, force: true }));
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** A copy of the terminal that ended in order. */
function copied(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  const state = join(folder, 'state');
  cpSync(template, state, { recursive: true });
  return state;
}

type Kind = 'before' | 'settings' | 'users' | 'everything';

/** What the terminal is now; anything in between throws. */
async function kindOf(daemon: Daemon): Promise<Kind> {
  expect(queryDatabase(daemon, 'PRAGMA quick_check')).toEqual([{ quick_check: 'ok' }]);
  const display = await (await daemon.bench()).display();
  expect(display.lines).toContain(serial);
  const client = new Client(() => daemon.port);
  try {
    if (display.initialPassword !== null) {
      const reply = await client.signIn('admin', display.initialPassword);
      expect(reply.mustChangePassword).toBe(true);
      const [users] = queryDatabase(daemon, 'SELECT count(*) AS n FROM user');
      const [changed] = queryDatabase(daemon, "SELECT count(*) AS n FROM audit WHERE call <> 'chklogin'");
      expect([users?.['n'], changed?.['n']]).toEqual([0, 0]);
      return 'everything';
    }
    await client.signIn('admin', adminPassword);
    const info = await client.call('SetInfoParam', {});
    const machine = await client.call('SetMachineParam', {});
    expect(info.storage).toBe('good');
    const found = (await client.call('userlist', { search: 'Ada' })).users.length;
    const [parts] = queryDatabase(daemon, "SELECT count(*) AS n FROM audit WHERE call = 'InitMachine'");
    const text = `${info.users} ${info.cards} ${found} ${machine.deviceName} ${machine.volume} ${Number(parts?.['n'])}`;
    const kinds: Readonly<Record<string, Kind>> = {
      '60 1 1 Gate 4 5 0': 'before',
      '60 1 1 Postern 3 1': 'settings',
      '0 0 0 Gate 4 5 1': 'users',
    };
    const kind = kinds[text];
    if (kind === undefined) throw new Error(`neither before nor initialised: ${text}`);
    return kind;
  } finally {
    client.close();
  }
}

/** Files besides those that a state may have: a copy that a cut left unfinished is one of these, the next one replaces it. */
function leftovers(state: string): string[] {
  const own = /^(postern\.db(-wal|-shm|\.good(\.part.*)?)?|identity|origin|lock|reserve|clean|log\.now)$/;
  return readdirSync(state).filter((name) => !own.test(name));
}

describe('a power cut around InitMachine', () => {
  test.each(['settings', 'users', 'everything'] as const)(
    `of %s leaves it as before or initialised, ${rounds} times`,
    async (part) => {
      const random = new Random(runSeed(51));
      const seen = new Set<Kind>();
      for (let round = 0; round < rounds; round++) {
        const state = copied();
        const daemon = await Daemon.start({ state });
        const client = new Client(() => daemon.port);
        try {
          await client.signIn('admin', adminPassword);
          // The first round cuts behind the answer, the second at once, the others anywhere.
          const delay = round === 0 ? Number.POSITIVE_INFINITY : round === 1 ? 0 : random.unit() * 60;
          const call = client.attempt('InitMachine', { [part]: true, serial: serial.slice(-4) }).then(
            (reply) => reply.envelope.code === 'success',
            () => false,
          );
          const answered = await (delay === Number.POSITIVE_INFINITY ? call : Promise.race([call, pass(delay)]));
          if (daemon.running) await daemon.kill();
          const acknowledged = answered === true || (await call);
          await daemon.begin();
          const kind = await kindOf(daemon);
          seen.add(kind);
          if (kind !== 'before') expect(kind).toBe(part);
          if (acknowledged) expect(kind).toBe(part);
          expect(leftovers(state), `round ${round}`).toEqual([]);
        } catch (error) {
          throw new Error(`${part}, round ${round}, seed ${random.seed}`, { cause: error });
        } finally {
          client.close();
          await daemon.dispose();
        }
      }
      expect([...seen]).toContain(part);
    },
  );
});

describe('a power cut while everything is erased', () => {
  /** Every state the folder can be cut in: the mark is there, and the files that an erasure had come to are gone. */
  const steps = [
    [],
    ['clean'],
    ['clean', 'postern.db.good'],
    ['clean', 'postern.db.good', 'identity'],
    ['clean', 'postern.db.good', 'postern.db'],
    ['postern.db'],
    ['identity'],
    ['clean', 'postern.db.good', 'postern.db', 'identity'],
  ];

  test.each(steps.map((gone) => [gone.join(', ') || 'nothing', gone] as const))(
    'with %s gone: the start goes on with it',
    async (_, gone) => {
      const state = copied();
      writeFileSync(join(state, 'erase'), serial);
      for (const name of gone) rmSync(join(state, name), { force: true });
      // What belongs to somebody else stays.
      writeFileSync(join(state, 'notes.txt'), 'not of the terminal');
      const daemon = await Daemon.start({ state });
      try {
        expect(await kindOf(daemon)).toBe('everything');
        expect(leftovers(state)).toEqual(['notes.txt']);
        expect(readFileSync(join(state, 'identity'), 'utf8')).not.toBe(
          readFileSync(join(template, 'identity'), 'utf8'),
        );
        await daemon.restart();
        expect(await kindOf(daemon)).toBe('everything');
      } finally {
        await daemon.dispose();
      }
    },
  );

  test(`and again while it starts, ${rounds} times`, async () => {
    const random = new Random(runSeed(52));
    for (let round = 0; round < rounds; round++) {
      const state = copied();
      writeFileSync(join(state, 'erase'), serial);
      copyFileSync(join(state, 'postern.db'), join(state, 'postern.db.damaged-1'));
      const daemon = await Daemon.start({ state });
      try {
        await daemon.kill();
        // The mark is gone once it is ready: put it back and cut anywhere in the start.
        for (let cut = 0; cut < 3; cut++) {
          writeFileSync(join(state, 'erase'), serial);
          const started = daemon.begin().catch(() => undefined);
          await pass(random.unit() * 150);
          await daemon.kill();
          await started;
        }
        await daemon.begin();
        expect(await kindOf(daemon)).toBe('everything');
        expect(existsSync(join(state, 'erase'))).toBe(false);
        expect(leftovers(state)).toEqual([]);
      } catch (error) {
        throw new Error(`round ${round}, seed ${random.seed}`, { cause: error });
      } finally {
        await daemon.dispose();
      }
    }
  });
});

describe('a power cut around RestartMachine', () => {
  test(`loses nothing, ${rounds} times`, async () => {
    const random = new Random(runSeed(53));
    const state = copied();
    const daemon = await Daemon.start({ state });
    try {
      for (let round = 0; round < rounds; round++) {
        const client = new Client(() => daemon.port);
        await client.signIn('admin', adminPassword);
        const call = client.attempt('RestartMachine', {}).catch(() => undefined);
        await pass(random.unit() * 120);
        await daemon.kill();
        await call;
        client.close();
        await daemon.begin();
        expect(await kindOf(daemon), `round ${round}, seed ${random.seed}`).toBe('before');
      }
    } finally {
      await daemon.dispose();
    }
  });

  test('a SIGTERM that comes with it ends the daemon', async () => {
    const terminal = await Terminal.start();
    try {
      const call = terminal.admin.attempt('RestartMachine', {}).catch(() => undefined);
      const exit = await terminal.daemon.stopWith('SIGTERM');
      expect(exit.code).toBe(0);
      await call;
      await terminal.daemon.begin();
    } finally {
      await terminal.stop();
    }
  });
});
