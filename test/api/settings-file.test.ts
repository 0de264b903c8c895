// The settings as a file: what stands in it and what never does, what it would change, and what is taken of it.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import { type CallName, type CallReply, errorNamed, pairs } from '../harness/contract.ts';
import { auditRows } from '../harness/database.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import type { WireReply } from '../harness/wire.ts';

let terminal: Terminal;
/** Reads and writes but for the network, and reads the basic settings alone. */
let twelve: Client;

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.admin.call('GetRoles', {
    levels: [8, 9, 10, 11, 12, 13, 14, 15].map((level) => ({
      level,
      user: 'write' as const,
      network: 'none' as const,
      basicSetting: 'read' as const,
      AccSetting: 'write' as const,
      advSetting: 'write' as const,
    })),
  });
  twelve = await terminal.administrator(12, 12, goodPassword(12));
});
afterAll(() => terminal.stop());

type Values = Record<string, unknown>;
interface File {
  readonly postern: string;
  readonly version: number;
  readonly firmware: string;
  readonly serial: string;
  readonly made: number;
  readonly settings: Record<string, Values>;
  readonly secrets: readonly string[];
}

async function textOf(client: Client = terminal.admin): Promise<string> {
  return (await client.attempt('DownloadSettings')).file?.toString('utf8') ?? '';
}

const read = async (client: Client = terminal.admin): Promise<File> => JSON.parse(await textOf(client)) as File;

/** A file with these pages alone. */
const having = (settings: Record<string, Values>, more: object = {}): string =>
  JSON.stringify({ postern: 'settings', version: 1, settings, ...more });

function send(name: CallName, file: string, request: object = {}, client: Client = terminal.admin): Promise<WireReply> {
  return client.attempt(name, request, {
    body: Buffer.from(file),
    headers: { 'content-type': 'application/octet-stream' },
  });
}

/** checkReply() has validated the data against the contract of the call. */
async function look(file: string, client?: Client): Promise<CallReply<'settingsLook'>> {
  const reply = await send('settingsLook', file, {}, client);
  expect(reply.status, reply.text).toBe(200);
  return reply.envelope.data as unknown as CallReply<'settingsLook'>;
}

async function apply(file: string, pages: string, client?: Client): Promise<CallReply<'settingsApply'>> {
  const reply = await send('settingsApply', file, { pages }, client);
  expect(reply.status, reply.text).toBe(200);
  return reply.envelope.data as unknown as CallReply<'settingsApply'>;
}

const code = (error: string): number => errorNamed(error).code;

describe('DownloadSettings', () => {
  test('has every setting of every page as it travels, in order and readable, and leaves one audit row', async () => {
    const audited = auditRows(terminal.daemon).length;
    const reply = await terminal.admin.attempt('DownloadSettings');
    const text = reply.file?.toString('utf8') ?? '';
    expect(reply.fileType).toBe('application/json');
    expect(reply.headers['content-disposition']).toMatch(/filename="settings-\d{4}-\d\d-\d\d\.json"$/);
    const rows = auditRows(terminal.daemon).slice(audited);
    expect(rows).toMatchObject([{ call: 'DownloadSettings', object: 'settings' }]);
    const file = JSON.parse(text) as File;
    expect(Object.keys(file)).toEqual(['postern', 'version', 'firmware', 'serial', 'made', 'settings', 'secrets']);
    expect(file).toMatchObject({ postern: 'settings', version: 1 });
    expect(file.serial).toBe((await terminal.admin.call('SetInfoParam', {})).Serial);
    expect(file.made).toBeGreaterThan(1_700_000_000);
    expect(Object.keys(file.settings)).toEqual(pairs.map(({ name }) => name));
    for (const pair of pairs) {
      const page = (await terminal.admin.attempt(pair.read.name as CallName)).envelope.data as Values;
      const plain = pair.settings.filter(({ secret }) => !secret).map(({ name }) => name);
      expect(Object.keys(file.settings[pair.name] ?? {}), pair.name).toEqual(plain);
      for (const name of plain) expect(file.settings[pair.name]?.[name], `${pair.name}.${name}`).toEqual(page[name]);
    }
    expect(text.split('\n')).toContain('  "settings": {');
    expect(text.split('\n')).toContain('      "volume": 3');
  });

  test('names the secrets that are set and has none of them', async () => {
    const secret = '918273';
    await terminal.admin.call('GetMachineParam', { keypadPassword: secret });
    const text = await textOf();
    expect((JSON.parse(text) as File).secrets).toEqual(
      expect.arrayContaining(['MachineParam.keypadPassword', 'CommMode.password']),
    );
    expect(text).not.toContain(secret);
    for (const pair of pairs)
      for (const { name, secret: hidden } of pair.settings)
        if (hidden) expect(name in ((JSON.parse(text) as File).settings[pair.name] ?? {})).toBe(false);
    await terminal.admin.call('GetMachineParam', { keypadPassword: '' });
    expect((await read()).secrets).not.toContain('MachineParam.keypadPassword');
  });

  test('has no page that who asks may not read', async () => {
    const file = await read(twelve);
    const readable = pairs.filter(({ access }) => access !== 'network').map(({ name }) => name);
    expect(Object.keys(file.settings)).toEqual(readable);
    expect(file.secrets.filter((name) => /^(CommMode|Wirless|CloudParam|RestParam)\./.test(name))).toEqual([]);
  });
});

