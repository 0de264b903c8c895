// A user with several cards: each opens the door, none is anyone else's, and files and backups have them all.

import { describe, expect, test } from 'vitest';
import { download, restore } from '../harness/backup.ts';
import { checked, send, sendLines, written } from '../harness/bulk.ts';
import { startForBulk } from '../harness/bulkSuite.ts';
import { errorNamed } from '../harness/contract.ts';
import { rowsOf } from '../harness/csv.ts';
import { auditRows, queryDatabase } from '../harness/database.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

const five = { cardno: '101', cardno2: '102', cardno3: '103', cardno4: '104', cardno5: '105' };
const none = { cardno: '0', cardno2: '0', cardno3: '0', cardno4: '0', cardno5: '0' };
const fields = Object.keys(five) as (keyof typeof five)[];

let terminal: Terminal;
startForBulk(async (started) => {
  terminal = started;
  await terminal.add({ userid: 7, username: 'Ada', ...five });
  await terminal.add({ userid: 8, username: 'Grace', cardno: '201' });
});

async function show(number: string, of = terminal): Promise<number | undefined> {
  const seen = of.bench.accesses.length;
  await of.bench.act({ do: 'card', number });
  return (await until('an access event', () => of.bench.accesses[seen])).user?.userid;
}

async function cardsOf(userid: number, of = terminal): Promise<string> {
  const { user } = await of.admin.call('GetUserInfo', { userid });
  return fields.map((field) => user[field]).join(' ');
}

describe('five cards', () => {
  test('each opens the door, and is found', async () => {
    for (const card of Object.values(five)) {
      expect(await show(card)).toBe(7);
      expect((await terminal.admin.call('userlist', { search: card })).users.map(({ userid }) => userid)).toEqual([7]);
    }
    expect((await terminal.admin.call('SetInfoParam', {})).cards).toBe(2);
    const plan = queryDatabase(terminal.daemon, 'EXPLAIN QUERY PLAN SELECT userid FROM user_card WHERE cardno = 101');
    expect(plan).toMatchObject([{ detail: 'SEARCH user_card USING INTEGER PRIMARY KEY (rowid=?)' }]);
  });

  test('none of them is given to anyone else, whichever field has it', async () => {
    const { admin } = terminal;
    for (const card of Object.values(five)) {
      for (const field of fields) {
        await admin.refuse('edituser', { userid: 8, [field]: card }, 'card_exists', field);
        await admin.refuse('adduser', { userid: 9, [field]: card }, 'card_exists', field);
      }
    }
    await admin.refuse('edituser', { userid: 8, cardno4: '201' }, 'card_own', 'cardno4');
    await admin.refuse('adduser', { userid: 9, cardno: '209', cardno2: '209' }, 'card_own', 'cardno2');
    expect(await cardsOf(8)).toBe('201 0 0 0 0');
  });

  test('there is no sixth', async () => {
    await terminal.admin.refuse('regfp', { userid: 7, factor: 'card', another: true }, 'cards_full', 'another');
    await terminal.admin.refuse('regfp', { userid: 7, factor: 'finger', another: true }, 'out_of_range', 'another');
  });

  test('one that is removed opens no longer, and those behind it move up', async () => {
    await terminal.admin.call('edituser', { userid: 7, cardno2: '0' });
    expect(await cardsOf(7)).toBe('101 103 104 105 0');
    expect(await show('102')).toBeUndefined();
    expect(await show('105')).toBe(7);
    await terminal.admin.call('edituser', { userid: 7, cardno: '0' });
    expect(await cardsOf(7)).toBe('103 104 105 0 0');
    expect(JSON.stringify(auditRows(terminal.daemon).at(-1)?.after)).toContain('cardno3');
    await terminal.admin.call('edituser', { userid: 7, ...five });
  });

  test('the card of nobody is given as a further one, and opens from then on', async () => {
    expect(await show('202')).toBeUndefined();
    await terminal.admin.call('edituser', { userid: 8, cardno2: '202' });
    expect(await show('202')).toBe(8);
    expect(await show('201')).toBe(8);
  });

  test('another one is enrolled at the terminal, and those that somebody has are named', async () => {
    const { admin, bench } = terminal;
    await admin.call('regfp', { userid: 8, factor: 'card', another: true });
    await bench.act({ do: 'card', number: '104' });
    await until('the note', async () => {
      const { note, duplicate } = await admin.call('getOnlineEnrollStatus', {});
      return note === 'duplicate' && duplicate === 7;
    });
    await bench.act({ do: 'card', number: '203' });
    await until('the card', async () => (await cardsOf(8)) === '201 202 203 0 0');
    await admin.call('regfp', { userid: 8, factor: 'card' });
    await bench.act({ do: 'card', number: '204' });
    await until('the first card', async () => (await cardsOf(8)) === '204 202 203 0 0');
    expect(await show('201')).toBeUndefined();
  });

  test('none of them becomes the initial card', async () => {
    const { admin, bench } = terminal;
    await admin.call('GetMachineParam', { keypadPassword: '246813' });
    await admin.call('InitAdminCard', {});
    await bench.act({ do: 'card', number: '105' });
    await until('the note', async () => {
      const { note, duplicate } = await admin.call('initCardStatus', {});
      return note === 'duplicate' && duplicate === 7;
    });
    await admin.call('initCardCancel', {});
  });

  test('an account below the level of the user changes none', async () => {
    await terminal.add({ userid: 30, level: 8, password: goodPassword(30), cardno: '301' });
    const lower = await terminal.administrator(31, 4, goodPassword(31));
    await lower.refuse('edituser', { userid: 30, cardno2: '302' }, 'above_level', 'userid');
    await lower.refuse('regfp', { userid: 30, factor: 'card', another: true }, 'above_level', 'userid');
    for (const userid of [30, 31]) await terminal.admin.call('deleteuser', { userid });
  });
});

