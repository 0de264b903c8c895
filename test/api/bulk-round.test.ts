// What is taken away as a file comes back as it was: the list of users, out and in again.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { userListColumnWords } from '../../build/gen/ts/users.ts';
import { checked, send, settled, written } from '../harness/bulk.ts';
import type { CallReply } from '../harness/contract.ts';
import { rowsOf } from '../harness/csv.ts';
import { Random } from '../harness/random.ts';
import { Terminal } from '../harness/terminal.ts';

type User = CallReply<'GetUserInfo'>['user'];

const people = 300;
const odd = [
  '=HYPERLINK("http://evil")',
  '+1',
  '-',
  '-2+3',
  '@SUM(1)',
  "'=1",
  "''=1",
  "'",
  "O'Brien",
  'Say "hello", he said',
  'a;b|c',
  '007',
  '1e5',
  '2026-01-31',
  'TRUE',
  '<b>&amp;</b>',
  'نوید رضایی',
  '陈伟',
  '👩‍👩‍👧‍👦',
  '𝔘'.repeat(64),
  'x'.repeat(64),
  '%s%n',
  '#REF!',
];

let terminal: Terminal;
let before: readonly User[];

async function all(): Promise<readonly User[]> {
  const users: User[] = [];
  for (let after: string | undefined; after !== ''; ) {
    const page = await terminal.admin.call('userlist', { limit: 100, ...(after === undefined ? {} : { after }) });
    users.push(...page.users);
    after = page.next;
  }
  return users;
}

beforeAll(async () => {
  const random = new Random(7);
  terminal = await Terminal.start();
  for (let n = 0; n < people; n++) {
    const factors = (['card', 'finger', 'password', 'face', 'iris', 'id'] as const).filter(() => random.unit() < 0.5);
    const from = `20${random.between(10, 29)}-0${random.between(1, 9)}-${random.between(10, 28)}`;
    await terminal.add({
      userid: n === 0 ? 999_999_999 : random.between(1, 9) * 1_000_000 + n,
      username: odd[n] ?? (random.unit() < 0.1 ? '' : `Person ${n}`),
      cardno: random.unit() < 0.5 ? '0' : String(4_294_967_295 - n),
      group: random.between(0, 16),
      identifyMode: factors.length === 0 ? 'any' : random.unit() < 0.5 ? 'all' : 'device',
      identifyFactors: factors,
      shift: random.between(0, 64),
      validFrom: random.unit() < 0.5 ? '' : from,
      validTo: random.unit() < 0.5 ? '' : '2099-12-31',
    });
  }
  before = await all();
});
afterAll(() => terminal.stop());

test.each(['csv', 'xlsx'] as const)('all users as %s', async (format) => {
  const { file = Buffer.alloc(0) } = await terminal.admin.attempt('DownloadUsers', { format });
  for (let at = 0; at < people; at += 100) {
    await terminal.admin.call('deletsomeuser', { userids: before.slice(at, at + 100).map(({ userid }) => userid) });
  }
  expect(await all()).toEqual([]);
  await send(terminal.admin, 'users', file, `users.${format}`);
  const state = await checked(terminal.admin);
  expect((await terminal.admin.call('bulkErrors', {})).errors).toEqual([]);
  expect(state).toMatchObject({ added: people, bad: 0 });
  expect(await written(terminal.admin, true)).toMatchObject({ step: 'done', added: people });
  expect(await all()).toEqual(before);
  await send(terminal.admin, 'users', file, `users.${format}`);
  expect(await checked(terminal.admin, { existing: 'replace' })).toMatchObject({ same: people, changed: 0, bad: 0 });
  await settled(terminal.admin);
});

test('the list has the columns that are asked for, in its own order', async () => {
  const columns = ['validTo', 'username', 'userid'];
  const reply = await terminal.admin.attempt('DownloadUsers', { columns });
  const rows = rowsOf((reply.file?.toString('utf8') ?? '').slice(1));
  expect(rows[0]).toEqual(['User ID', 'User name', 'Last day']);
  expect(rows).toHaveLength(people + 1);
  expect(new Set(rows.map(({ length }) => length))).toEqual(new Set([3]));
  const all = await terminal.admin.attempt('DownloadUsers', {});
  expect(rowsOf((all.file?.toString('utf8') ?? '').slice(1))[0]).toHaveLength(userListColumnWords.length);
});
