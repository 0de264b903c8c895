// The audit log as it is read: pages by key, filters, who sees what, and the history of a page of settings.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import type { CallRequest } from '../harness/contract.ts';
import { rowsOf, unguarded } from '../harness/csv.ts';
import { auditRows } from '../harness/database.ts';
import { examplesOf } from '../harness/rules.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';

let terminal: Terminal;
/** May read and write users, and read advSetting; nothing else. */
let clerk: Client;

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.admin.call('confirmPassword', { password: terminal.admin.password ?? '' });
  const rights = { network: 'none', basicSetting: 'none', AccSetting: 'none' } as const;
  const levels = [1, 2, 3, 4, 5, 6, 7].map(
    (level) => ({ level, ...rights, user: 'write', advSetting: 'read' }) as const,
  );
  await terminal.admin.call('GetRoles', { levels: [...levels] });
  clerk = await terminal.administrator(5, 5, goodPassword(5));
  await terminal.admin.call('GetMachineParam', { volume: 1 });
  await terminal.admin.call('GetMachineParam', { volume: 4, deviceName: 'North gate' });
  for (const userid of [7, 77, 8]) await terminal.add({ userid });
  await terminal.admin.call('deleteuser', { userid: 7 });
});
afterAll(() => terminal.stop());

const read = async (request: CallRequest<'auditlist'> = {}, client: Client = terminal.admin) =>
  (await client.call('auditlist', request)).entries;

describe('auditlist', () => {
  test('is newest first, with both sides', async () => {
    const [first, second] = await read();
    expect(first).toMatchObject({
      account: 'admin',
      peer: '127.0.0.1',
      call: 'deleteuser',
      object: 'user 7',
      after: '',
    });
    expect(JSON.parse(first?.before ?? '')).toMatchObject({ cardno: '0', level: 0 });
    expect(second).toMatchObject({ call: 'adduser', object: 'user 8', before: '', cut: false });
  });

  test('pages by key, both ways, without a gap or a repetition', async () => {
    const all = await read({ limit: 100 });
    const ids = all.map(({ id }) => id);
    const seen: number[] = [];
    let page = await terminal.admin.call('auditlist', { limit: 3 });
    expect(page.newer).toBe(0);
    for (;;) {
      seen.push(...page.entries.map(({ id }) => id));
      if (page.older === 0) break;
      page = await terminal.admin.call('auditlist', { limit: 3, before: page.older });
    }
    expect(seen).toEqual(ids);
    const back: number[] = page.entries.map(({ id }) => id).toReversed();
    while (page.newer !== 0) {
      page = await terminal.admin.call('auditlist', { limit: 3, after: page.newer });
      back.push(...page.entries.map(({ id }) => id).toReversed());
    }
    expect(back.toReversed()).toEqual(ids);
    await terminal.admin.refuse('auditlist', { before: 4, after: 2 }, 'out_of_range', 'after');
  });

  test('is filtered by object up to a blank or a point, not by a piece of a number', async () => {
    const objects = async (object: string) => (await read({ object })).map((entry) => entry.object);
    expect(await objects('user 7')).toEqual(['user 7', 'user 7']);
    expect((await objects('setting MachineParam')).toSorted()).toEqual([
      'setting MachineParam.deviceName',
      'setting MachineParam.volume',
      'setting MachineParam.volume',
    ]);
    expect(await objects('setting')).toHaveLength(3);
    expect(await objects('use')).toEqual([]);
    expect(await objects('%')).toEqual([]);
  });

  test('is filtered by account, call, importance and time', async () => {
    expect((await read({ account: '5' })).map(({ call }) => call)).toEqual(['chklogin']);
    expect((await read({ call: 'deleteuser' })).map(({ object }) => object)).toEqual(['user 7']);
    for (const { importance } of await read({ importance: 'rights' })) expect(importance).toBe('rights');
    const times = (await read({ limit: 100 })).map(({ time }) => time);
    const [newest = 0, oldest = 0] = [times[0], times.at(-1)];
    expect(await read({ from: oldest, to: newest, limit: 100 })).toHaveLength(times.length);
    expect(await read({ from: newest + 1 })).toEqual([]);
    expect(await read({ to: oldest - 1 })).toEqual([]);
    expect(await read({ to: Number.MAX_SAFE_INTEGER, limit: 1 })).toHaveLength(1);
  });

  test('shows what the rules say, by their examples', async () => {
    const text = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8');
    const section = /^## The audit log\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(text)?.[1] ?? '';
    const rows = [...section.matchAll(/^\| `(\w+)` .*\| (yes|no) \|$/gm)];
    expect(rows.length).toBeGreaterThan(4);
    const seen = new Set(
      (await read({ limit: 100 }, clerk)).map(({ call, account }) => `${call}${account === '5' ? ' own' : ''}`),
    );
    for (const [, call, shown] of rows) {
      const name = call === 'chklogin' && shown === 'yes' ? 'chklogin own' : String(call);
      expect(seen.has(name), `${name}: ${shown}`).toBe(shown === 'yes');
    }
  });
});

