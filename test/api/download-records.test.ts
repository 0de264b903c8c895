// The log as a file: what is in it, that it is whole, and that it costs nobody else anything.

import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type SeedRecord, seedRecords, writeRecords } from '../../tools/seed/records.ts';
import type { CallRequest } from '../harness/contract.ts';
import { rowsOf, unguarded } from '../harness/csv.ts';
import { sheetsOf } from '../harness/office.ts';
import { examplesOf } from '../harness/rules.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';

const noon = Date.UTC(2026, 5, 1, 12);
const many = 30_000;

const lines: readonly SeedRecord[] = [
  {
    time: noon,
    offset: 120,
    userid: 7,
    username: 'Ada "the first", Countess',
    factors: ['card', 'finger'],
    temperature: 368,
  },
  { time: noon + 1000, offset: -570, userid: 8, username: '=HYPERLINK("http://evil")', status: 'out' },
  { time: noon + 2000, kind: 'remoteOpen', result: 'none', reason: 'none', factors: [], detail: '@admin: plumber' },
  { time: noon + 3000, userid: 9, username: '-1+1' },
  { time: noon + 4000, userid: 10, username: '+49 Zoë', result: 'refused', reason: 'outsideHours' },
];

const formulas = examplesOf('Files of the logs', 'text');

/** Names that a spreadsheet could take for something else, or lose. */
const names = [
  ...formulas.map(([name = '']) => name),
  '=cmd()',
  '=HYPERLINK("http://evil","x")',
  "=cmd|' /C calc'!A0",
  '@SUM(1+1)*cmd',
  'Bea "the second", Duchess',
  'first line\nsecond line',
  'عبد الله بن محمد',
  '😀𝔘𝔫𝔦 👩‍👩‍👧',
  '<b>&amp;</b>',
  '_x0041_',
  "'quoted'",
  '  blanks  ',
  '007',
  '1e5',
  '2026-01-01',
  'TRUE',
  '#REF!',
];
const evening = noon + 2 * 86_400_000;

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
  writeRecords(terminal.daemon.state, seedRecords({ count: many, users: 50, from: noon - 86_400_000, every: 1000 }));
  writeRecords(terminal.daemon.state, lines);
  writeRecords(
    terminal.daemon.state,
    names.map((username, index) => ({
      time: evening + index * 1000,
      offset: index % 2 === 0 ? 330 : -570,
      userid: index,
      username,
      factors: index % 3 === 0 ? [] : ['card', 'face'],
      temperature: index % 4 === 0 ? 0 : 360 + index,
      result: index % 5 === 0 ? 'refused' : 'granted',
      detail: names[names.length - 1 - index] ?? '',
    })),
  );
  await terminal.restart();
});
afterAll(() => terminal.stop());

const nameIn = (disposition = ''): string => /^attachment; filename="([^"]+)"$/.exec(disposition)?.[1] ?? '';

async function download(request: CallRequest<'DownloadRecordForm'>) {
  const reply = await terminal.admin.attempt('DownloadRecordForm', request);
  const file = reply.file ?? Buffer.alloc(0);
  return {
    type: reply.fileType,
    name: nameIn(reply.headers['content-disposition']),
    headers: reply.headers,
    file,
    text: file.toString('utf8'),
  };
}

