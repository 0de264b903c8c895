// Power cuts while a backup is restored: afterwards the terminal is wholly what it was, or wholly what the backup has. That
// any single call of the switch may be the last is in test/unit/store/test_store_restore.c; here it is the running daemon.

import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { begin, download, freshen, passphrase, send, sendPiece, serialEnd } from '../harness/backup.ts';
import { Client } from '../harness/client.ts';
import { Daemon, temporaryFolder } from '../harness/daemon.ts';
import { queryDatabase } from '../harness/database.ts';
import { Random, runSeed } from '../harness/random.ts';
import { SmallDisk } from '../harness/smallDisk.ts';
import { adminPassword, Terminal } from '../harness/terminal.ts';
import { pass, until } from '../harness/wait.ts';

const rounds = Number(process.env['ROUNDS'] ?? (process.env['SOAK'] === undefined ? 10 : 100));

/** The state that is restored over, and a backup of another terminal. */
let template: string;
let file: Buffer;
const folders: string[] = [];

beforeAll(async () => {
  const other = await Terminal.start();
  for (let userid = 1; userid <= 40; userid++) await other.add({ userid, username: `Other ${userid}` });
  await other.bench.act({ do: 'card', number: '999' });
  await until('a photo', async () => (await other.admin.call('backupState', {})).photos > 0);
  file = (await download(other.admin)).file;
  await other.stop();
  template = join(temporaryFolder(), 'state');
  const terminal = await Terminal.start({ state: template });
  for (let userid = 1; userid <= 60; userid++) await terminal.add({ userid, username: `Own ${userid}` });
  await terminal.stop();
});
afterAll(() => rmSync(template, { recursive: true, force: true }));
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function copied(): string {
  const folder = temporaryFolder();
  folders.push(folder);
  const state = join(folder, 'state');
  cpSync(template, state, { recursive: true });
  return state;
}

/** What the terminal is now; anything in between throws. */
async function kindOf(daemon: Daemon): Promise<'before' | 'restored'> {
  expect(queryDatabase(daemon, 'PRAGMA integrity_check')).toEqual([{ integrity_check: 'ok' }]);
  const client = new Client(() => daemon.port);
  try {
    // Both have the same password, each under keys of its own: who signs in proves that keys and database fit.
    await client.signIn('admin', adminPassword);
    const { users, storage } = await client.call('SetInfoParam', {});
    const own = (await client.call('userlist', { search: 'Own' })).users.length > 0;
    const other = (await client.call('userlist', { search: 'Other' })).users.length > 0;
    const photos = existsSync(join(daemon.state, 'photos')) ? readdirSync(join(daemon.state, 'photos')).length : 0;
    const isNew =
      readFileSync(join(daemon.state, 'identity'), 'utf8') !== readFileSync(join(template, 'identity'), 'utf8');
    expect(storage).toBe('good');
    const kinds: Readonly<Record<string, 'before' | 'restored'>> = {
      '60 true false 0 false': 'before',
      '40 false true 1 true': 'restored',
    };
    const kind = kinds[`${users} ${own} ${other} ${photos} ${isNew}`];
    if (kind === undefined) throw new Error(`a mixture: ${users} ${own} ${other} ${photos} ${isNew}`);
    return kind;
  } finally {
    client.close();
  }
}

/** Files besides those that a state may have. */
const leftovers = (state: string): string[] =>
  readdirSync(state).filter(
    (name) =>
      !/^(postern\.db(-wal|-shm|\.good(\.part.*)?)?|identity|origin|lock|reserve|clean|photos|replaced|log\.now)$/.test(
        name,
      ),
  );

describe('a power cut around restoring', () => {
  test(`leaves what was, or what the backup has, ${rounds} times`, async () => {
    const random = new Random(runSeed(61));
    const seen = new Set<string>();
    for (let round = 0; round < rounds; round++) {
      const state = copied();
      const daemon = await Daemon.start({ state });
      const client = new Client(() => daemon.port);
      try {
        await client.signIn('admin', adminPassword);
        await send(client, file);
        await begin(client);
        // The first round cuts at once, the second behind the restart, the others anywhere between.
        const ready = () => daemon.log.filter((line) => /\bready\b/.test(line)).length > 1;
        if (round === 1) await until('the restart', ready, { everyMs: 5 });
        else if (round > 1) await pass(random.unit() * 500);
        await daemon.kill();
        await daemon.begin();
        const kind = await kindOf(daemon);
        seen.add(kind);
        if (round === 1) expect(kind).toBe('restored');
        expect(leftovers(state), `round ${round}`).toEqual([]);
        // A second start is the same.
        await daemon.restart();
        expect(await kindOf(daemon)).toBe(kind);
      } catch (error) {
        throw new Error(`round ${round}, seed ${random.seed}`, { cause: error });
      } finally {
        client.close();
        await daemon.dispose();
      }
    }
    expect(seen).toEqual(new Set(['before', 'restored']));
  });
});

describe('a disk that is too small', () => {
  test('takes no file that it could not unpack, and is as it was', async () => {
    const folder = temporaryFolder();
    folders.push(folder);
    const state = join(folder, 'state');
    const disk = await SmallDisk.make(state, 24);
    try {
      const terminal = await Terminal.start({ state, prefix: disk.prefix });
      try {
        await terminal.add({ userid: 7, username: 'Own 7' });
        const total = 8 * 1024 * 1024;
        const where = { offset: 0, total, name: 'large.backup' };
        const reply = await sendPiece(terminal.admin, file.subarray(0, 1000), where);
        expect(reply.status).toBe(503);
        await send(terminal.admin, file);
        disk.fill();
        await freshen(terminal.admin);
        const wish = { passphrase, serial: await serialEnd(terminal.admin) };
        await terminal.admin.refuse('restoreStart', wish, 'storage_full');
        disk.empty();
        expect((await terminal.admin.call('userlist', {})).users.map(({ userid }) => userid)).toEqual([7]);
        await terminal.restart();
        expect((await terminal.admin.call('userlist', {})).users.map(({ userid }) => userid)).toEqual([7]);
      } finally {
        await terminal.stop();
      }
    } finally {
      disk.end();
    }
  });
});