describe('settinghistory', () => {
  test('has the changes of a page with the values before and after', async () => {
    const { changes } = await terminal.admin.call('settinghistory', { page: 'MachineParam' });
    expect(changes.map(({ field, before, after }) => [field, before, after])).toEqual(
      expect.arrayContaining([
        ['volume', '1', '4'],
        ['volume', '3', '1'],
      ]),
    );
    expect(changes.find(({ field }) => field === 'deviceName')).toMatchObject({
      account: 'admin',
      after: '"North gate"',
    });
  });

  test('has never a secret', async () => {
    await terminal.admin.call('GetMachineParam', { keypadPassword: '581920' });
    const { changes } = await terminal.admin.call('settinghistory', { page: 'MachineParam' });
    expect(changes.map(({ field }) => field)).not.toContain('keypadPassword');
    expect((await read({ object: 'setting MachineParam.keypadPassword' })).map(({ after }) => after)).toEqual([
      '{"keypadPassword":"set"}',
    ]);
  });

  test('is only for who may read the page', async () => {
    await clerk.refuse('settinghistory', { page: 'MachineParam' }, 'forbidden');
    await terminal.admin.refuse('settinghistory', { page: 'Nothing' }, 'no_such_call', 'page');
  });
});

describe('DownloadAudit', () => {
  const download = async (request: CallRequest<'DownloadAudit'> = {}, client: Client = terminal.admin) => {
    const reply = await client.attempt('DownloadAudit', request);
    const [heading, ...rows] = rowsOf(reply.file?.toString('utf8').replace(/^\ufeff/, '') ?? '');
    return { ...reply, heading, rows };
  };

  /** All entries that somebody sees on the page, as the file has them. */
  async function listed(client: Client): Promise<string[][]> {
    const { entries } = await client.call('auditlist', { limit: 100 });
    expect(entries.length).toBeLessThan(100);
    return entries.map(({ id, time, account, peer, call, object, importance, before, after }) => [
      String(id),
      new Date(time * 1000).toISOString().slice(0, 19).replace('T', ' '),
      '0',
      account,
      peer,
      call,
      object,
      importance,
      before,
      after,
      '',
    ]);
  }

  test('has what the page would show, itself on top, for each who asks', async () => {
    for (const client of [terminal.admin, clerk]) {
      const file = await download({}, client);
      expect(file.fileType).toBe('text/csv; charset=utf-8');
      expect(file.file?.subarray(0, 3).toString('hex')).toBe('efbbbf');
      expect(file.heading?.slice(3)).toEqual([
        'Account',
        'Address',
        'Call',
        'Object',
        'About',
        'Before',
        'After',
        'Left out',
        'Milliseconds',
        'Link before',
        'Link',
        'Log head',
      ]);
      expect(file.rows.map((row) => row.slice(0, 11).map(unguarded))).toEqual(await listed(client));
      expect(file.rows[0]?.slice(5, 8)).toEqual(['DownloadAudit', 'audit log', 'signIn']);
    }
    const seen = (await download({}, clerk)).rows.map((row) => row[5]);
    expect(seen).toContain('adduser');
    expect(seen).not.toContain('GetMachineParam');
  });

  test('takes the filters of the page', async () => {
    const objects = async (request: CallRequest<'DownloadAudit'>) =>
      (await download(request)).rows.map((row) => row[6]);
    expect(await objects({ object: 'user 7' })).toEqual(['user 7', 'user 7']);
    expect(await objects({ account: '5', call: 'chklogin' })).toEqual(['account 5']);
    expect(await objects({ importance: 'edit', to: 1 })).toEqual([]);
    expect(await objects({ from: Number.MAX_SAFE_INTEGER })).toEqual([]);
    await terminal.admin.refuse('DownloadAudit', { limit: 5 }, 'unknown_key', 'limit');
  });

  test('has more than a page, without a gap or a repetition', async () => {
    for (let volume = 0; volume < 250; volume++) await terminal.admin.call('GetMachineParam', { volume: volume % 2 });
    const ids = (await download({ object: 'setting MachineParam.volume' })).rows.map(([id]) => Number(id));
    expect(ids.length).toBeGreaterThan(249);
    expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => b - a));
  });

  test('is named after its days, as the rules say', async () => {
    const { today } = await terminal.admin.call('searchrecord', { limit: 1 });
    const examples = examplesOf('Files of the logs', 'file').filter(([file]) => file === 'audit log');
    expect(examples.length).toBeGreaterThan(1);
    for (const [, asked = '', name = ''] of examples) {
      const { headers } = await download(JSON.parse(asked) as CallRequest<'DownloadAudit'>);
      expect(headers['content-disposition']).toBe(`attachment; filename="${name.replace('TODAY', today)}"`);
    }
  });

  test('leaves its entry when the file is given up, too', async () => {
    const entries = () => auditRows(terminal.daemon).filter(({ call }) => call === 'DownloadAudit').length;
    const before = entries();
    const away = new AbortController();
    const reply = await fetch(`${terminal.daemon.origin}/goform/DownloadAudit`, {
      headers: { token: terminal.admin.token ?? '' },
      signal: away.signal,
    });
    away.abort();
    expect(reply.status).toBe(200);
    expect(entries()).toBe(before + 1);
  });

  test('is not for who may not read the page, and leaves no entry then', async () => {
    await terminal.admin.call('GetRoles', {
      levels: [
        { level: 1, user: 'write', network: 'none', basicSetting: 'none', AccSetting: 'none', advSetting: 'none' },
      ],
    });
    const other = await terminal.administrator(6, 1, goodPassword(6));
    const before = auditRows(terminal.daemon).length;
    await other.refuse('DownloadAudit', {}, 'forbidden');
    await terminal.client().refuse('DownloadAudit', {}, 'token_failed');
    expect(auditRows(terminal.daemon)).toHaveLength(before);
  });
});
