// Card numbers of seven bytes: exact from the reader to the file and back, and what a shorter length does with them.

import { beforeAll, describe, expect, test } from 'vitest';
import { download, restore } from '../harness/backup.ts';
import type { AccessEvent, BenchRequest } from '../harness/bench.ts';
import { checked, send, sendLines, settled, written } from '../harness/bulk.ts';
import { startForBulk } from '../harness/bulkSuite.ts';
import type { CallReply } from '../harness/contract.ts';
import { rowsOf } from '../harness/csv.ts';
import { auditRows } from '../harness/database.ts';
import { sheetsOf } from '../harness/office.ts';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

const odd = '9007199254740993'; /* 2^53 + 1, which no JSON number is */
const highest = '72057594037927935'; /* 2^56 - 1 */
const zeros = '72057594037927900'; /* as a spreadsheet would have rounded it */
const uid = BigInt('0x04A1B2C3D4E5F6');

let terminal: Terminal;
startForBulk((started) => {
  terminal = started;
});

const setLength = (cardLength: number) => terminal.admin.call('GetAccessControl', { cardLength });
const cardOf = async (userid: number) => (await terminal.admin.call('GetUserInfo', { userid })).user.cardno;

async function present(what: BenchRequest, of: Terminal = terminal): Promise<AccessEvent> {
  const seen = of.bench.accesses.length;
  await of.bench.act(what);
  return until('an access event', () => of.bench.accesses[seen]);
}
const show = (number: string, of?: Terminal) => present({ do: 'card', number }, of);

async function newest(): Promise<CallReply<'searchrecord'>['records'][number] | undefined> {
  return (await terminal.admin.call('searchrecord', { all: true, limit: 1 })).records[0];
}

describe('with a length of four bytes', () => {
  test('a longer card is refused by its field, and one that is shown is unknown, with its whole number', async () => {
    await terminal.admin.refuse('adduser', { userid: 1, cardno: '4294967296' }, 'card_too_long', 'cardno');
    await terminal.admin.refuse('adduser', { userid: 1, cardno: '72057594037927936' }, 'out_of_range', 'cardno');
    expect((await show(highest)).user).toBeNull();
    await until('the line', async () => (await newest())?.detail === `card:${highest}`);
  });

  test('one is never cut to the number of another card', async () => {
    const short = String(uid & 0xffffffffn);
    await terminal.add({ userid: 2, cardno: short });
    expect((await present({ do: 'card', number: String(uid), uid: 7 })).user).toBeNull();
    await terminal.admin.call('edituser', { userid: 2, cardno: String(uid & 0xffffffn) });
    await setLength(3);
    expect((await present({ do: 'card', number: String(uid), uid: 7 })).user).toBeNull();
    await setLength(4);
    await terminal.admin.call('deleteuser', { userid: 2 });
  });
});

