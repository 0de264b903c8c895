// The list of users: pages by key, sorts, filters and search, judged by a plain model of the same users in memory.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fold } from '../../web/lib/fold.ts';
import type { Client } from '../harness/client.ts';
import type { CallReply, CallRequest } from '../harness/contract.ts';
import { Terminal } from '../harness/terminal.ts';

type Request = CallRequest<'userlist'>;
type User = CallReply<'userlist'>['users'][number];

let terminal: Terminal;
let admin: Client;
const users: User[] = [];

/** Names chosen so that folding, scripts, single characters and lengths all matter. */
const names = [
  'Amina Haddad',
  'Bo Lindqvist',
  '陈伟',
  '陈大文',
  '欧阳伟',
  'Dora Kovač',
  'Émile Roche',
  'نوید رضایی',
  'محمد الأنصاري',
  'Μαρία Παπαδοπούλου',
  'ΜΑΡΊΑ ΒΛΆΧΟΥ',
  'さくら 田中',
  '김민준',
  'Straße',
  'STRASSE',
  'Ångström',
  'Iñtërnâtiônàl',
  'ﬁne ligature',
  'O’Brien',
  "O'Brien",
  'สมชาย ใจดี',
  'अनिल शर्मा',
  'Zoë',
  'zoe',
  'Z',
  '',
  '𠮷野家',
  '100% real_name*',
];

function plainUser(index: number): CallRequest<'adduser'> {
  const name = names[index % names.length] ?? '';
  return {
    userid: 1 + index * 7,
    username: index < names.length || name === '' ? name : `${name} ${Math.floor(index / names.length)}`,
    ...(index % 3 === 0 ? { cardno: String(4_000_000 + index) } : {}),
    ...(index % 40 === 0 ? { password: `4${String(index).padStart(3, '0')}5` } : {}),
    group: index % 17,
    shift: index % 5,
    ...(index % 10 === 1 ? { validTo: '2001-01-01' } : {}),
    ...(index % 10 === 2 ? { validTo: '2199-01-01' } : {}),
  };
}

const count = 260;

beforeAll(async () => {
  terminal = await Terminal.start();
  admin = terminal.admin;
  for (let at = 0; at < count; at += 4) {
    await Promise.all(
      Array.from({ length: Math.min(4, count - at) }, (_, n) => admin.call('adduser', plainUser(at + n))),
    );
  }
  for (const userid of [1, 281])
    await admin.call('edituser', { userid, password: userid === 1 ? '407264' : '407265', level: 4 });
  for (let index = 0; index < count; index++) {
    users.push((await admin.call('GetUserInfo', { userid: 1 + index * 7 })).user);
  }
});
afterAll(() => terminal.stop());

const list = (request: Request = {}): Promise<CallReply<'userlist'>> => admin.call('userlist', request);
const ids = (page: { users: readonly User[] }): number[] => page.users.map((user) => user.userid);

/** Every page forwards, checking what each says of itself. */
async function walk(request: Request): Promise<User[]> {
  const seen: User[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < 1000; pages++) {
    const page = await list(after === undefined ? request : { ...request, after });
    expect(page.position).toBe(page.users.length === 0 ? 0 : seen.length + 1);
    expect(page.previous === '').toBe(seen.length === 0);
    seen.push(...page.users);
    if (page.next === '') {
      expect(page.total).toBe(seen.length);
      expect(page.totalIsMore).toBe(false);
      return seen;
    }
    after = page.next;
  }
  throw new Error('the list has no end');
}

/** Every page backwards from the last one. */
async function walkBack(request: Request): Promise<User[]> {
  let page = await list(request);
  while (page.next !== '') page = await list({ ...request, after: page.next });
  const seen = [...page.users];
  while (page.previous !== '') {
    page = await list({ ...request, before: page.previous });
    seen.unshift(...page.users);
  }
  return seen;
}

