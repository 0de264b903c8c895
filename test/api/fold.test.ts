// What people type differently is one for the search; keys of an earlier folding are made again; nobody's name changes the
// direction of what is around it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { checked, send, written } from '../harness/bulk.ts';
import type { Client } from '../harness/client.ts';
import { errorNamed } from '../harness/contract.ts';
import { changeDatabase, queryDatabase } from '../harness/database.ts';
import { Terminal } from '../harness/terminal.ts';

let terminal: Terminal;
let admin: Client;

/** As the spreadsheet of issue 24 was: the last name shows as "Evilexe.png". */
const people = [
  [5801, 'Işıl Demo'],
  [5802, 'O’Brien Demo'],
  [5803, "O'Brien Sample"],
  [5804, 'Nurış Örnek'],
  [5805, 'Evil\u202egnp.exe'],
] as const;

const searches: readonly (readonly [string, readonly number[]])[] = [
  ['ışıl', [5801]],
  ['isil', [5801]],
  ['IŞIL', [5801]],
  ['İŞİL', [5801]],
  ["o'brien", [5802, 5803]],
  ['o’brien', [5802, 5803]],
  ['OʼBRIEN', [5802, 5803]],
  ['O`Brien', [5802, 5803]],
  ['o´brien', [5802, 5803]],
  ['nuris ornek', [5804]],
];

const find = async (search: string): Promise<number[]> =>
  (await admin.call('userlist', { search, limit: 100 })).users.map(({ userid }) => userid);

/** Words of the index of name parts (firmware/store/grams.h). */
function grams(key: string): string {
  const hex = Array.from(key, (character) => (character.codePointAt(0) ?? 0).toString(16).padStart(6, '0'));
  return [...hex.slice(1).map((next, at) => `${hex[at]}${next}`), hex.at(-1)].join(' ');
}

/** Puts a key and its words in the place of those that the terminal has of a user. */
const replaceKey = (userid: number, now: string, old: string): string => `
  UPDATE user SET name_key = '${quoted(old)}' || substr(name_key, ${now.length + 1}) WHERE userid = ${userid};
  INSERT INTO user_name_fts (user_name_fts, rowid, grams) VALUES ('delete', ${userid}, '${grams(now)}');
  INSERT INTO user_name_fts (rowid, grams) VALUES (${userid}, '${grams(old)}');`;
const quoted = (text: string): string => text.replaceAll("'", "''");

/** As firmware before versions of the folding left them: ı and curly apostrophes apart, and no version. */
const oldKeys = `
  ${replaceKey(5801, 'isil demo', 'isıl demo')}
  ${replaceKey(5802, "o'brien demo", 'o’brien demo')}
  ${replaceKey(5804, 'nuris ornek', 'nurıs ornek')}
  DELETE FROM name_fold;`;

beforeAll(async () => {
  terminal = await Terminal.start();
  admin = terminal.admin;
});
afterAll(() => terminal.stop());

test('a table of such names is read, but for the one that changes direction', async () => {
  const rows = people.map(([userid, name]) => `${userid},${name}`);
  await send(admin, 'users', Buffer.from(`\ufeffUser ID,Name\r\n${rows.join('\r\n')}\r\n`), 'people.csv');
  await checked(admin);
  const { errors } = await admin.call('bulkErrors', { limit: 100 });
  expect(errors).toMatchObject([
    { line: 6, userid: 5805, field: 'username', code: errorNamed('user_name_format').code },
  ]);
  expect(await written(admin)).toMatchObject({ added: 4, bad: 1 });
});

test.each(searches)('%s is found', async (search, ids) => {
  expect(await find(search)).toEqual(ids);
});

describe('keys of an earlier folding', () => {
  test('are made again at the start', async () => {
    changeDatabase(terminal.daemon, oldKeys);
    expect(await find('isil')).toEqual([]);
    await terminal.restart();
    for (const [search, ids] of searches) expect(await find(search), search).toEqual(ids);
    expect(queryDatabase(terminal.daemon, 'SELECT done FROM name_fold')).toEqual([{ done: 999_999_999 }]);
  });
});

describe('controls of direction', () => {
  const codes = ['061c', '200e', '200f', '202a', '202b', '202c', '202d', '202e', '2066', '2067', '2068', '2069'];

  test.each(codes)('U+%s is refused in a name', async (code) => {
    const username = `a${String.fromCodePoint(Number.parseInt(code, 16))}b`;
    await admin.refuse('adduser', { userid: 1, username }, 'user_name_format', 'username');
  });

  test('joiners that words need are kept', async () => {
    const username = 'می\u200cخواهم क\u094d\u200dष';
    await admin.call('adduser', { userid: 6, username });
    expect((await admin.call('GetUserInfo', { userid: 6 })).user.username).toBe(username);
    await admin.call('deleteuser', { userid: 6 });
  });

  test('are refused in other texts that others read', async () => {
    await admin.refuse('adduser', { userid: 1, username: 'a', department: 'a\u202eb' }, 'bad_text', 'department');
  });

  test('a name that is stored with one is read, found, and its user changed', async () => {
    await admin.call('adduser', { userid: 7, username: 'Evilgnp.exe', department: 'Old' });
    changeDatabase(terminal.daemon, "UPDATE user SET username = 'Evil' || char(0x202e) || 'gnp.exe' WHERE userid = 7");
    await terminal.restart();
    const { user } = await admin.call('GetUserInfo', { userid: 7 });
    expect(user.username).toBe('Evil\u202egnp.exe');
    expect(await find('evilgnp')).toEqual([7]);
    await admin.call('edituser', { userid: 7, department: 'New', revision: user.revision });
    expect((await admin.call('GetUserInfo', { userid: 7 })).user).toMatchObject({
      username: 'Evil\u202egnp.exe',
      department: 'New',
    });
  });
});