describe('with a length of seven bytes', () => {
  beforeAll(async () => {
    await terminal.add({ userid: 3, username: 'Short', cardno: '2312379265' });
    await setLength(7);
  });

  test('numbers are exact: stored, found, shown, and audited', async () => {
    const { admin } = terminal;
    for (const [userid, cardno] of [
      [53, odd],
      [56, highest],
    ] as const) {
      await terminal.add({ userid, username: `Long ${userid}`, cardno });
      expect(await cardOf(userid)).toBe(cardno);
      for (const search of [cardno, `0x${BigInt(cardno).toString(16)}`])
        expect((await admin.call('userlist', { search })).users.map((user) => user.userid)).toEqual([userid]);
      expect((await show(cardno)).user?.userid).toBe(userid);
      expect((await show(String(BigInt(cardno) - 1n))).user).toBeNull();
      expect(JSON.stringify(auditRows(terminal.daemon))).toContain(cardno);
    }
    await admin.refuse('adduser', { userid: 57, cardno: highest }, 'card_exists', 'cardno');
  });

  test('a card of four bytes keeps its number', async () => {
    expect((await show('2312379265')).user?.userid).toBe(3);
  });

  test('a Wiegand frame of 58 bits is a card, and one of 66 bits the same', async () => {
    const bits = uid.toString(2).padStart(56, '0');
    const ones = (text: string) => text.replaceAll('0', '').length;
    const frame = (data: string) => {
      const half = data.length / 2;
      return `${ones(data.slice(0, half)) % 2}${data}${1 - (ones(data.slice(half)) % 2)}`;
    };
    await terminal.add({ userid: 58, cardno: String(uid) });
    for (const sent of [frame(bits), frame(bits.padStart(64, '0'))])
      expect((await present({ do: 'door', wiegand: sent })).user?.userid).toBe(58);
    await setLength(7);
  });

  test('one is enrolled at the terminal, and one of eight bytes is not', async () => {
    const number = '1303689068602871';
    await terminal.add({ userid: 60 });
    await terminal.admin.call('regfp', { userid: 60, factor: 'card' });
    await terminal.bench.act({ do: 'card', number: '18446744073709551614' });
    await until('the note', async () => {
      const { note } = await terminal.admin.call('getOnlineEnrollStatus', {});
      return note === 'tooLong';
    });
    await terminal.bench.act({ do: 'card', number });
    await until('the card', async () => (await cardOf(60)) === number);
  });

  test('stored cards exclude shorter lengths', async () => {
    const { admin } = terminal;
    const { state } = await admin.call('SetAccessControl', {});
    expect(state.longestCards).toBeLessThan(state.longCards);
    for (const cardLength of [3, 4]) {
      await admin.refuse('GetAccessControl', { cardLength }, 'cards_too_long', 'cardLength');
    }
    expect((await admin.call('SetAccessControl', {})).cardLength).toBe(7);
  });
});

describe('in a file', () => {
  async function users(format: 'csv' | 'xlsx'): Promise<Buffer> {
    const { file } = await terminal.admin.attempt('DownloadUsers', { format, columns: ['userid', 'cardno'] });
    return file ?? Buffer.alloc(0);
  }

  test.each(['csv', 'xlsx'] as const)('%s a long number is a text, and is read back as it was', async (format) => {
    const { admin } = terminal;
    await admin.call('adduser', { userid: 61, cardno: zeros, again: true });
    const file = await users(format);
    const rows = format === 'csv' ? rowsOf(file.toString('utf8').slice(1)) : ((await sheetsOf(file))['Users'] ?? []);
    expect(rows).toContainEqual(['56', '72 057 594 037 927 935']);
    expect(rows).toContainEqual(['3', '2312379265']);
    const before = await Promise.all([53, 56, 61].map(cardOf));
    for (const userid of [53, 56, 61]) await admin.call('edituser', { userid, cardno: '0' });
    await send(admin, 'users', file, `people.${format}`);
    expect(await checked(admin, { existing: 'replace' })).toMatchObject({ step: 'checked', bad: 0, changed: 3 });
    expect(await written(admin)).toMatchObject({ step: 'done' });
    expect(await Promise.all([53, 56, 61].map(cardOf))).toEqual(before);
    expect(before).toEqual([odd, highest, zeros]);
  });

  test('what a spreadsheet has rounded is refused, and what is exact is taken', async () => {
    const { admin } = terminal;
    await sendLines(admin, 'User ID,Card NO.', '71,72057594037927900', '72,9007199254740995', "73,'1234567890123450");
    await checked(admin);
    const { errors } = await admin.call('bulkErrors', { limit: 9 });
    expect(errors).toMatchObject([{ userid: 71, field: 'cardno', text: '72057594037927900' }]);
    await written(admin);
    expect(await Promise.all([72, 73].map(cardOf))).toEqual(['9007199254740995', '1234567890123450']);
    await settled(admin);
  });
});

test('a backup has them, and another terminal takes them with their length', async () => {
  const { file } = await download(terminal.admin);
  const other = await Terminal.start();
  try {
    await restore(other, file);
    expect((await other.admin.call('GetUserInfo', { userid: 56 })).user.cardno).toBe(highest);
    expect((await other.admin.call('SetAccessControl', {})).cardLength).toBe(7);
    expect((await show(odd, other)).user?.userid).toBe(53);
  } finally {
    await other.stop();
  }
});