describe('settingsLook', () => {
  test('its own file differs in nothing', async () => {
    const text = await textOf();
    const file = JSON.parse(text) as File;
    expect(await look(text)).toEqual({
      serial: file.serial,
      version: file.firmware,
      made: file.made,
      differences: [],
      secrets: [],
    });
  });

  test('tells what differs, before and after, and changes nothing', async () => {
    const before = await textOf();
    const audited = auditRows(terminal.daemon).length;
    const { differences } = await look(having({ MachineParam: { volume: 1, deviceName: 'Gäte' }, TimeParam: {} }));
    expect(differences).toEqual(
      [
        { page: 'MachineParam', setting: 'deviceName', before: expect.any(String), after: 'Gäte', code: 0 },
        { page: 'MachineParam', setting: 'volume', before: '3', after: '1', code: 0 },
      ].sort((a, b) => order('MachineParam', a.setting) - order('MachineParam', b.setting)),
    );
    expect(auditRows(terminal.daemon)).toHaveLength(audited);
    expect((JSON.parse(await textOf()) as File).settings).toEqual((JSON.parse(before) as File).settings);
  });

  test('tells of each setting why it is not taken', async () => {
    const { differences } = await look(
      having({
        MachineParam: { volume: 99, deviceName: 7, keypadPassword: '123456', volumne: 1 },
        Ethernet: { mode: 'fixed', address: '192.168.1.60', mask: '255.0.255.0' },
        Nothing: { x: 1 },
      }),
    );
    const told = differences.map(({ page, setting, after, code: why }) => [page, setting, after, why]);
    expect(told).toEqual(
      expect.arrayContaining([
        ['MachineParam', 'volume', '99', code('out_of_range')],
        ['MachineParam', 'deviceName', '7', code('wrong_type')],
        ['MachineParam', 'volumne', '', code('unknown_key')],
        ['MachineParam', 'keypadPassword', '', code('unknown_key')],
        ['Ethernet', 'mask', '255.0.255.0', code('address_invalid')],
        ['Ethernet', 'address', '192.168.1.60', 0],
        ['Nothing', '', '', code('unknown_key')],
      ]),
    );
  });

  test('names a secret that is missing for the rest of its page, and those that are set there and not here', async () => {
    const file = having(
      { Wirless: { mode: 'client', ssid: 'House', security: 'wpa2' } },
      { secrets: ['Wirless.key', 'CommMode.password', 'Wirless.later'] },
    );
    const { differences, secrets } = await look(file);
    expect(secrets).toEqual([{ page: 'Wirless', setting: 'key' }]);
    expect(differences).toContainEqual({
      page: 'Wirless',
      setting: 'key',
      before: '',
      after: '',
      code: code('key_needed'),
    });
  });

  test('a level sees nothing of pages that it may not read, and may not write what it reads', async () => {
    const file = having(
      { CloudParam: { server: 'a.example' }, MachineParam: { volume: 2 } },
      { secrets: ['Wirless.key'] },
    );
    expect(await look(file, twelve)).toMatchObject({
      differences: [
        { page: 'MachineParam', setting: 'volume', before: '3', after: '2', code: code('forbidden') },
        { page: 'CloudParam', setting: '', before: '', after: '', code: code('forbidden') },
      ],
      secrets: [],
    });
  });

  test('cuts what is long between characters', async () => {
    const { differences } = await look(having({ MachineParam: { volume: `${'ö'.repeat(300)}` } }));
    expect(differences[0]).toMatchObject({ after: 'ö'.repeat(256), code: code('wrong_type') });
  });
});

