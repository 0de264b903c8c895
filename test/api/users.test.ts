// Users one by one: adding, reading, changing, deleting, and every rule of them.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import type { CallReply, CallRequest } from '../harness/contract.ts';
import { queryDatabase } from '../harness/database.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';

let terminal: Terminal;
let admin: Client;

beforeAll(async () => {
  terminal = await Terminal.start();
  admin = terminal.admin;
});
afterAll(() => terminal.stop());

type User = CallReply<'GetUserInfo'>['user'];

const read = async (userid: number): Promise<User> => (await admin.call('GetUserInfo', { userid })).user;

const defaults = {
  username: '',
  cardno: '0',
  hasPassword: false,
  level: 0,
  group: 1,
  identifyMode: 'device',
  identifyFactors: [],
  shift: 0,
  validFrom: '',
  validTo: '',
  employeeNo: '',
  department: '',
  cardno2: '0',
  cardno3: '0',
  cardno4: '0',
  cardno5: '0',
  enrolled: 0,
};

describe('adding', () => {
  test('an ID is enough; the rest has defaults', async () => {
    expect(await admin.call('adduser', { userid: 1 })).toEqual({ userid: 1, revision: 1 });
    expect(await read(1)).toEqual({ userid: 1, ...defaults, revision: 1 });
  });

  test('everything that was sent is read back, the password but as present', async () => {
    const user = {
      userid: 2,
      username: 'Dora Kovač',
      cardno: '4294967295',
      password: '4072',
      level: 0,
      group: 7,
      identifyMode: 'all',
      identifyFactors: ['card', 'password'],
      shift: 64,
      validFrom: '2024-02-29',
      validTo: '2099-12-31',
      employeeNo: 'K-2',
      department: 'Sales',
      cardno2: '5002',
      cardno3: '5003',
      cardno4: '5004',
      cardno5: '5005',
    } as const;
    await admin.call('adduser', user);
    const { password: _, ...shown } = user;
    expect(await read(2)).toEqual({ ...shown, enrolled: 0, hasPassword: true, revision: 1 });
  });

  test('the largest ID', async () => {
    await admin.call('adduser', { userid: 999_999_999 });
    expect((await read(999_999_999)).userid).toBe(999_999_999);
    await admin.call('deleteuser', { userid: 999_999_999 });
  });

  test('an ID that exists answers 40402 and changes nothing', async () => {
    await admin.refuse('adduser', { userid: 2, username: 'Another', cardno: '5' }, 'user_id_exists', 'userid');
    expect((await read(2)).username).toBe('Dora Kovač');
  });

  test('asked «again», it changes only what was sent', async () => {
    const before = await read(2);
    const reply = await admin.call('adduser', { userid: 2, username: 'Dora Horvat', again: true });
    expect(reply).toEqual({ userid: 2, revision: before.revision + 1 });
    expect(await read(2)).toEqual({ ...before, username: 'Dora Horvat', revision: before.revision + 1 });
  });

  test('asked «again» for one that does not exist, it adds', async () => {
    await admin.call('adduser', { userid: 3, username: 'New', again: true });
    expect(await read(3)).toEqual({ userid: 3, ...defaults, username: 'New', revision: 1 });
  });

  test.each([
    ['one letter', 'A'],
    ['64 letters', 'x'.repeat(64)],
    ['64 letters of four bytes', '𝔘'.repeat(64)],
    ['Arabic', 'نوید رضایی'],
    ['Han', '陈伟'],
    ['joined emoji', '👩‍👩‍👧‍👦'],
    ['combining marks', 'Ṩ̈́z̆'],
    ['quotes and backslashes', `O'Brien "the" \\ \\u0000`],
    ['markup', '<script>alert(1)</script>'],
    ['SQL', "Robert'); DROP TABLE users;--"],
    ['format', '%s%n%x'],
    ['formula', '=1+1'],
  ])('a name may be %s and comes back the same', async (_, username) => {
    await admin.call('adduser', { userid: 10, username, again: true });
    expect((await read(10)).username).toBe(username);
  });

  test.each([
    ['65 letters', 'x'.repeat(65)],
    ['a control character', 'a\u0000b'],
    ['a line break', 'a\nb'],
    ['a tab', 'a\tb'],
    ['DEL', 'a\u007fb'],
    ['a C1 control', 'a\u0085b'],
    ['a line separator', 'a\u2028b'],
    ['a paragraph separator', 'a\u2029b'],
  ])('a name may not have %s', async (_, username) => {
    await admin.refuse('adduser', { userid: 11, username }, 'user_name_format', 'username');
  });

  test('a name with half a surrogate pair is refused', async () => {
    await admin.refuse('adduser', '{"userid":11,"username":"a\\ud800b"}', 'user_name_format', 'username');
  });

  test.each([
    ['beyond 56 bits', '72057594037927936'],
    ['beyond 64 bits', '18446744073709551616'],
  ])('a card %s is out of range', async (_, cardno) => {
    await admin.refuse('adduser', { userid: 11, cardno }, 'out_of_range', 'cardno');
  });

  test.each(['', '-1', '1.5', '0x10', ' 1', '1 ', '1e3', '١'])('a card is no %j', async (cardno) => {
    await admin.refuse('adduser', { userid: 11, cardno }, 'bad_format', 'cardno');
  });

  test('a card with leading zeros is the same card', async () => {
    await admin.call('adduser', { userid: 12, cardno: '0000012345' });
    expect((await read(12)).cardno).toBe('12345');
    await admin.refuse('adduser', { userid: 13, cardno: '12345' }, 'card_exists', 'cardno');
  });

  test.each(['2023-02-29', '2024-13-01', '2024-00-10', '2024-01-32', '24-01-01', '2024-1-1', '2024/01/01', 'tomorrow'])(
    '%j is no day',
    async (validFrom) => {
      await admin.refuse('adduser', { userid: 14, validFrom }, 'bad_format', 'validFrom');
    },
  );

  test('a validity may last one day, and not end before it begins', async () => {
    await admin.call('adduser', { userid: 14, validFrom: '2024-05-01', validTo: '2024-05-01' });
    await admin.refuse(
      'adduser',
      { userid: 15, validFrom: '2024-05-02', validTo: '2024-05-01' },
      'out_of_range',
      'validTo',
    );
    await admin.refuse('edituser', { userid: 14, validTo: '2024-04-30' }, 'out_of_range', 'validTo');
    await admin.refuse('edituser', { userid: 14, validFrom: '2024-05-02' }, 'out_of_range');
    await admin.call('edituser', { userid: 14, validFrom: '' });
    await admin.call('edituser', { userid: 14, validTo: '2000-01-01' });
  });

  test('«all» needs a factor', async () => {
    await admin.refuse('adduser', { userid: 16, identifyMode: 'all' }, 'missing_parameter', 'identifyFactors');
    await admin.refuse(
      'adduser',
      { userid: 16, identifyMode: 'all', identifyFactors: [] },
      'missing_parameter',
      'identifyFactors',
    );
    await admin.refuse('edituser', { userid: 1, identifyMode: 'all' }, 'missing_parameter', 'identifyFactors');
    await admin.call('adduser', { userid: 16, identifyMode: 'all', identifyFactors: ['face', 'iris', 'finger', 'id'] });
    expect(new Set((await read(16)).identifyFactors)).toEqual(new Set(['face', 'iris', 'finger', 'id']));
    await admin.refuse('edituser', { userid: 16, identifyFactors: [] }, 'missing_parameter', 'identifyFactors');
  });

  test('a factor twice or unknown is refused', async () => {
    const factors = (identifyFactors: string[]): object => ({ userid: 17, identifyMode: 'all', identifyFactors });
    expect((await admin.attempt('adduser', factors(['card', 'card']))).status).toBe(400);
    expect((await admin.attempt('adduser', factors(['voice']))).status).toBe(400);
  });
});