describe('pages', () => {
  test('fifty by ID unless asked otherwise', async () => {
    const page = await list();
    expect(page.users).toHaveLength(50);
    expect(page.users).toEqual(users.slice(0, 50));
    expect(page).toMatchObject({ total: count, totalIsMore: false, position: 1, previous: '' });
  });

  test.each([1, 7, 100])('of %d rows: forwards and backwards give every user once', async (limit) => {
    const some = limit === 1 ? { group: 3 } : {};
    const want = users.filter((user) => limit !== 1 || user.group === 3);
    expect(await walk({ limit, ...some })).toEqual(want);
    expect(await walkBack({ limit, ...some })).toEqual(want);
  });

  test('downwards', async () => {
    expect(await walk({ limit: 100, order: 'desc' })).toEqual(users.toReversed());
    expect(await walkBack({ limit: 33, order: 'desc' })).toEqual(users.toReversed());
  });

  test('by name, both ways, equal names by ID, without losing anybody', async () => {
    const up = await walk({ sort: 'name', limit: 13 });
    expect(up.map((user) => user.userid).toSorted((a, b) => a - b)).toEqual(users.map((user) => user.userid));
    const down = await walk({ sort: 'name', order: 'desc', limit: 13 });
    expect(ids({ users: down })).toEqual(ids({ users: up }).toReversed());
    expect(await walkBack({ sort: 'name', limit: 13 })).toEqual(up);
    const place = (name: string): number => up.findIndex((user) => user.username === name);
    // Case and marks do not decide; letters do.
    expect(place('Amina Haddad')).toBeLessThan(place('Ångström'));
    expect(place('Ångström')).toBeLessThan(place('Bo Lindqvist'));
    expect(place('Émile Roche')).toBeLessThan(place('Iñtërnâtiônàl'));
    expect(Math.abs(place('Zoë') - place('zoe'))).toBe(1);
    expect(Math.abs(place('Straße') - place('STRASSE'))).toBe(1);
  });

  test('a page stays right while users come and go around it', async () => {
    const first = await list({ limit: 10 });
    await admin.call('adduser', { userid: 2, username: 'Between' });
    await admin.call('deleteuser', { userid: 71 });
    const second = await list({ limit: 10, after: first.next });
    expect(ids(second)).toEqual(users.slice(11, 21).map((user) => user.userid));
    await admin.call('deleteuser', { userid: 2 });
    await admin.call('adduser', plainUser(10));
    users[10] = (await admin.call('GetUserInfo', { userid: 71 })).user;
  });

  test('a cursor whose own row was deleted still works', async () => {
    const first = await list({ limit: 10 });
    const last = first.users.at(-1)?.userid ?? 0;
    await admin.call('deleteuser', { userid: last });
    const second = await list({ limit: 10, after: first.next });
    expect(ids(second)[0]).toBe(users[10]?.userid);
    await admin.call('adduser', plainUser((last - 1) / 7));
    users[9] = (await admin.call('GetUserInfo', { userid: last })).user;
  });

  test.each(['x', 'AAAA', '!!!!', 'ä', '%00', 'A'.repeat(400), '../../etc/passwd'])(
    'the cursor %j is refused',
    async (cursor) => {
      await admin.refuse('userlist', { after: cursor }, 'bad_format', 'after');
      await admin.refuse('userlist', { before: cursor }, 'bad_format', 'before');
    },
  );

  test('both cursors at once are refused', async () => {
    const { next } = await list({ limit: 10 });
    expect((await admin.attempt('userlist', { after: next, before: next })).status).toBe(400);
  });

  test('from an ID on, whether anybody has it or not', async () => {
    expect(ids(await list({ from: '8', limit: 3 }))).toEqual([8, 15, 22]);
    expect(ids(await list({ from: '0009', limit: 2 }))).toEqual([15, 22]);
    expect(ids(await list({ from: '21', order: 'desc', limit: 3 }))).toEqual([15, 8, 1]);
    expect(await list({ from: '1', limit: 3 })).toMatchObject({ position: 1, previous: '' });
    const page = await list({ from: '71', limit: 10 });
    expect(page).toMatchObject({ total: count, position: 11 });
    expect(ids(await list({ before: page.previous, limit: 10 }))).toEqual(ids({ users: users.slice(0, 10) }));
    expect(ids(await list({ after: page.next, limit: 10 }))).toEqual(ids({ users: users.slice(20, 30) }));
    expect(ids(await list({ from: '71', limit: 2, group: 3 }))).toEqual(
      ids({ users: users.filter(({ group, userid }) => group === 3 && userid >= 71).slice(0, 2) }),
    );
  });

  test('from the first letters of a name on', async () => {
    const up = await walk({ sort: 'name', limit: 100 });
    const at = (letters: string): number => up.findIndex(({ username }) => fold(username).startsWith(letters));
    for (const letters of ['Émi', 'HADD', 'am', 'strasse', 'zo']) {
      const page = await list({ sort: 'name', from: letters, limit: 5 });
      const first = up.findIndex(({ username }) => fold(username) >= fold(letters));
      expect(page.users, letters).toEqual(up.slice(first, first + 5));
      expect(page.position).toBe(first + 1);
    }
    const down = up.toReversed();
    const roche = await list({ sort: 'name', order: 'desc', from: 'émile', limit: 3 });
    expect(fold(roche.users[0]?.username ?? '')).toMatch(/^emile/);
    expect(roche.users[0]).toEqual(down.find(({ username }) => fold(username).startsWith('emile')));
    expect(at('emile')).toBeGreaterThan(0);
  });

  test('behind the end there is nobody, and the way back leads to the last', async () => {
    const page = await list({ from: '999999999', limit: 10 });
    expect(page).toMatchObject({ users: [], total: count, next: '' });
    expect(ids(await list({ before: page.previous, limit: 10 }))).toEqual(ids({ users: users.slice(-10) }));
  });

  test('the last page, and back from there', async () => {
    for (const [sort, order] of [
      ['id', 'asc'],
      ['id', 'desc'],
      ['name', 'asc'],
      ['name', 'desc'],
    ] as const) {
      const all = await walk({ sort, order, limit: 100 });
      const page = await list({ sort, order, last: true, limit: 11 });
      expect(page.users).toEqual(all.slice(-11));
      expect(page).toMatchObject({ total: count, position: count - 10, next: '' });
      const before = await list({ sort, order, before: page.previous, limit: 11 });
      expect(before.users).toEqual(all.slice(-22, -11));
      expect(before.position).toBe(count - 21);
    }
    expect(await list({ last: true, search: 'amina', limit: 100 })).toMatchObject({ position: 1, previous: '' });
    expect(await list({ last: true, search: 'nobody at all' })).toMatchObject({ users: [], position: 0, previous: '' });
  });

  test.each(['0', '1000000000', '18446744073709551617', 'amina', '-1', '1.5', ' 8'])(
    'in a list by ID %j is no place to begin',
    async (from) => {
      await admin.refuse('userlist', { from }, 'bad_format', 'from');
    },
  );

  test('one place at a time', async () => {
    const { next } = await list({ limit: 10 });
    await admin.refuse('userlist', { after: next, from: '8' }, 'bad_format', 'from');
    await admin.refuse('userlist', { before: next, last: true }, 'bad_format', 'last');
    await admin.refuse('userlist', { from: '8', last: true }, 'bad_format', 'last');
    expect(ids(await list({ from: '8', last: false, limit: 1 }))).toEqual([8]);
  });

  test('a cursor of one sort is no cursor of another', async () => {
    const { next } = await list({ limit: 10, sort: 'name' });
    await admin.refuse('userlist', { after: next, sort: 'id' }, 'bad_format', 'after');
  });

  test.each([
    ['limit=0', 'limit'],
    ['limit=101', 'limit'],
    ['limit=-1', 'limit'],
    ['limit=1.5', 'limit'],
    ['limit=ten', 'limit'],
    ['limit=', 'limit'],
    ['group=17', 'group'],
    ['shift=65', 'shift'],
    ['sort=card', 'sort'],
    ['order=down', 'order'],
    ['from=', 'from'],
    [`from=${'x'.repeat(65)}`, 'from'],
    ['last=yes', 'last'],
    ['role=root', 'role'],
    ['nonsense=1', 'nonsense'],
    ['limit=10&limit=20', 'limit'],
    [`search=${'x'.repeat(65)}`, 'search'],
    ['search=%ff', 'search'],
    ['search=%00', 'search'],
  ])('the query %j is refused and names the field', async (query, field) => {
    const reply = await admin.attempt('userlist', {}, { path: `/goform/userlist?${query}` });
    expect(reply.status).toBe(400);
    expect(reply.envelope.field).toBe(field);
  });

  test('the time stamp against caches is let through', async () => {
    const reply = await admin.attempt('userlist', {}, { path: '/goform/userlist?limit=1&_t=1763740800000' });
    expect(reply.status).toBe(200);
  });
});

