// A table whose encoding no byte order mark tells, and whose first rows are plain letters: it is told from the letters of the rows further
// down, and these are what is shown of it.

import { expect, test } from 'vitest';
import { checked, send, written } from '../harness/bulk.ts';
import { startForBulk } from '../harness/bulkSuite.ts';
import type { Terminal } from '../harness/terminal.ts';

let terminal: Terminal;
startForBulk((started) => {
  terminal = started;
});

const plain = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${5601 + index};Anna Sample ${index + 1};`);

/** Łukasz Żółć and Ondřej Čížek, as Windows has them in Central Europe. */
const central = ['5631;\xa3ukasz \xaf\xf3\xb3\xe6;', '5632;Ond\xf8ej \xc8\xed\x9eek;'];
const sendRows = (rows: readonly string[]): Promise<void> =>
  send(terminal.admin, 'users', Buffer.from(`${rows.join('\r\n')}\r\n`, 'latin1'), 'people.csv');

test('is guessed by letters that come late, and shows these rows', async () => {
  const { admin } = terminal;
  await sendRows(['ID;Name;Card', ...plain(30), ...central]);
  const look = await admin.call('bulkLook', {});
  expect(look).toMatchObject({ encoding: 'windows1250', sure: false });
  expect(look.sample).toHaveLength(20);
  expect(look.sample.slice(-3).map(({ line, cells }) => [line, cells[1]])).toEqual([
    [19, 'Anna Sample 18'],
    [32, 'Łukasz Żółć'],
    [33, 'Ondřej Čížek'],
  ]);
  expect(await checked(admin)).toMatchObject({ added: 32, bad: 0 });
  expect(await written(admin)).toMatchObject({ step: 'done', added: 32 });
  expect((await admin.call('GetUserInfo', { userid: 5631 })).user.username).toBe('Łukasz Żółć');
  expect((await admin.call('GetUserInfo', { userid: 5632 })).user.username).toBe('Ondřej Čížek');
});

test('shows them without a heading too, and read in another encoding when asked', async () => {
  const { admin } = terminal;
  await sendRows([...plain(30), central[0] ?? '']);
  const guessed = await admin.call('bulkLook', {});
  expect(guessed.sample.at(-1)).toMatchObject({ line: 31, cells: ['5631', 'Łukasz Żółć'] });
  const asked = await admin.call('bulkLook', { encoding: 'windows1252' });
  expect(asked.sample.at(-1)?.cells[1]).toBe('£ukasz ¯ó³æ');
});

test.each([
  ['windows1254', '1;\xdeahin I\xfe\xfdk;', 'Şahin Işık'],
  ['windows1257', '1;J\xe2nis B\xe7rzi\xf2\xf0;', 'Jānis Bērziņš'],
  ['cp932', '1;\x8e\x52\x93\x63\x91\xbe\x98\x59;', '山田太郎'],
  ['cp949', '1;\xb1\xe8\xc3\xb6\xbc\xf6;', '김철수'],
  ['macintosh', '1;Fran\x8dois Lef\x8fvre Zo\x8e;', 'François Lefèvre Zoé'],
] as const)('is read in %s', async (encoding, row, name) => {
  await sendRows(['ID;Name;Card', row]);
  const look = await terminal.admin.call('bulkLook', {});
  expect([look.encoding, look.sample[0]?.cells[1]]).toEqual([encoding, name]);
});
