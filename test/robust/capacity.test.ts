// A terminal that is full of users: the last one fits, the next is refused, and a deleted one makes room.

import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Terminal } from '../harness/terminal.ts';

const capacity = 100_000;

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.daemon.stop();
  // All but two are put there behind the terminal's back: a hundred thousand calls would tell nothing more.
  const database = new DatabaseSync(terminal.daemon.database);
  database.exec(`
    WITH RECURSIVE n (id) AS (VALUES (1) UNION ALL SELECT id + 1 FROM n WHERE id < ${capacity - 2})
    INSERT INTO user (userid, username, name_key, level, "group", identify_mode, identify_factors, shift, valid_from,
      valid_to, revision)
    SELECT id, '', char(1) || printf('%07d', id), 0, 1, 0, 0, 0, 0, 99999999, 1 FROM n`);
  database.close();
  await terminal.daemon.begin();
  await terminal.resume();
});
afterAll(() => terminal.stop());

describe('a full terminal', () => {
  test('takes the last user it has room for, by call or asked «again»', async () => {
    expect((await terminal.admin.call('SetInfoParam', {})).users).toBe(capacity - 2);
    const { user } = await terminal.admin.call('GetUserInfo', {});
    await terminal.admin.call('adduser', { userid: user.userid });
    await terminal.admin.call('adduser', { userid: 999_999_999, again: true });
    expect((await terminal.admin.call('SetInfoParam', {})).users).toBe(capacity);
  });

  test('refuses one more, and says so before a form is filled in', async () => {
    await terminal.admin.refuse('adduser', { userid: 500_000 }, 'capacity');
    await terminal.admin.refuse('adduser', { userid: 500_000, again: true }, 'capacity');
    await terminal.admin.refuse('GetUserInfo', {}, 'capacity');
  });

  test('still says that an ID exists, and changes it', async () => {
    await terminal.admin.refuse('adduser', { userid: 1 }, 'user_id_exists');
    await terminal.admin.call('adduser', { userid: 1, username: 'Changed', again: true });
    await terminal.admin.call('edituser', { userid: 2, username: 'Changed too' });
  });

  test('has room again when one was deleted, and many at once for one place give it to one', async () => {
    await terminal.admin.call('deleteuser', { userid: 3 });
    const ids = [500_000, 500_001, 500_002, 500_003];
    const replies = await Promise.all(ids.map((userid) => terminal.admin.attempt('adduser', { userid })));
    expect(replies.map((reply) => reply.envelope.retvalue).toSorted()).toEqual([0, 12018, 12018, 12018]);
    expect((await terminal.admin.call('SetInfoParam', {})).users).toBe(capacity);
  });
});
