// The department of a user, which its declaration alone makes: a filter with counts, a column, in a file, for many, and in reports.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { checked, send, settled, written } from '../harness/bulk.ts';
import { rowsOf } from '../harness/csv.ts';
import { Terminal } from '../harness/terminal.ts';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
  const people = [
    [11, 'Ada', 'Sales', 2],
    [12, 'Bea', '', 1],
    [13, 'Cyd', 'Ward 3, night', 2],
    [14, 'Dan', 'sales', 1],
  ] as const;
  for (const [userid, username, department, group] of people) {
    await terminal.add({ userid, username, department, group });
  }
});
afterAll(() => terminal.stop());

const list = async (request: object): Promise<readonly number[]> => {
  const { users, total } = await terminal.admin.call('userlist', request);
  expect(total).toBe(users.length);
  return users.map(({ userid }) => userid);
};

test('filters the list by one value, in every order and beside other filters', async () => {
  expect(await list({ department: 'SALES' })).toEqual([11, 14]);
  expect(await list({ department: 'Sales', sort: 'name', order: 'desc' })).toEqual([14, 11]);
  expect(await list({ department: 'Sales', sort: 'employeeNo' })).toEqual([11, 14]);
  expect(await list({ department: 'Sales', group: 2 })).toEqual([11]);
  expect(await list({ department: 'Sales', search: 'a', sort: 'name' })).toEqual([11, 14]);
  expect(await list({ department: '' })).toEqual([12]);
  expect(await list({ department: 'Sale' })).toEqual([]);
});

test('is counted by value', async () => {
  const { values, more } = await terminal.admin.call('userValues', { field: 'department' });
  expect(values.map(({ value, users }) => [value.toLowerCase(), users])).toEqual([
    ['sales', 2],
    ['ward 3, night', 1],
  ]);
  expect(more).toBe(false);
  const groups = await terminal.admin.call('userValues', { field: 'group' });
  expect(groups.values).toEqual([
    { value: '1', users: 2 },
    { value: '2', users: 2 },
  ]);
});

test('is a column of the file, of those whom it filters', async () => {
  const request = { columns: 'userid,department', department: 'ward 3, night' };
  const { file } = await terminal.admin.attempt('DownloadUsers', request);
  expect(rowsOf((file?.toString('utf8') ?? '').slice(1))).toEqual([
    ['User ID', 'Department'],
    ['13', 'Ward 3, night'],
  ]);
});

test('limits a report, and the file of it', async () => {
  const { admin } = terminal;
  const asked = { fromDay: '2026-06-01', toDay: '2026-06-02', department: 'sales' } as const;
  const { sums } = await admin.call('reportSums', asked);
  expect(sums.map(({ userid }) => userid)).toEqual([11, 14]);
  expect((await admin.call('reportSums', { ...asked, group: 1 })).sums.map(({ userid }) => userid)).toEqual([14]);
  const { file } = await admin.attempt('DownloadReportForm', asked);
  const ids = rowsOf((file?.toString('utf8') ?? '').slice(1)).slice(1);
  expect(new Set(ids.map(([userid]) => userid))).toEqual(new Set(['11', '14']));
});

test('comes from a file, where an empty cell leaves it and a dash takes it away', async () => {
  const { admin } = terminal;
  await send(admin, 'users', Buffer.from('User ID,Departamento\n12,Kitchen\n13,-\n14,\n'), 'people.csv');
  const request = { columns: ['userid', 'department'], existing: 'replace' } as const;
  expect(await checked(admin, request)).toMatchObject({ changed: 2, same: 1, bad: 0 });
  expect(await written(admin)).toMatchObject({ step: 'done', changed: 2 });
  expect(await list({ department: 'kitchen' })).toEqual([12]);
  expect(await list({ department: '' })).toEqual([13]);
  expect(await list({ department: 'sales' })).toEqual([11, 14]);
});

test('is changed for all whom it filters', async () => {
  const { admin } = terminal;
  await admin.call('bulkEdit', { department: 'sales', change: { department: 'Field sales' } });
  expect(await settled(admin)).toMatchObject({ step: 'checked', changed: 2 });
  expect(await written(admin)).toMatchObject({ step: 'done', changed: 2 });
  expect(await list({ department: 'field sales' })).toEqual([11, 14]);
});
