// The settings engine over the wire: what every page of settings has in common.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exampleOf } from '../../tools/apigen/examples.ts';
import type { Pair, Setting } from '../../tools/apigen/model.ts';
import { type CallName, callNames, pairs } from '../harness/contract.ts';
import { auditRows, queryDatabase } from '../harness/database.ts';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
});
afterAll(() => terminal.stop());

type Page = Readonly<Record<string, unknown>> & { readonly revision: number };

function nameOf(name: string): CallName {
  const known = callNames.find((call) => call === name);
  if (known === undefined) throw new Error(`no call ${name}`);
  return known;
}

async function read(pair: string): Promise<Page> {
  return (await terminal.admin.call(nameOf(`Set${pair}`), {} as never)) as unknown as Page;
}

async function write(pair: string, request: object): Promise<Page> {
  return (await terminal.admin.call(nameOf(`Get${pair}`), request as never)) as unknown as Page;
}

/** Another value than the factory's that no rule across fields minds; undefined where there is none. */
function another(setting: Setting): unknown {
  const { shape, default: factory } = setting;
  switch (shape.type) {
    case 'bool':
      return factory !== true;
    case 'int':
      return factory === shape.max ? shape.min : shape.max;
    case 'enum':
      return shape.enum.values.find((value) => value !== factory);
    case 'flags':
      return shape.enum.values.slice(0, 1);
    case 'array':
      return Array.from({ length: shape.maxItems }, () => 0);
    default:
      return exampleOf(shape);
  }
}

describe.each(pairs.map((pair): [string, Pair] => [pair.name, pair]))('%s', (name, pair) => {
  test('is read with its factory values, secrets as whether there is one', async () => {
    const page = await read(name);
    for (const setting of pair.settings) {
      if (setting.secret) {
        expect(page[`has${setting.name.charAt(0).toUpperCase()}${setting.name.slice(1)}`], setting.name).toBe(
          setting.random !== undefined,
        );
        expect(setting.name in page).toBe(false);
      } else if (setting.name !== 'deviceName') {
        expect(page[setting.name], setting.name).toEqual(setting.default);
      }
    }
    expect(page.revision).toBe(0);
    expect('state' in page).toBe(pair.state !== undefined);
  });

  test('a write of what is so already changes nothing', async () => {
    const { revision } = await read(name);
    expect(await write(name, {})).toMatchObject({ revision, changed: [] });
    expect(await write(name, { revision })).toMatchObject({ revision, changed: [] });
  });

  test('a write upon another revision is refused, whatever it brings', async () => {
    const { revision } = await read(name);
    await terminal.admin.refuse(nameOf(`Get${name}`), { revision: revision + 1 }, 'changed_meanwhile');
  });
});

/** A value that this version does not have yet is refused: said.test.ts. */
const isTaken = ({ refused }: Setting): boolean => refused === undefined;

/** Settings that stand alone: their page has no rule across fields and nothing to confirm. */
const alone = pairs
  .filter((pair) => !pair.provisional && !pair.check)
  .flatMap((pair) =>
    pair.settings
      .filter(isTaken)
      .map((setting): [string, Pair, Setting] => [`${pair.name}.${setting.name}`, pair, setting]),
  );

test.each(alone)('%s is saved, audited, read back and there after a restart', async (key, pair, setting) => {
  const value = another(setting);
  const before = await read(pair.name);
  const audited = auditRows(terminal.daemon).length;
  const saved = await write(pair.name, { [setting.name]: value, revision: before.revision });
  expect(saved).toMatchObject({ changed: [setting.name] });
  expect(saved.revision).toBeGreaterThan(before.revision);
  const rows = auditRows(terminal.daemon).slice(audited);
  expect(rows).toMatchObject([{ account: 'admin', call: `Get${pair.name}`, object: `setting ${key}` }]);
  expect(rows[0]?.after).toEqual({ [setting.name]: setting.secret ? 'set' : value });
  const after = await read(pair.name);
  if (!setting.secret) expect(after[setting.name]).toEqual(value);
  expect(after.revision).toBe(saved.revision);
});

test('what was saved is there after a restart', async () => {
  const before = new Map<string, Page>();
  for (const { name } of pairs) before.set(name, await read(name));
  await terminal.restart();
  for (const { name, settings } of pairs) {
    const after = await read(name);
    const stored = ['revision', ...settings.map((setting) => setting.name)].filter((key) => key in after);
    for (const key of stored) expect(after[key], `${name}.${key}`).toEqual(before.get(name)?.[key]);
  }
});