describe('what is no settings file', () => {
  const bad: readonly [string, string][] = [
    ['no JSON', '{'],
    ['a list', '[]'],
    ['nothing about it', '{}'],
    ['another mark', having({}).replace('"settings"', '"backup"')],
    ['no version', '{"postern":"settings","settings":{}}'],
    ['a later version', '{"postern":"settings","version":2,"settings":{}}'],
    ['half a version', '{"postern":"settings","version":1.5,"settings":{}}'],
    ['no settings', '{"postern":"settings","version":1}'],
    ['an unknown member', having({}, { extra: 1 })],
    ['a member twice', '{"postern":"settings","version":1,"version":1,"settings":{}}'],
    ['a page twice', '{"postern":"settings","version":1,"settings":{"TimeParam":{},"TimeParam":{}}}'],
    ['a setting twice', '{"postern":"settings","version":1,"settings":{"MachineParam":{"volume":1,"volume":1}}}'],
    ['an unknown setting twice', '{"postern":"settings","version":1,"settings":{"MachineParam":{"x":1,"x":1}}}'],
    ['a page that is a number', having({ MachineParam: 1 as unknown as Values })],
    ['secrets that are no names', having({}, { secrets: [1] })],
    ['too many secrets', having({}, { secrets: Array.from({ length: 101 }, () => 'a') })],
    ['a serial with a control character', having({}, { serial: 'a\u0001' })],
    ['a long serial', having({}, { serial: 'a'.repeat(33) })],
    ['a time before time', having({}, { made: -1 })],
    ['too many unknown names', having(Object.fromEntries(Array.from({ length: 301 }, (_, n) => [`P${n}`, {}])))],
    [
      'too deep',
      `{"postern":"settings","version":1,"settings":{"MachineParam":{"volume":${'['.repeat(9)}${']'.repeat(9)}}}}`,
    ],
  ];
  test.each(bad)('%s', async (_, file) => {
    for (const name of ['settingsLook', 'settingsApply'] as const) {
      const reply = await send(name, file, name === 'settingsApply' ? { pages: 'MachineParam' } : {});
      expect([reply.status, reply.envelope.retvalue], reply.text).toEqual([400, code('settings_file')]);
    }
  });

  test('as many unknown names as are borne, as long as they like', async () => {
    const names = Array.from({ length: 300 }, (_, n) => [`${n} ${'x'.repeat(40)}`, {}]);
    const { differences } = await look(having(Object.fromEntries(names)));
    expect(differences).toHaveLength(300);
    expect(differences[7]?.page).toBe(`7 ${'x'.repeat(30)}`);
  });

  test('an empty body and another type', async () => {
    for (const name of ['settingsLook', 'settingsApply'] as const) {
      const request = name === 'settingsApply' ? { pages: 'MachineParam' } : {};
      const empty = await send(name, '', request);
      expect(empty.envelope.retvalue).toBe(code('upload_format'));
      const typed = await terminal.admin.attempt(name, request, {
        body: having({}),
        headers: { 'content-type': 'application/json' },
      });
      expect(typed.envelope.retvalue).toBe(code('upload_format'));
    }
  });
});