describe('DownloadRecordForm', () => {
  test('is CSV in UTF-8 that says so, with a name, and no formula in it', async () => {
    const { headers, type, text } = await download({ from: noon / 1000, all: true, to: noon / 1000 + 60 });
    expect(headers['transfer-encoding']).toBe('chunked');
    expect(type).toBe('text/csv; charset=utf-8');
    expect(text.charCodeAt(0)).toBe(0xfeff);
    const [heading, ...rows] = rowsOf(text.slice(1));
    expect(heading).toHaveLength(19);
    const own = rows.filter(([seq]) => Number(seq) > many);
    expect(own.map(([seq]) => Number(seq) - many)).toEqual([5, 4, 3, 2, 1]);
    for (const row of own) expect(row).toHaveLength(19);
    const [, , opened, formula, first] = own;
    expect(first?.slice(1, 14)).toEqual([
      '2026-06-01 14:00:00',
      '120',
      'access',
      'granted',
      'anyTime',
      '7',
      'Ada "the first", Countess',
      'card finger',
      'in',
      '',
      '1',
      '36.8',
      '',
    ]);
    expect(formula?.[1]).toBe('2026-06-01 02:30:01');
    expect(own.map((row) => row[7])).toEqual([
      "'+49 Zoë",
      "'-1+1",
      '',
      `'=HYPERLINK("http://evil")`,
      'Ada "the first", Countess',
    ]);
    expect(opened?.[13]).toBe("'@admin: plumber");
  });

  test('has every line, in the order of the list, however many pieces it takes', async () => {
    const { text } = await download({ all: true });
    const numbers = rowsOf(text)
      .slice(1)
      .map(([seq]) => Number(seq));
    expect(numbers).toHaveLength(many + lines.length + names.length);
    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.at(-1)).toBe(1);
  });

  test('has what a search finds little of, too', async () => {
    const { text } = await download({ name: 'countess' });
    expect(rowsOf(text)).toHaveLength(2);
    expect(rowsOf((await download({ userid: 999 })).text)).toHaveLength(1);
  });

  test('refuses a time that ends before it begins, and who may not read the log', async () => {
    await terminal.admin.refuse('DownloadRecordForm', { from: 2, to: 1 }, 'out_of_range', 'to');
    const clerk = await terminal.administrator(5, 1, goodPassword(5));
    await clerk.refuse('DownloadRecordForm', {}, 'forbidden');
  });

  test('is named after its days by the clock of the terminal, as the rules say', async () => {
    expect((await terminal.admin.call('SetDateTimeParam', {})).zone).toBe(0);
    const { today } = await terminal.admin.call('searchrecord', { limit: 1 });
    const examples = examplesOf('Files of the logs', 'file').filter(([file]) => file === 'records');
    expect(examples.length).toBeGreaterThan(5);
    for (const [, asked = '', name = ''] of examples) {
      expect((await download({ userid: 999, ...JSON.parse(asked) })).name, asked).toBe(name.replace('TODAY', today));
    }
  });

  test('refuses a kind of file that there is not', () =>
    terminal.admin.refuse('DownloadRecordForm', { format: 'pdf' }, 'out_of_range', 'format'));

  test.each(['csv', 'xlsx'])(
    'a client that goes away takes nothing with it, and one that stays goes on: %s',
    async (format) => {
      const kept = readdirSync(terminal.daemon.state).sort();
      for (let times = 0; times < 8; times++) {
        const away = new AbortController();
        const reply = await fetch(`${terminal.daemon.origin}/goform/DownloadRecordForm?all=true&format=${format}`, {
          headers: { token: terminal.admin.token ?? '' },
          signal: away.signal,
        });
        await reply.body?.getReader().read();
        away.abort();
      }
      await download({ all: true });
      expect((await terminal.admin.call('searchrecord', { limit: 1 })).records).toHaveLength(1);
      expect(readdirSync(terminal.daemon.state).sort()).toEqual(kept);
    },
  );
});

describe('DownloadRecordForm as a workbook', () => {
  test('says in LibreOffice what the other file says, cell by cell', async () => {
    const [heading, ...rows] = rowsOf((await download({ all: true })).text.slice(1));
    const book = await download({ all: true, format: 'xlsx' });
    expect(book.type).toBe('application/vnd.openxmlformats-officedocument.spreadsheetml.sheet');
    const sheets = await sheetsOf(book.file);
    expect(Object.keys(sheets)).toEqual(['Records']);
    const [shown, ...cells] = sheets['Records'] ?? [];
    expect(shown).toEqual(heading);
    expect(cells.slice(0, names.length).map((row) => row[7])).toEqual(names.toReversed());
    for (const [name = '', inCsv, inBook] of formulas) {
      const at = cells.findIndex((row) => row[7] === name);
      expect([rows[at]?.[7], cells[at]?.[7]]).toEqual([inCsv, inBook]);
    }
    expect(cells).toHaveLength(many + lines.length + names.length);
    expect(cells).toEqual(rows.map((row) => row.map(unguarded)));
  });
});