describe('two administrators', () => {
  test('the second is told, and what it did not read is not overwritten', async () => {
    const first = await read('MachineParam');
    const second = await read('MachineParam');
    await write('MachineParam', { deviceName: 'Gate', revision: first.revision });
    const request = { volume: 1, revision: second.revision };
    await terminal.admin.refuse('GetMachineParam', request, 'changed_meanwhile');
    const now = await read('MachineParam');
    expect(now['deviceName']).toBe('Gate');
    await write('MachineParam', { ...request, revision: now.revision });
    expect(await read('MachineParam')).toMatchObject({ deviceName: 'Gate', volume: 1 });
  });

  test('at the same moment one wins', async () => {
    const { revision } = await read('KaoqinParam');
    const replies = await Promise.all(
      [11, 12, 13, 14, 15, 16].map((duplicatePunch) =>
        terminal.admin.attempt('GetKaoqinParam', { duplicatePunch, revision }),
      ),
    );
    const codes = replies.map((reply) => reply.envelope.retvalue).sort();
    expect(codes).toEqual([0, 12020, 12020, 12020, 12020, 12020]);
  });
});

describe('a secret', () => {
  const secret = 'correct horse battery';

  test('is neither in the database, nor in the audit, nor in the log', async () => {
    await write('CloudParam', { password: secret });
    const { database } = terminal.daemon;
    const { readFileSync } = await import('node:fs');
    for (const file of [database, `${database}-wal`]) {
      expect(readFileSync(file).includes(secret), file).toBe(false);
    }
    expect(JSON.stringify(auditRows(terminal.daemon))).not.toContain(secret);
    expect(terminal.daemon.log.join('\n')).not.toContain(secret);
    expect(queryDatabase(terminal.daemon, "SELECT value FROM setting WHERE key = 'CloudParam.password'")).toEqual([
      { value: null },
    ]);
  });

  test('is kept when it is not sent, and cleared by an empty one', async () => {
    await write('CloudParam', { tls: false });
    expect(await read('CloudParam')).toMatchObject({ hasPassword: true, tls: false });
    await write('CloudParam', { password: '' });
    expect(await read('CloudParam')).toMatchObject({ hasPassword: false });
    expect(auditRows(terminal.daemon).at(-1)).toMatchObject({
      object: 'setting CloudParam.password',
      before: { password: 'set' },
      after: { password: 'cleared' },
    });
  });
});

describe('a device that does not answer', () => {
  test('leaves everything as it was, and says so at the field', async () => {
    const before = await read('MachineParam');
    const audited = auditRows(terminal.daemon).length;
    await terminal.bench.act({ do: 'fault', device: 'sound', kind: 'offline', on: true });
    await terminal.admin.refuse(
      'GetMachineParam',
      { deviceName: 'Never', volume: before['volume'] === 5 ? 4 : 5, revision: before.revision },
      'device_offline',
      'volume',
    );
    await terminal.bench.act({ do: 'fault', device: 'sound', kind: 'offline', on: false });
    expect(await read('MachineParam')).toEqual(before);
    const calls = auditRows(terminal.daemon)
      .slice(audited)
      .map((row) => row.call);
    expect(calls).toEqual(['GetMachineParam', 'GetMachineParam', 'undo', 'undo']);
    // The form that was open goes on being good.
    expect(await write('MachineParam', { deviceName: 'At last', revision: before.revision })).toMatchObject({
      changed: ['deviceName'],
    });
  });
});

/** Page, a change of it, the device that has to take the change, and the setting that the answer names. */
const offline: readonly (readonly [CallName, object, string, string])[] = [
  ['GetFPCompareParam', { level: 4 }, 'finger', 'level'],
  ['GetIdentifyParam', { cameraLight: 'off' }, 'camera', 'cameraLight'],
  ['GetWirless', { mode: 'accessPoint', apKey: 'correct horse' }, 'wifi', 'mode'],
  ['GetEthernet', { mode: 'fixed', address: '10.9.8.7' }, 'ethernet', 'mode'],
];

test.each(offline)('%s answers 12023 while its device does not', async (name, change, device, field) => {
  const pair = name.slice('Get'.length);
  const { state: _, ...before } = await read(pair);
  const fault = { do: 'fault', device, kind: 'offline' } as const;
  await terminal.bench.act({ ...fault, on: true });
  await terminal.admin.refuse(name, change, 'device_offline', field);
  await terminal.bench.act({ ...fault, on: false });
  expect(await read(pair)).toMatchObject(before);
  expect(await terminal.admin.call('networkPending', {})).toMatchObject({ page: '' });
});

describe('the language of the terminal', () => {
  test('is one setting under two names', async () => {
    await write('TimeParam', { languageMenu: true }); /* tests before have written every setting */
    await terminal.admin.call('GetLanguageSettingItem', { language: 'es' });
    expect(await read('TimeParam')).toMatchObject({ language: 'es' });
    await write('TimeParam', { language: 'ar' });
    expect(await terminal.admin.call('SetLanguageSettingItem', {})).toEqual({
      LanguageSettingItem: 'ar',
      offered: true,
    });
    await write('TimeParam', { language: 'en' });
  });
});