const today = new Date().toISOString().slice(0, 10);
const filters: readonly (readonly [Request, (user: User) => boolean])[] = [
  [{ group: 0 }, (user) => user.group === 0],
  [{ group: 16 }, (user) => user.group === 16],
  [{ shift: 0 }, (user) => user.shift === 0],
  [{ shift: 64 }, () => false],
  [{ role: 'admin' }, (user) => user.level > 0],
  [{ role: 'user' }, (user) => user.level === 0],
  [{ credential: 'card' }, (user) => user.cardno !== '0'],
  [{ credential: 'password' }, (user) => user.hasPassword],
  [{ credential: 'none' }, (user) => user.cardno === '0' && !user.hasPassword],
  [{ expiry: 'expired' }, (user) => user.validTo !== '' && user.validTo < today],
  [{ expiry: 'valid' }, (user) => user.validTo === '' || user.validTo >= today],
  [
    { group: 3, shift: 2, credential: 'none' },
    (user) => user.group === 3 && user.shift === 2 && user.cardno === '0' && !user.hasPassword,
  ],
  [
    { role: 'user', credential: 'card', expiry: 'expired' },
    (user) => user.level === 0 && user.cardno !== '0' && user.validTo === '2001-01-01',
  ],
];

describe('filters', () => {
  test.each(filters)('%j', async (filter, want) => {
    const found = users.filter(want);
    expect(await walk({ ...filter, limit: 20 })).toEqual(found);
    expect(await walk({ ...filter, limit: 100, order: 'desc' })).toEqual(found.toReversed());
    const byName = await walk({ ...filter, limit: 17, sort: 'name' });
    expect(ids({ users: byName }).toSorted((a, b) => a - b)).toEqual(ids({ users: found }));
  });
});