describe('cards', () => {
  test('belong to one user; none (0) to any number', async () => {
    await admin.call('adduser', { userid: 21, cardno: '777001' });
    const reply = await admin.refuse('adduser', { userid: 22, cardno: '777001' }, 'card_exists', 'cardno');
    expect(reply.text).not.toContain('21');
    await admin.call('adduser', { userid: 22, cardno: '0' });
    await admin.call('adduser', { userid: 23, cardno: '0' });
    await admin.refuse('edituser', { userid: 22, cardno: '777001' }, 'card_exists', 'cardno');
  });

  test('the own one again is no clash', async () => {
    await admin.call('edituser', { userid: 21, cardno: '777001' });
  });

  test('are free again when taken away or when the user is deleted', async () => {
    await admin.call('edituser', { userid: 21, cardno: '0' });
    await admin.call('edituser', { userid: 22, cardno: '777001' });
    await admin.call('deleteuser', { userid: 22 });
    await admin.call('edituser', { userid: 23, cardno: '777001' });
    expect((await read(23)).cardno).toBe('777001');
  });
});

describe('passwords', () => {
  test.each(['1', '123', '1234567', '12a4', '１２３４', ' 1234', '-123'])('%j is none (40404)', async (password) => {
    await admin.refuse('adduser', { userid: 31, password }, 'password_rules', 'password');
  });

  test.each(['4073', '40736', '407364'])('%s serves a user', async (password) => {
    await admin.call('adduser', { userid: 31, password, again: true });
    expect((await read(31)).hasPassword).toBe(true);
  });

  test('belong to one user, whatever the length; the answer does not say to whom', async () => {
    await admin.call('adduser', { userid: 32, password: '4074' });
    const reply = await admin.refuse('adduser', { userid: 33, password: '4074' }, 'password_exists', 'password');
    expect(reply.text).not.toContain('32');
    await admin.call('adduser', { userid: 33, password: '04074' });
    await admin.refuse('edituser', { userid: 33, password: '4074' }, 'password_exists', 'password');
  });

  test('the own one again is no clash', async () => {
    await admin.call('edituser', { userid: 32, password: '4074' });
  });

  test('empty takes it away and frees it; not sent leaves it', async () => {
    await admin.call('edituser', { userid: 32, username: 'Still with one' });
    expect((await read(32)).hasPassword).toBe(true);
    await admin.call('edituser', { userid: 32, password: '' });
    expect((await read(32)).hasPassword).toBe(false);
    await admin.call('adduser', { userid: 34, password: '4074' });
  });

  test('are kept as argon2id over the pepper, never plain', () => {
    const rows = queryDatabase(terminal.daemon, 'SELECT * FROM user WHERE userid = 34');
    const text = JSON.stringify(rows[0]);
    expect(text).toContain('$argon2id-hmac$v=19$m=19456,t=2,p=1$');
    expect(text).not.toContain('4074');
  });

  test('an administrator needs six digits that are hard to guess', async () => {
    await admin.refuse('adduser', { userid: 35, level: 1 }, 'password_rules', 'password');
    await admin.refuse('adduser', { userid: 35, level: 1, password: '' }, 'password_rules', 'password');
    await admin.refuse('adduser', { userid: 35, level: 1, password: '40751' }, 'password_rules', 'password');
    await admin.refuse('adduser', { userid: 35, level: 1, password: '123456' }, 'password_rules', 'password');
    await admin.call('adduser', { userid: 35, level: 1, password: goodPassword(35) });
  });

  test('a user without such a one does not become administrator', async () => {
    await admin.call('adduser', { userid: 36, password: '4076' });
    await admin.refuse('edituser', { userid: 36, level: 3 }, 'password_rules', 'password');
    await admin.call('edituser', { userid: 36, password: goodPassword(36) });
    await admin.call('edituser', { userid: 36, level: 3 });
    await terminal.signedIn('36', goodPassword(36));
  });

  test('an administrator cannot lose it, but a user who was one can', async () => {
    await admin.refuse('edituser', { userid: 36, password: '' }, 'password_rules', 'password');
    await admin.refuse('edituser', { userid: 36, password: '4077' }, 'password_rules', 'password');
    await admin.call('edituser', { userid: 36, level: 0, password: '' });
    expect(await read(36)).toMatchObject({ level: 0, hasPassword: false });
  });
});

