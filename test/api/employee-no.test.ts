// The employee number of a user, which its declaration alone makes: unique, found, a column, an order, and a key of the import.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { checked, send, written } from '../harness/bulk.ts';
import { rowsOf } from '../harness/csv.ts';
import { Terminal } from '../harness/terminal.ts';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
  const people = [
    [11, 'Ada', 'K-300'],
    [12, 'Bea', ''],
    [13, 'Cyd', 'a-100'],
    [14, 'Dan', 'B-200'],
  ] as const;
  for (const [userid, username, employeeNo] of people) await terminal.add({ userid, username, employeeNo });
});
afterAll(() => terminal.stop());

const list = async (request: object): Promise<readonly number[]> => {
  const { users } = await terminal.admin.call('userlist', request);
  return users.map(({ userid }) => userid);
};

/** All pages of two rows, from the first to the last and back. */
async function pages(request: object): Promise<readonly number[]> {
  const there: number[] = [];
  let page = await terminal.admin.call('userlist', { ...request, limit: 2 });
  for (;;) {
    there.push(...page.users.map(({ userid }) => userid));
    if (page.next === '') break;
    page = await terminal.admin.call('userlist', { ...request, limit: 2, after: page.next });
  }
  const back: number[] = page.users.map(({ userid }) => userid);
  while (page.previous !== '') {
    page = await terminal.admin.call('userlist', { ...request, limit: 2, before: page.previous });
    back.unshift(...page.users.map(({ userid }) => userid));
  }
  expect(back).toEqual(there);
  return there;
}

test('is had by one user alone, in upper or lower case', async () => {
  const { admin } = terminal;
  await admin.refuse('adduser', { userid: 15, employeeNo: 'k-300' }, 'value_exists', 'employeeNo');
  await admin.refuse('edituser', { userid: 12, employeeNo: 'A-100' }, 'value_exists', 'employeeNo');
  await admin.refuse('edituser', { userid: 12, employeeNo: 'x'.repeat(25) }, 'out_of_range', 'employeeNo');
  await admin.call('edituser', { userid: 13, employeeNo: 'A-100' });
  expect((await admin.call('GetUserInfo', { userid: 13 })).user.employeeNo).toBe('A-100');
});

test('is an order of the list, with and without filters', async () => {
  expect(await pages({ sort: 'employeeNo' })).toEqual([12, 13, 14, 11]);
  expect(await pages({ sort: 'employeeNo', order: 'desc' })).toEqual([11, 14, 13, 12]);
  expect(await pages({ sort: 'employeeNo', group: 1 })).toEqual([12, 13, 14, 11]);
  expect(await pages({ sort: 'employeeNo', search: 'a' })).toEqual([12, 13, 14, 11]);
  expect(await list({ sort: 'employeeNo', from: 'b' })).toEqual([14, 11]);
  expect(await list({ sort: 'employeeNo', order: 'desc', from: 'b' })).toEqual([14, 13, 12]);
});

test('is found by any part of it, beside words of the name, and not after it is gone', async () => {
  expect(await list({ search: '-30' })).toEqual([11]);
  expect(await list({ search: 'ada k-3' })).toEqual([11]);
  expect(await list({ search: '200' })).toEqual([14]);
  expect(await list({ search: 'adak' })).toEqual([]);
  expect(await pages({ search: 'a', sort: 'name' })).toEqual([11, 12, 13, 14]);
  await terminal.admin.call('edituser', { userid: 14, employeeNo: 'C-200' });
  expect(await list({ search: 'b-2' })).toEqual([]);
  expect(await list({ search: 'c-2' })).toEqual([14]);
});

test('is a column, with its heading in the language that is asked for', async () => {
  const rows = async (language: string) => {
    const request = { columns: 'userid,employeeNo' };
    const { file } = await terminal.admin.attempt('DownloadUsers', request, { headers: { language } });
    return rowsOf((file?.toString('utf8') ?? '').slice(1));
  };
  expect(await rows('en')).toEqual([
    ['User ID', 'Employee number'],
    ['11', 'K-300'],
    ['12', ''],
    ['13', 'A-100'],
    ['14', 'C-200'],
  ]);
  expect((await rows('es'))[0]).toEqual(['ID de usuario', 'Número de empleado']);
});

test('stands for the ID in a file: users who are there are changed, others get the next free ID', async () => {
  const { admin } = terminal;
  const file = 'Número de empleado,Name\nk-300,Ada Lovelace\nN-1,New\nN-2,Newer\nn-2,Twice\n,Nobody\n';
  await send(admin, 'users', Buffer.from(file), 'people.csv');
  const { columns } = await admin.call('bulkLook', {});
  expect(columns.map(({ field }) => field)).toEqual(['employeeNo', 'username']);
  const request = { columns: ['employeeNo', 'username'], existing: 'replace' } as const;
  expect(await checked(admin, request)).toMatchObject({ added: 2, changed: 1, bad: 2 });
  const { errors } = await admin.call('bulkErrors', {});
  expect(errors.map(({ line, field }) => [line, field])).toEqual([
    [5, 'employeeNo'],
    [6, 'userid'],
  ]);
  await terminal.add({ userid: 15, username: 'Meanwhile' });
  expect(await written(admin)).toMatchObject({ step: 'done', added: 2, changed: 1 });
  expect(await list({ search: 'n-' })).toEqual([16, 17]);
  expect((await admin.call('GetUserInfo', { userid: 11 })).user.username).toBe('Ada Lovelace');
  expect((await admin.call('GetUserInfo', { userid: 15 })).user.username).toBe('Meanwhile');
});

test('two users may swap theirs in one file', async () => {
  const { admin } = terminal;
  const file = 'User ID,Employee No\n11,-\n13,K-300\n11,A-100\n';
  await send(admin, 'users', Buffer.from(file.split('\n').slice(0, 3).join('\n')), 'people.csv');
  const request = { columns: ['userid', 'employeeNo'], existing: 'replace' } as const;
  expect(await checked(admin, request)).toMatchObject({ changed: 2, bad: 0 });
  expect(await written(admin)).toMatchObject({ step: 'done', changed: 2 });
  expect((await admin.call('GetUserInfo', { userid: 13 })).user.employeeNo).toBe('K-300');
  expect((await admin.call('GetUserInfo', { userid: 11 })).user.employeeNo).toBe('');
});