/** Whether a name has every word of a search, in whatever order. */
const hasWords = (name: string, search: string): boolean =>
  fold(search)
    .split(' ')
    .every((word) => fold(name).includes(word));

describe('search', () => {
  test.each([
    'amina',
    'HADDAD',
    'a h',
    'kovac',
    'Kovač',
    'emile',
    'roche',
    'oc',
    'strasse',
    'straße',
    'ss',
    'fine',
    'angstrom',
    'internat',
    '陈',
    '伟',
    '陈伟',
    '大文',
    '欧阳',
    '𠮷',
    '𠮷野',
    '田',
    'さくら',
    'く',
    '민',
    '김민준',
    'نوید',
    'ن',
    'رض',
    'الأنصاري',
    'الانصاري',
    'μαρια',
    'Μαρία',
    'βλαχου',
    'สมชาย',
    'ใจ',
    'अनिल',
    'z',
    'Z',
    "o'b",
    'O’B',
    '%',
    '_',
    '*',
    '100%',
    'name*',
    '"',
    'NEAR',
    'a OR b',
    'x'.repeat(64),
    'haddad amina',
    'had min',
    'ROCHE émile',
    '田 さくら',
    'رضایی نوید',
    'h a',
    'a a',
    'z zo',
    'amina lindqvist',
    'amina 1',
    '1 amina',
    'a m i n h d',
    'real_name* 100%',
    '" "',
  ])('%j finds those who have each of its words in the name', async (search) => {
    const found = users.filter((user) => hasWords(user.username, search));
    expect(ids({ users: await walk({ search, limit: 30 }) })).toEqual(ids({ users: found }));
  });

  test.each(['1', '8', '80', '1807', '99', '4000003', '4000', '100', '0', '000', '99999999999'])(
    'digits %s: prefix of the ID, whole card, or part of a name',
    async (search) => {
      const found = users.filter(
        (user) =>
          String(user.userid).startsWith(search) || user.cardno === search || fold(user.username).includes(search),
      );
      const real =
        search === '0' || search === '000' ? found.filter((user) => fold(user.username).includes(search)) : found;
      expect(ids({ users: await walk({ search, limit: 30 }) })).toEqual(ids({ users: real }));
    },
  );

  test('of more words than eight the last are one', async () => {
    expect(ids(await list({ search: 'd a h m i n o dd' }))).toEqual([]);
    expect(ids(await list({ search: 'd a h m i n dd ad' }))).toContain(1);
    expect(ids(await list({ search: 'a d m i n ha dd na ha' }))).toContain(1);
    expect(ids(await list({ search: 'a d m i n ha dd ha na' }))).toEqual([]);
  });

  test('words find by name too, downwards, and together with a filter', async () => {
    const found = users.filter((user) => hasWords(user.username, 'roche e') && user.cardno !== '0');
    expect(found.length).toBeGreaterThan(1);
    const down = await walk({ search: 'roche e', credential: 'card', limit: 2, order: 'desc' });
    expect(ids({ users: down })).toEqual(ids({ users: found }).toReversed());
    const byName = await walk({ search: 'e roche', credential: 'card', limit: 2, sort: 'name' });
    expect(ids({ users: byName }).toSorted((a, b) => a - b)).toEqual(ids({ users: found }));
  });

  test('nothing to search for is the whole list', async () => {
    expect((await list({ search: '', limit: 1 })).total).toBe(count);
  });

  test('spaces around do not count', async () => {
    expect(ids(await list({ search: '  amina ' }))).toEqual(ids(await list({ search: 'amina' })));
  });

  test('together with filters, by name and downwards', async () => {
    const found = users.filter((user) => fold(user.username).includes('roche') && user.cardno !== '0');
    expect(ids({ users: await walk({ search: 'roche', credential: 'card', limit: 1 }) })).toEqual(
      ids({ users: found }),
    );
    const down = await walk({ search: 'roche', credential: 'card', limit: 2, order: 'desc' });
    expect(ids({ users: down })).toEqual(ids({ users: found }).toReversed());
    const byName = await walk({ search: 'o', sort: 'name', limit: 5 });
    expect(ids({ users: byName }).toSorted((a, b) => a - b)).toEqual(
      ids({ users: users.filter((user) => fold(user.username).includes('o')) }),
    );
  });

  test('sees what was changed just now', async () => {
    await admin.call('edituser', { userid: 8, username: 'Wholly Otherwise' });
    expect(ids(await list({ search: 'otherwise' }))).toEqual([8]);
    expect(ids(await list({ search: 'lindqvist', limit: 100 }))).not.toContain(8);
    await admin.call('deleteuser', { userid: 8 });
    expect(ids(await list({ search: 'otherwise' }))).toEqual([]);
  });
});

test('a card is found by its number in each form that is printed on cards', async () => {
  const fresh = await Terminal.start();
  try {
    await fresh.add({ userid: 1, username: 'Ada', cardno: '208953' });
    await fresh.add({ userid: 2, username: 'Bo', cardno: '208956' });
    await fresh.add({ userid: 3, username: 'Cleo', cardno: String(208 * 65536 + 956) });
    const found = async (search: string) =>
      (await fresh.admin.call('userlist', { search })).users.map(({ userid }) => userid);
    for (const one of [
      '208953',
      '003,12345',
      '3/12345',
      '3-12345',
      '0x00033039',
      '208953.0',
      "'0000208953",
      '0000 208 953',
    ])
      expect([one, await found(one)]).toEqual([one, [1]]);
    expect(await found('208,956')).toEqual([2, 3]);
    expect(await found('2.09E+05')).toEqual([]);
  } finally {
    await fresh.stop();
  }
});