describe('reading', () => {
  test('an unknown ID answers 40301', async () => {
    await admin.refuse('GetUserInfo', { userid: 555_555 }, 'user_unknown');
  });

  test.each([0, 1_000_000_000, -1])('%d is no user ID', async (userid) => {
    await admin.refuse('GetUserInfo', { userid }, 'user_id_invalid', 'userid');
  });

  test('without an ID it gives the defaults and the next free ID', async () => {
    const { user } = await admin.call('GetUserInfo', {});
    expect(user).toEqual({ userid: user.userid, ...defaults, revision: 0 });
    await admin.refuse('GetUserInfo', { userid: user.userid }, 'user_unknown');
    await admin.call('adduser', { userid: user.userid });
    const next = await admin.call('GetUserInfo', {});
    expect(next.user.userid).not.toBe(user.userid);
    await admin.refuse('GetUserInfo', { userid: next.user.userid }, 'user_unknown');
  });

  test('the next free ID is found when the largest is taken', async () => {
    await admin.call('adduser', { userid: 999_999_999 });
    const { user } = await admin.call('GetUserInfo', {});
    expect(user.userid).toBeLessThan(999_999_999);
    await admin.refuse('GetUserInfo', { userid: user.userid }, 'user_unknown');
    await admin.call('deleteuser', { userid: 999_999_999 });
  });
});

