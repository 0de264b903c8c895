// Every change leaves a row in the audit trail: who, from where, what, before and after, and never a secret.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AuditRow, auditRows } from '../harness/database.ts';
import { adminPassword, goodPassword, Terminal } from '../harness/terminal.ts';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
});
afterAll(() => terminal.stop());

/** Rows that `action` adds. */
async function rowsOf(action: () => Promise<unknown>): Promise<AuditRow[]> {
  const before = auditRows(terminal.daemon).length;
  await action();
  return auditRows(terminal.daemon).slice(before);
}

const by = { account: 'admin', peer: '127.0.0.1' };
const card = '3141592653';
const pin = '407231';

describe('one row for', () => {
  test('adding a user', async () => {
    const rows = await rowsOf(() =>
      terminal.add({ userid: 1, username: '陈伟', cardno: card, password: pin, group: 4 }),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ ...by, call: 'adduser', object: 'user 1', before: null });
    expect(rows[0]?.after).toMatchObject({ username: '陈伟', group: 4 });
  });

  test('changing one, with both states', async () => {
    const rows = await rowsOf(() => terminal.admin.call('edituser', { userid: 1, username: 'Chen Wei', shift: 5 }));
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ ...by, call: 'edituser', object: 'user 1' });
    expect(rows[0]?.before).toMatchObject({ username: '陈伟' });
    expect(rows[0]?.after).toMatchObject({ username: 'Chen Wei' });
  });

  test('adding again, deleting one, and each of a batch', async () => {
    const again = await rowsOf(() => terminal.admin.call('adduser', { userid: 1, group: 9, again: true }));
    expect(again.map((row) => [row.call, row.object])).toEqual([['adduser', 'user 1']]);
    expect(again[0]?.before).not.toBeNull();
    const deleted = await rowsOf(() => terminal.admin.call('deleteuser', { userid: 1 }));
    expect(deleted.map((row) => [row.call, row.object, row.after])).toEqual([['deleteuser', 'user 1', null]]);
    for (const userid of [2, 3]) await terminal.add({ userid });
    const batch = await rowsOf(() => terminal.admin.call('deletsomeuser', { userids: [2, 222, 3] }));
    expect(batch.map((row) => [row.call, row.object])).toEqual([
      ['deletsomeuser', 'user 2'],
      ['deletsomeuser', 'user 3'],
    ]);
  });

  test('a new password of an account, by whom it is', async () => {
    const client = await terminal.administrator(5, 12, goodPassword(5));
    const rows = await rowsOf(() =>
      client.call('EditPwd', {
        userid: '5',
        oldpassword: goodPassword(5),
        password: goodPassword(6),
        confirm: goodPassword(6),
      }),
    );
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ account: '5', peer: '127.0.0.1', call: 'EditPwd' });
  });

  test('nothing that was refused or only read', async () => {
    const rows = await rowsOf(async () => {
      await terminal.admin.call('userlist', {});
      await terminal.admin.call('GetUserInfo', { userid: 5 });
      await terminal.admin.call('SetInfoParam', {});
      await terminal.admin.refuse('adduser', { userid: 5 }, 'user_id_exists');
      await terminal.admin.refuse('deleteuser', { userid: 77 }, 'user_unknown');
      await terminal.admin.refuse('adduser', { userid: 0 }, 'user_id_invalid');
    });
    expect(rows).toEqual([]);
  });
});

describe('no secret', () => {
  const secrets = [card, pin, adminPassword, goodPassword(5), goodPassword(6)];

  test('stands in the audit trail', () => {
    const text = JSON.stringify(auditRows(terminal.daemon));
    for (const secret of secrets.filter((value) => value !== card)) expect(text).not.toContain(secret);
    expect(text).not.toContain('argon2');
    expect(text).not.toContain(terminal.admin.token);
  });

  test('stands in the log', () => {
    for (const secret of [...secrets, terminal.admin.token ?? ''])
      expect(terminal.daemon.logText).not.toContain(secret);
    expect(terminal.daemon.logText).not.toContain('argon2');
  });

  test('is kept where a stolen state folder would give it away', async () => {
    const { daemon } = terminal;
    await terminal.daemon.stop();
    const passwords = [pin, adminPassword, goodPassword(5), goodPassword(6), terminal.admin.token ?? ''];
    for (const file of readdirSync(daemon.state)) {
      const octets = readFileSync(`${daemon.state}/${file}`);
      for (const secret of passwords) expect(octets.includes(secret), file).toBe(false);
    }
    await terminal.daemon.begin();
    await terminal.resume();
  });

  test('can be read by others on the machine', () => {
    expect(statSync(terminal.daemon.state).mode & 0o077).toBe(0);
    expect(statSync(`${terminal.daemon.state}/identity`).mode & 0o077).toBe(0);
  });
});
