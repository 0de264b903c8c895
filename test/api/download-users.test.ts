// The users as a file: whom it has, in which order, what it says of them, and what it never says.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallRequest } from '../harness/contract.ts';
import { rowsOf } from '../harness/csv.ts';
import { changeDatabase } from '../harness/database.ts';
import { sheetsOf } from '../harness/office.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';

const others = 950; // pages that one piece of the file does not hold

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.add({
    userid: 7,
    username: 'Ada "the first", Countess',
    cardno: '10000001',
    password: goodPassword(7),
    level: 0,
    group: 1,
    identifyMode: 'all',
    identifyFactors: ['card', 'finger'],
    shift: 3,
    validFrom: '2026-01-31',
    validTo: '2027-02-28',
  });
  await terminal.add({ userid: 8, username: '=HYPERLINK("http://evil")', group: 0 });
  for (let n = 0; n < others; n++) await terminal.add({ userid: 1000 + n, username: `Other ${n % 10}` });
  /* As if two fingers, the face, both irises and a photo were enrolled. */
  changeDatabase(terminal.daemon, 'UPDATE user SET enrolled = 5 | 1024 | 6144 | 8192 WHERE userid = 7');
});
afterAll(() => terminal.stop());

async function download(request: CallRequest<'DownloadUsers'> = {}) {
  const reply = await terminal.admin.attempt('DownloadUsers', request);
  const [heading = [], ...rows] = rowsOf((reply.file?.toString('utf8') ?? '').slice(1));
  return { reply, heading, rows };
}

describe('DownloadUsers', () => {
  test('has a row for everybody, and what the list says of them', async () => {
    const { reply, heading, rows } = await download();
    expect(reply.fileType).toBe('text/csv; charset=utf-8');
    expect(reply.headers['content-disposition']).toMatch(/filename="users-\d{4}-\d\d-\d\d\.csv"$/);
    expect(heading).toHaveLength(21);
    expect(rows).toHaveLength(others + 2);
    expect(new Set(rows.map(([id]) => id)).size).toBe(rows.length);
    expect(rows[0]).toEqual(
      [
        ['7', 'Ada "the first", Countess', '10000001', 'yes', '0', '1', 'all', 'card finger', '3'],
        ['2026-01-31', '2027-02-28', '', '', '', '', '', '', '2', 'yes', '2', 'yes'],
      ].flat(),
    );
    expect(rows[1]?.slice(0, 6)).toEqual(['8', `'=HYPERLINK("http://evil")`, '', '', '0', '0']);
  });

  test('has those whom search and filters find, in the order of the list', async () => {
    const found = await download({ search: 'other 3', sort: 'name', order: 'desc' });
    const ids = found.rows.map(([id]) => Number(id));
    expect(ids).toHaveLength(others / 10);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
    expect((await download({ credential: 'card' })).rows.map(([id]) => id)).toEqual(['7']);
    expect((await download({ search: 'nobody at all' })).rows).toEqual([]);
  });

  test('says no secret, not even as a digest', async () => {
    const { reply } = await download();
    const text = reply.file?.toString('utf8') ?? '';
    expect(text).not.toContain(goodPassword(7));
    expect(text).not.toContain('argon2');
  });

  test('is a workbook whose days are days', async () => {
    const { file = Buffer.alloc(0) } = await terminal.admin.attempt('DownloadUsers', { format: 'xlsx', search: '7' });
    const [heading, ada] = (await sheetsOf(file))['Users'] ?? [];
    expect(heading?.slice(0, 2)).toEqual(['User ID', 'User name']);
    expect(ada?.slice(0, 3)).toEqual(['7', 'Ada "the first", Countess', '10000001']);
    expect(ada?.slice(9, 18)).toEqual(['2026-01-31', '2027-02-28', '', '', '', '', '', '', '2']);
  });

  test('leaves an entry in the audit log, and is for who may read users', async () => {
    const count = async () => {
      const { entries } = await terminal.admin.call('auditlist', {});
      return entries.filter(({ call, object }) => call === 'DownloadUsers' && object === 'user list').length;
    };
    const before = await count();
    await download();
    expect(await count()).toBe(before + 1);
    const unread = { network: 'none', basicSetting: 'none', AccSetting: 'none', advSetting: 'read' } as const;
    const levels = Array.from({ length: 15 }, (_, n) => ({ level: n + 1, ...unread, user: 'none' as const }));
    await terminal.admin.call('GetRoles', { levels });
    const clerk = await terminal.administrator(5, 1, goodPassword(5));
    await clerk.refuse('DownloadUsers', {}, 'forbidden');
  });

  test('takes no page: it has all of them', () =>
    terminal.admin.refuse('DownloadUsers', { limit: 5 } as never, 'unknown_key', 'limit'));
});