describe('changing', () => {
  test('only what was sent', async () => {
    await admin.call('adduser', { userid: 41, username: 'Émile Roche', cardno: '884512', group: 3, shift: 2 });
    const before = await read(41);
    const changes: readonly Partial<CallRequest<'edituser'>>[] = [
      { username: 'E. Roche' },
      { cardno: '884513' },
      { group: 0 },
      { shift: 9 },
      { identifyMode: 'any' },
      { validTo: '2030-01-31' },
      { validFrom: '2020-01-31' },
      { username: '' },
      { cardno: '0' },
      { validTo: '' },
    ];
    let want: User = before;
    for (const change of changes) {
      const reply = await admin.call('edituser', { userid: 41, ...change });
      want = { ...want, ...change, revision: reply.revision } as User;
      expect(reply.revision).toBe(before.revision + changes.indexOf(change) + 1);
      expect(await read(41)).toEqual(want);
    }
  });

  test('an unknown ID answers 40301', async () => {
    await admin.refuse('edituser', { userid: 555_555, username: 'Nobody' }, 'user_unknown');
  });

  test('with the revision that was read', async () => {
    await admin.call('adduser', { userid: 42, username: 'First' });
    const { revision } = await read(42);
    await admin.call('edituser', { userid: 42, revision, username: 'Second' });
    await admin.refuse('edituser', { userid: 42, revision, username: 'Third' }, 'changed_meanwhile');
    await admin.refuse('edituser', { userid: 42, revision: 0, username: 'Third' }, 'changed_meanwhile');
    expect((await read(42)).username).toBe('Second');
    await admin.call('edituser', { userid: 42, revision: revision + 1, username: 'Third' });
  });

  test('of two at the same time with one revision, exactly one is done', async () => {
    const { revision } = await read(42);
    const replies = await Promise.all(
      Array.from({ length: 8 }, (_, n) => admin.attempt('edituser', { userid: 42, revision, username: `Racer ${n}` })),
    );
    const done = replies.flatMap((reply, n) => (reply.status === 200 ? [n] : []));
    expect(done).toHaveLength(1);
    expect(replies.filter((reply) => reply.envelope.retvalue === 12020)).toHaveLength(7);
    expect(await read(42)).toMatchObject({ username: `Racer ${done[0]}`, revision: revision + 1 });
  });

  test('of many at the same time for one card, exactly one gets it', async () => {
    const ids = Array.from({ length: 8 }, (_, n) => 4300 + n);
    const replies = await Promise.all(ids.map((userid) => admin.attempt('adduser', { userid, cardno: '900900' })));
    expect(replies.filter((reply) => reply.status === 200)).toHaveLength(1);
    expect(replies.filter((reply) => reply.envelope.retvalue === 40403)).toHaveLength(7);
  });

  test('nothing but the ID changes nothing', async () => {
    const before = await read(42);
    await admin.call('edituser', { userid: 42 });
    expect({ ...(await read(42)), revision: 0 }).toEqual({ ...before, revision: 0 });
  });
});

describe('deleting', () => {
  test('one', async () => {
    await admin.call('adduser', { userid: 51, username: 'Gone' });
    await admin.call('deleteuser', { userid: 51 });
    await admin.refuse('GetUserInfo', { userid: 51 }, 'user_unknown');
    await admin.refuse('deleteuser', { userid: 51 }, 'user_unknown');
    await admin.call('adduser', { userid: 51 });
    expect((await read(51)).username).toBe('');
  });

  test('several, each wholly or not at all, saying which not and why', async () => {
    for (const userid of [61, 62, 63]) await admin.call('adduser', { userid });
    const reply = await admin.call('deletsomeuser', { userids: [61, 6001, 63, 6002] });
    expect([...reply.deleted].sort()).toEqual([61, 63]);
    expect(reply.failed).toEqual([
      { userid: 6001, code: 40301 },
      { userid: 6002, code: 40301 },
    ]);
    await read(62);
  });

  test('several with what the asking one may not: the rest goes', async () => {
    await admin.call('adduser', { userid: 64, level: 12, password: goodPassword(64) });
    await admin.call('adduser', { userid: 65 });
    const eight = await terminal.administrator(66, 8, goodPassword(66));
    const reply = await eight.call('deletsomeuser', { userids: [64, 65, 66] });
    expect(reply.deleted).toEqual([65]);
    expect(reply.failed).toEqual([
      { userid: 64, code: 12003 },
      { userid: 66, code: 12019 },
    ]);
    await eight.call('SetInfoParam', {});
  });

  test('the same one twice in a batch is deleted once', async () => {
    await admin.call('adduser', { userid: 67 });
    const reply = await admin.attempt('deletsomeuser', { userids: [67, 67] });
    await admin.refuse('GetUserInfo', { userid: 67 }, 'user_unknown');
    expect(reply.status).toBe(200);
  });

  test('a thousand at once, and no more', async () => {
    const ids = Array.from({ length: 1000 }, (_, n) => 100_000 + n);
    const left = [...ids];
    const lane = async (): Promise<void> => {
      for (let userid = left.pop(); userid !== undefined; userid = left.pop()) await admin.call('adduser', { userid });
    };
    await Promise.all(Array.from({ length: 8 }, lane));
    const reply = await admin.call('deletsomeuser', { userids: ids });
    expect(reply.deleted).toHaveLength(1000);
    await admin.refuse('deletsomeuser', { userids: [...ids, 1] }, 'user_id_invalid', 'userids');
    await admin.refuse('deletsomeuser', { userids: [] }, 'user_id_invalid', 'userids');
  });
});