describe('settingsApply', () => {
  test('takes the pages that are named, each as a save of its own', async () => {
    const file = having({ MachineParam: { volume: 2 }, TimeParam: { language: 'es' } });
    const audited = auditRows(terminal.daemon).length;
    expect(await apply(file, 'MachineParam')).toEqual({ saved: ['MachineParam'], failed: [] });
    const now = (await read()).settings;
    expect(now['MachineParam']?.['volume']).toBe(2);
    expect(now['TimeParam']?.['language']).toBe('en');
    expect(auditRows(terminal.daemon).slice(audited)).toMatchObject([
      { call: 'settingsApply', object: 'setting MachineParam.volume' },
      { call: 'DownloadSettings' },
    ]);
    expect(await apply(file, 'TimeParam,MachineParam')).toEqual({
      saved: ['TimeParam', 'MachineParam'].sort(byPage),
      failed: [],
    });
    await apply(having({ MachineParam: { volume: 3 }, TimeParam: { language: 'en' } }), 'MachineParam,TimeParam');
  });

  test('a page with something wrong is left as it is; others are taken', async () => {
    const file = having({
      MachineParam: { deviceName: 'Other', volume: 99 },
      TimeParam: { language: 'es' },
      DSTParam: { y: 1 },
    });
    const { saved, failed } = await apply(file, 'MachineParam,TimeParam,DSTParam,PrintParam');
    expect(saved).toEqual(['TimeParam']);
    expect(failed.map(({ page, setting, code: why }) => [page, setting, why])).toEqual(
      [
        ['PrintParam', '', code('missing_parameter')],
        ['MachineParam', 'volume', code('out_of_range')],
        ['DSTParam', 'y', code('unknown_key')],
      ].sort((a, b) => byPage(String(a[0]), String(b[0]))),
    );
    expect((await read()).settings['MachineParam']?.['deviceName']).not.toBe('Other');
    await apply(having({ TimeParam: { language: 'en' } }), 'TimeParam');
  });

  test('a device that does not answer fails its page alone', async () => {
    await terminal.bench.act({ do: 'fault', device: 'sound', kind: 'offline', on: true });
    const { saved, failed } = await apply(
      having({ MachineParam: { volume: 1 }, TimeParam: { language: 'en' } }),
      'MachineParam,TimeParam',
    );
    await terminal.bench.act({ do: 'fault', device: 'sound', kind: 'offline', on: false });
    expect(saved).toEqual(['TimeParam']);
    expect(failed).toMatchObject([{ page: 'MachineParam', setting: 'volume', code: code('device_offline') }]);
    expect((await read()).settings['MachineParam']?.['volume']).toBe(3);
  });

  test('what cuts the connection comes last, waits to be kept, and holds up its like alone', async () => {
    const file = having({
      Ethernet: { mode: 'fixed', address: '192.168.1.61', mask: '255.255.255.0', gateway: '192.168.1.1' },
      Internet: { dns1: '192.0.2.53' },
      MachineParam: { volume: 4 },
    });
    const { saved, failed } = await apply(file, 'Ethernet,Internet,MachineParam');
    expect(saved).toEqual(['MachineParam', 'Ethernet']);
    expect(failed).toMatchObject([{ page: 'Internet', setting: '', code: code('provisional_pending') }]);
    expect(await terminal.admin.call('networkPending', {})).toMatchObject({ page: 'Ethernet' });
    expect((await look(file)).differences).toContainEqual(
      expect.objectContaining({ page: 'Internet', setting: '', code: code('provisional_pending') }),
    );
    expect(await terminal.admin.call('keepNetwork', {})).toEqual({ page: 'Ethernet' });
    expect((await read()).settings['Ethernet']).toMatchObject({ address: '192.168.1.61' });
  });

  test('refuses names that are no pages, or come twice', async () => {
    for (const pages of ['Nothing', 'MachineParam,', ',MachineParam', 'MachineParam,MachineParam', 'machineparam']) {
      const reply = await send('settingsApply', having({}), { pages });
      expect([reply.envelope.retvalue, reply.envelope.field], pages).toEqual([code('out_of_range'), 'pages']);
    }
  });

  test('by who may not write a page that page fails', async () => {
    const file = having({ AccessControl: {}, MachineParam: { volume: 1 }, CloudParam: { server: 'a.example' } });
    const { saved, failed } = await apply(file, 'AccessControl,MachineParam,CloudParam', twelve);
    expect(saved).toEqual(['AccessControl']);
    expect(failed.map(({ page, code: why }) => [page, why])).toEqual(
      expect.arrayContaining([
        ['MachineParam', code('forbidden')],
        ['CloudParam', code('forbidden')],
      ]),
    );
    expect((await read()).settings['MachineParam']?.['volume']).toBe(4);
  });

  test('a whole file of one terminal makes another like it', async () => {
    await terminal.admin.call('GetPrintParam', { header: 'Postern & "Söhne"', fields: [] });
    await terminal.admin.call('GetTimeParam', { language: 'ar' });
    const text = await textOf();
    const other = await Terminal.start();
    try {
      const pages = pairs.filter(({ provisional }) => !provisional).map(({ name }) => name);
      const reply = await send('settingsApply', text, { pages: pages.join(',') }, other.admin);
      expect(reply.envelope.data).toMatchObject({ saved: pages });
      const there = (await read(other.admin)).settings;
      const here = (JSON.parse(text) as File).settings;
      for (const page of pages) expect(there[page], page).toEqual(here[page]);
    } finally {
      await other.stop();
    }
  });
});

/** Place of a page, and of a setting in its page, in the contract. */
function byPage(a: string, b: string): number {
  const names = pairs.map(({ name }) => name);
  return names.indexOf(a) - names.indexOf(b);
}

function order(page: string, setting: string): number {
  return pairs.find(({ name }) => name === page)?.settings.findIndex(({ name }) => name === setting) ?? -1;
}
