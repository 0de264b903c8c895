// A terminal whose data no firmware can start with: the engineer chooses other data in recovery.

import { copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import { auditRows, changeDatabase, queryDatabase } from '../harness/database.ts';
import type { Terminal } from '../harness/terminal.ts';
import { Machine, signInEngineer, stateWhere } from '../harness/upgrade.ts';

const machine = new Machine();
const state = join(machine.path, 'state');
const serial = 'ZX2N';
let terminal: Terminal;

const users = (): unknown[] =>
  queryDatabase(terminal.daemon, 'SELECT userid FROM user ORDER BY userid').map(({ userid }) => userid);

/** Starts it with a database of a firmware that nobody has, which ends in recovery; gives the engineer there. */
async function startBroken(): Promise<Client> {
  changeDatabase(terminal.daemon, 'PRAGMA user_version = 9999');
  await terminal.daemon.begin();
  return signInEngineer(terminal);
}

async function startsAgain(choose: () => Promise<unknown>): Promise<void> {
  await terminal.daemon.restartsBy(choose);
  await terminal.resume();
}

beforeAll(async () => {
  terminal = await machine.start({ serial: `PT-7K3MQ4${serial}` });
  await terminal.add({ userid: 1, username: 'Ada' });
  await stateWhere(terminal.admin, 'the slot to be confirmed', ({ floor, step }) => floor > 0 && step === 'idle');
  copyFileSync(machine.folder.slot('A'), machine.folder.slot('B'));
});
afterAll(() => machine.stop());

test('a terminal that starts has nothing to choose', async () => {
  const engineer = await signInEngineer(terminal);
  await engineer.refuse('recoveryState', {}, 'recovery_only');
  await engineer.refuse('recoverData', { data: 'erase', serial }, 'recovery_only');
  await terminal.admin.refuse('recoverData', { data: 'erase', serial }, 'super_needed');
});

describe('in recovery', () => {
  let engineer: Client;

  beforeAll(async () => {
    await terminal.daemon.stop(); // which makes a good copy
    changeDatabase(terminal.daemon, "INSERT INTO setting (key, value) VALUES ('later', '1')");
    engineer = await startBroken();
  });

  test('it is told what there is; what is not there, or by who did not type the serial, is refused', async () => {
    const { copied, replaced } = await engineer.call('recoveryState', {});
    expect([copied > 0, replaced]).toEqual([true, 0]);
    await engineer.refuse('recoverData', { data: 'replaced', serial }, 'gone', 'data');
    await engineer.refuse('recoverData', { data: 'erase', serial: 'AAAA' }, 'serial_wrong', 'serial');
    await terminal.client().refuse('recoverData', { data: 'erase', serial }, 'token_failed');
  });

  test('the last good copy takes the place of the data, and the audit log says who chose it', async () => {
    await startsAgain(() => engineer.call('recoverData', { data: 'copy', serial: serial.toLowerCase() }));
    expect(queryDatabase(terminal.daemon, "SELECT * FROM setting WHERE key = 'later'")).toEqual([]);
    expect(users()).toEqual([1]);
    expect((await terminal.admin.call('SetInfoParam', {})).storage).toBe('restored');
    expect(existsSync(`${terminal.daemon.database}.damaged-1`)).toBe(true);
    expect(auditRows(terminal.daemon).filter(({ call }) => call === 'recoverData')).toMatchObject([
      { account: 'engineer', peer: '127.0.0.1', object: 'machine', after: { data: 'copy' } },
    ]);
  });

  test('the data from before a restore is put back', async () => {
    await terminal.add({ userid: 3, username: 'Cy' });
    await terminal.daemon.stop();
    mkdirSync(join(state, 'replaced'));
    copyFileSync(terminal.daemon.database, join(state, 'replaced', 'postern.db'));
    engineer = await startBroken();
    expect((await engineer.call('recoveryState', {})).replaced).toBeGreaterThan(0);
    await startsAgain(() => engineer.call('recoverData', { data: 'replaced', serial }));
    expect(users()).toEqual([1, 3]);
  });

  test('all is erased, and the same terminal starts as from the factory', async () => {
    await terminal.daemon.stop();
    engineer = await startBroken();
    await terminal.daemon.restartsBy(() => engineer.call('recoverData', { data: 'erase', serial }));
    expect(await terminal.daemon.initialPassword()).toMatch(/^\d{6}$/);
    expect(users()).toEqual([]);
    expect(auditRows(terminal.daemon)).toMatchObject([{ account: 'engineer', after: { data: 'erase' } }]);
    const again = await signInEngineer(terminal);
    expect((await again.call('SetInfoParam', {})).Serial).toBe(`PT-7K3MQ4${serial}`);
  });
});