describe('a change that cuts the connection', () => {
  const address = { mode: 'fixed', address: '10.20.30.40', mask: '255.255.255.0', gateway: '' } as const;
  const pages = ['Ethernet', 'Internet', 'Wirless'] as const;

  async function isOld(): Promise<void> {
    expect(await read('Ethernet')).toMatchObject({ mode: 'dhcp', address: '' });
    expect(await terminal.admin.call('networkPending', {})).toMatchObject({ page: '', secondsLeft: 0 });
  }

  test('waits for its code, which works once', async () => {
    const saved = await terminal.admin.call('GetEthernet', address);
    expect(saved).toMatchObject({ confirmSeconds: 90 });
    expect(saved.confirmCode).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(saved.confirmUrl).toMatch(/\/network\/confirm#/);
    await terminal.bench.advance(30_000);
    expect(await terminal.admin.call('networkPending', {})).toMatchObject({ page: 'Ethernet', secondsLeft: 60 });
    await terminal.client().refuse('confirmNetwork', { code: 'A'.repeat(43) }, 'confirm_unknown');
    expect(await terminal.client().call('confirmNetwork', { code: saved.confirmCode })).toEqual({ page: 'Ethernet' });
    expect(await terminal.admin.call('networkPending', {})).toMatchObject({ page: '', rolledBackAt: 0 });
    await terminal.client().refuse('confirmNetwork', { code: saved.confirmCode }, 'confirm_unknown');
    expect(auditRows(terminal.daemon).at(-1)).toMatchObject({ account: '-', call: 'confirmNetwork' });
    await terminal.bench.advance(120_000);
    expect(await read('Ethernet')).toMatchObject({ mode: 'fixed', address: '10.20.30.40' });
    expect(JSON.stringify(auditRows(terminal.daemon))).not.toContain(saved.confirmCode);
    const back = await terminal.admin.call('GetEthernet', { mode: 'dhcp', address: '' });
    await terminal.admin.call('confirmNetwork', { code: back.confirmCode });
  });

  test('undoes itself when nobody confirms in time, and says so', async () => {
    const saved = await terminal.admin.call('GetEthernet', address);
    await terminal.bench.advance(89_000);
    expect(await read('Ethernet')).toMatchObject({ mode: 'fixed' });
    await terminal.bench.advance(1_001);
    await until('the old values', async () => ((await read('Ethernet'))['mode'] === 'dhcp' ? true : undefined));
    await isOld();
    expect(await terminal.admin.call('networkPending', {})).toMatchObject({ rolledBack: 'Ethernet' });
    await terminal.admin.refuse('confirmNetwork', { code: saved.confirmCode }, 'confirm_unknown');
  });

  test('is kept by who signed in at the new address, and only while it waits', async () => {
    await terminal.admin.call('GetEthernet', address);
    expect(await terminal.admin.call('keepNetwork', {})).toEqual({ page: 'Ethernet' });
    expect(auditRows(terminal.daemon).at(-1)).toMatchObject({ account: 'admin', call: 'keepNetwork' });
    await terminal.admin.refuse('keepNetwork', {}, 'confirm_unknown');
    const back = await terminal.admin.call('GetEthernet', { mode: 'dhcp', address: '' });
    await terminal.admin.call('confirmNetwork', { code: back.confirmCode });
    await isOld();
  });

  test('is undone on request, with what it was based on', async () => {
    const { revision } = await read('Ethernet');
    await terminal.admin.call('GetEthernet', { ...address, revision });
    const { rolledBackAt } = await terminal.admin.call('networkPending', {});
    await terminal.bench.advance(2_000);
    await terminal.admin.call('revertNetwork', {});
    await isOld();
    // Who only watches can tell it from a confirmation.
    const undone = await terminal.admin.call('networkPending', {});
    expect(undone.rolledBack).toBe('Ethernet');
    expect(undone.rolledBackAt).toBeGreaterThan(rolledBackAt);
    expect((await read('Ethernet')).revision).toBe(revision);
    await terminal.admin.refuse('revertNetwork', {}, 'confirm_unknown');
  });

  test('is undone by a restart', async () => {
    await terminal.admin.call('GetEthernet', address);
    await terminal.restart();
    await isOld();
    expect(await terminal.admin.call('networkPending', {})).toMatchObject({ rolledBack: 'Ethernet' });
  });

  test.each(pages)('keeps %s from being changed meanwhile, and only such pages', async (page) => {
    await terminal.admin.call('GetEthernet', address);
    const change = { Ethernet: { gateway: '10.20.30.1' }, Internet: { dns1: '192.0.2.53' }, Wirless: { hidden: true } }[
      page
    ];
    await terminal.admin.refuse(nameOf(`Get${page}`), change, 'provisional_pending');
    await write('KaoqinParam', { logAlarm: 100 + page.length });
    const network = { ssid: 'Office', security: 'wpa2', key: 'correct horse' };
    await terminal.admin.refuse('GetChooseWirless', network, 'provisional_pending');
    const serial = (await terminal.admin.call('SetInfoParam', {})).Serial.slice(-4);
    await terminal.admin.refuse('InitMachine', { settings: true, serial }, 'provisional_pending');
    await terminal.admin.call('revertNetwork', {});
    await isOld();
  });
});