describe('in a file', () => {
  const headings = ['User ID', 'Card NO.', 'Card NO. 2', 'Card NO. 3', 'Card NO. 4', 'Card NO. 5'];

  test('each has a column, and they are read back', async () => {
    const { admin } = terminal;
    const { file = Buffer.alloc(0) } = await admin.attempt('DownloadUsers', { columns: ['userid', ...fields] });
    const [heading, ...rows] = rowsOf(file.toString('utf8').slice(1));
    expect(heading).toEqual(headings);
    expect(rows).toEqual([
      ['7', ...Object.values(five)],
      ['8', '204', '202', '203', '', ''],
    ]);
    for (const userid of [7, 8]) await admin.call('edituser', { userid, ...none });
    await send(admin, 'users', file, 'people.csv');
    expect(await checked(admin, { existing: 'replace' })).toMatchObject({ bad: 0, changed: 2 });
    await written(admin);
    expect([await cardsOf(7), await cardsOf(8)]).toEqual([Object.values(five).join(' '), '204 202 203 0 0']);
  });

  test('a card that was given up in a row before is free, and one that was kept is not', async () => {
    const { admin } = terminal;
    await sendLines(admin, headings.join(','), '7,101,-,103,104,105', '8,204,102,203,,', '40,103,,,,', '41,1,1,,,');
    const state = await checked(admin, { existing: 'replace' });
    const { errors } = await admin.call('bulkErrors', { limit: 9 });
    expect(errors.map(({ userid, field, code }) => [userid, field, code])).toEqual([
      [40, 'cardno', errorNamed('card_exists').code],
      [41, 'cardno2', errorNamed('card_own').code],
    ]);
    expect(state).toMatchObject({ changed: 2, bad: 2 });
    await written(admin);
    expect([await cardsOf(7), await cardsOf(8)]).toEqual(['101 103 104 105 0', '204 102 203 0 0']);
    expect(await show('102')).toBe(8);
  });

  test('a card twice in the file is wrong in whichever column', async () => {
    const { admin } = terminal;
    await sendLines(admin, headings.join(','), '50,501,502,,,', '51,503,,,,501');
    await checked(admin);
    const { errors } = await admin.call('bulkErrors', { limit: 9 });
    expect(errors).toMatchObject([{ userid: 51, field: 'cardno5', code: errorNamed('card_twice').code }]);
  });
});

test('a backup has them all, and a deleted user leaves none behind', async () => {
  const { file } = await download(terminal.admin);
  const other = await Terminal.start();
  try {
    await restore(other, file);
    expect(await cardsOf(7, other)).toBe('101 103 104 105 0');
    expect(await show('105', other)).toBe(7);
    await other.admin.call('deleteuser', { userid: 7 });
    expect(await show('105', other)).toBeUndefined();
    expect(queryDatabase(other.daemon, 'SELECT userid FROM user_card WHERE userid = 7')).toEqual([]);
    await other.add({ userid: 60, cardno: '105' });
    expect(await show('105', other)).toBe(60);
  } finally {
    await other.stop();
  }
});
