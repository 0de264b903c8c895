/**
 * Every setting of every page, changed alone on the page that shows it: what is sent is that setting, as it was typed or
 * chosen, with the revision that was read, and nothing else. A setting without a control on its page fails, too.
 */
import '../browser.ts';
import { pages as all } from '@gen/all.ts';
import { backupParam } from '@gen/backup.ts';
import { bluetoothParam, printParam, timeParam } from '@gen/devices.ts';
import { accessControl, fPCompareParam, identifyParam, workModeSwitch } from '@gen/door.ts';
import { machineParam } from '@gen/machine.ts';
import { cloudParam, commMode, ethernet, internet, restParam, wirless } from '@gen/network.ts';
import { kaoqinParam, thermometryParam } from '@gen/records.ts';
import type { SettingField, SettingsPage } from '@gen/runtime.ts';
import { applyParam, dateTimeParam, dSTParam, statusChangeInfo } from '@gen/time.ts';
import { fireEvent, render, screen, waitFor } from '@testing-library/preact';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router-dom';
import { SWRConfig } from 'swr';
import type { GenericSchema } from 'valibot';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DeviceRoute } from '../../../web/app/pages/DeviceRoute.tsx';
import { SecurityRoute } from '../../../web/app/pages/SecurityRoute.tsx';
import { BackupPage } from '../../../web/features/backup/BackupPage.tsx';
import { DisplayPage } from '../../../web/features/devices/display/DisplayPage.tsx';
import { BluetoothPage } from '../../../web/features/devices/pairing/BluetoothPage.tsx';
import { PrintPage } from '../../../web/features/devices/print/PrintPage.tsx';
import { AccessPage } from '../../../web/features/door/AccessPage.tsx';
import { FingerPrintPage } from '../../../web/features/door/FingerPrintPage.tsx';
import { IdentifyModePage } from '../../../web/features/door/IdentifyModePage.tsx';
import { WorkModePage } from '../../../web/features/door/WorkModePage.tsx';
import { EthernetPage } from '../../../web/features/network/link/EthernetPage.tsx';
import { InternetPage } from '../../../web/features/network/link/InternetPage.tsx';
import { CloudPage } from '../../../web/features/network/server/CloudPage.tsx';
import { CommModePage } from '../../../web/features/network/server/CommModePage.tsx';
import { WifiPage } from '../../../web/features/network/wifi/WifiPage.tsx';
import { AttendancePage } from '../../../web/features/records/report/AttendancePage.tsx';
import { ThermometryLimitPage } from '../../../web/features/records/thermometry/ThermometryLimitPage.tsx';
import { ApplyStatusPage } from '../../../web/features/time/ApplyStatusPage.tsx';
import { DstPage } from '../../../web/features/time/DstPage.tsx';
import { StatusChangePage } from '../../../web/features/time/StatusChangePage.tsx';
import { TimeSettingPage } from '../../../web/features/time/TimeSettingPage.tsx';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import { setSession } from '../../../web/lib/session.ts';
import { clearToasts } from '../../../web/ui/toast.ts';
import { account } from '../account.ts';
import { choose } from '../browser.ts';
import { type Asked, fakeTerminal } from '../fakeTerminal.ts';

type Values = Readonly<Record<string, unknown>>;
type AnyPage = Pick<SettingsPage<Values, unknown, object>, 'pair' | 'fields' | 'read'>;

interface Shown {
  readonly page: AnyPage;
  readonly Page: () => ReactNode;
  /** As stored, one after the other until the setting has a control: what differs from the factory values. */
  readonly stored?: readonly Values[];
  /** What is typed where any text of the format would not fit the others. */
  readonly typed?: Values;
  /** What the choice of another than the stored one sends, where the declaration does not tell. */
  readonly sent?: Values;
}

const shown = (page: unknown, Page: () => ReactNode, more: Omit<Shown, 'page' | 'Page'> = {}): Shown => ({
  page: page as AnyPage,
  Page,
  ...more,
});

const client = { mode: 'client', ssid: 'Office', apNameMode: 'own', apName: 'PST', hasApKey: true };
const server = { serverAddress: '10.0.0.9', serverUrl: 'tcp://server.example' };

const pages: readonly Shown[] = [
  shown(backupParam, BackupPage, { stored: [{ plan: 'daily', state: { folder: '/backup', writable: true } }] }),
  shown(bluetoothParam, BluetoothPage),
  shown(printParam, PrintPage),
  shown(timeParam, DisplayPage),
  shown(identifyParam, IdentifyModePage, { stored: [{ identifyMode: 'all', identifyFactors: ['card', 'id'] }] }),
  shown(fPCompareParam, FingerPrintPage, { sent: { level: 3 } }),
  shown(accessControl, AccessPage, {
    stored: [
      {
        relay: 'door',
        sensor: 'normallyOpen',
        antiPassback: 'soft',
        ...Object.fromEntries([1, 2, 3, 4].map((at) => [`wiegandInName${at}`, `Format ${at}`])),
      },
      { wiegandOut: 'fixed26' },
      { wiegandOut: 'free' },
    ],
    typed: {
      freeFacility: '9',
      freeLeadingFrom: '2',
      freeLeadingTo: '9',
      freeTrailingFrom: '2',
      freeTrailingTo: '20',
      passbackReset: '03:30',
      ...Object.fromEntries([1, 2, 3, 4].map((at) => [`wiegandIn${at}`, 'N'.repeat(24 + at)])),
    },
    sent: { cardLength: 3, passbackReset: 210 },
  }),
  shown(workModeSwitch, WorkModePage, { stored: [{ online: true }] }),
  shown(machineParam, DeviceRoute),
  shown(ethernet, EthernetPage, {
    stored: [{ mode: 'fixed', address: '10.0.4.31', gateway: '10.0.4.1' }],
    typed: { address: '10.0.4.77', mask: '255.255.0.0', gateway: '10.0.4.2' },
  }),
  shown(internet, InternetPage),
  shown(wirless, WifiPage, {
    stored: [
      { ...client, hasKey: true },
      { ...client, security: 'eap', identity: 'door', hasPassword: true },
    ],
  }),
  shown(commMode, CommModePage, {
    stored: [
      { direction: 'call', serverType: 'address', ...server },
      { direction: 'call', serverType: 'url', ...server },
    ],
  }),
  shown(cloudParam, CloudPage, { stored: [{ code: 'A1', server: 'cloud.example:443' }] }),
  shown(restParam, SecurityRoute, {
    stored: [
      {
        httpsOnly: true,
        webhookUrl: 'https://a.example/',
        state: { https: '10.0.4.31:443', secure: true, ownCertificate: true },
      },
    ],
  }),
  shown(kaoqinParam, AttendancePage, {
    typed: { nightFrom: '21:30', nightTo: '05:30' },
    sent: { nightFrom: 1290, nightTo: 330 },
  }),
  shown(thermometryParam, ThermometryLimitPage),
  shown(dateTimeParam, TimeSettingPage, { stored: [{ ntpOn: true, place: 'Europe/Madrid' }] }),
  shown(dSTParam, DstPage, { stored: [{ mode: 'week' }, { mode: 'date' }] }),
  shown(statusChangeInfo, StatusChangePage),
  shown(applyParam, ApplyStatusPage),
];

const REVISION = 7;

/** The least that a reply of this schema has. */
function sampleOf(schema: GenericSchema): unknown {
  const { type, entries, options } = schema as unknown as {
    type: string;
    entries?: Readonly<Record<string, GenericSchema>>;
    options?: readonly unknown[];
  };
  if (type === 'object' || type === 'strict_object') {
    return Object.fromEntries(Object.entries(entries ?? {}).map(([name, one]) => [name, sampleOf(one)]));
  }
  if (type === 'picklist') return options?.[0];
  const plain: Readonly<Record<string, unknown>> = { string: '', number: 0, boolean: false };
  return type in plain ? plain[type] : [];
}

function replyOf({ page }: Shown, stored: Values): Values {
  const sample = sampleOf(page.read.reply as GenericSchema) as Values;
  const open = page.fields.filter((field) => field.name in sample);
  const factory = Object.fromEntries(open.map((field) => [field.name, field.default]));
  const state = { ...(sample['state'] as object), ...(stored['state'] as object) };
  return { ...sample, ...factory, ...stored, state, revision: REVISION };
}

const controlsOf = (name: string): HTMLElement[] => [
  ...document.querySelectorAll<HTMLElement>(`form [name="${name}"], form [name^="${name}-"]`),
];

const texts: Readonly<Record<string, string>> = {
  digits: '4321',
  alphanumeric: 'B2',
  ipv4: '10.9.8.7',
  host: 'other.example',
  hostPort: 'other.example:8443',
  httpsUrl: 'https://hook.example/x',
  serverUrl: 'tcp://other.example:5011',
  pem: `-----BEGIN CERTIFICATE-----\n${'A'.repeat(64)}\n-----END CERTIFICATE-----`,
};

/** Gives the setting another value, as a person does; answers what is to be sent for it. */
function change(field: SettingField, before: unknown, { typed = {}, sent = {} }: Shown): unknown {
  const controls = controlsOf(field.name) as HTMLInputElement[];
  const [first] = controls;
  if (field.kind === 'list') return changeTuesday(field.name, before as readonly number[]);
  if (!first) throw new Error(`${field.name} has no control`);
  if (field.kind === 'flags') return toggle(field.values, controls, before as readonly string[]);
  if (first.type === 'checkbox') {
    fireEvent.click(first);
    return before !== true;
  }
  if (first.type === 'radio') {
    const other = controls.findIndex(({ checked }) => !checked);
    fireEvent.click(controls[other] as HTMLInputElement);
    if (field.kind === 'enum') return field.values[other];
    return field.kind === 'bool' ? before !== true : sent[field.name];
  }
  if (first instanceof HTMLSelectElement) {
    const other = [...first.options].find(({ value, disabled }) => value !== first.value && !disabled)?.value ?? '';
    choose(first, other);
    return field.kind === 'int' ? Number(other) : other;
  }
  const value = String(typed[field.name] ?? textOf(field, before));
  fireEvent.input(first, { target: { value } });
  return sent[field.name] ?? (field.kind === 'int' ? Number(value) : value);
}

function textOf(field: SettingField, before: unknown): unknown {
  if (field.kind === 'int') return field.max === before ? field.min : field.max;
  if (field.kind !== 'text') return undefined;
  return texts[field.format ?? ''] ?? 'Something else'.slice(0, field.max).padEnd(field.min, '.');
}

function toggle(words: readonly string[], boxes: readonly HTMLInputElement[], before: readonly string[]): string[] {
  fireEvent.click(boxes[0] as HTMLInputElement);
  return words.filter((word, at) => (at === 0 ? !before.includes(word) : before.includes(word)));
}

/** Rows of the week's grid stand in the order of the statuses. */
function changeTuesday(name: string, before: readonly number[]): number[] {
  const row = statusChangeInfo.fields.findIndex((field) => field.name === name);
  const cell = screen.getAllByLabelText(/Tuesday/)[row] as HTMLInputElement;
  fireEvent.input(cell, { target: { value: '08:05' } });
  return before.map((minute, day) => (day === 2 ? 485 : minute));
}

/** Shows the page as it is stored until the setting is on it. */
async function open(one: Shown, field: SettingField): Promise<{ asked: Asked[]; stored: Values }> {
  for (const stored of one.stored ?? [{}]) {
    const reply = replyOf(one, stored);
    const asked = fakeTerminal({
      checkPower: () => ({ read: true, write: true }),
      places: () => ({ version: '2025b', places: ['Europe/Madrid'] }),
      networkPending: () => ({ page: '', secondsLeft: 0, rolledBack: '', rolledBackAt: 0 }),
      [`Set${one.page.pair}`]: () => reply,
      [writeName(one)]: () => ({ revision: REVISION + 1, changed: [], confirmSeconds: 0 }),
    });
    const view = render(
      <SWRConfig value={{ provider: () => new Map(), shouldRetryOnError: false }}>
        <MemoryRouter>
          <one.Page />
        </MemoryRouter>
      </SWRConfig>,
    );
    await waitFor(() => expect(document.querySelector('form')).not.toBeNull());
    if (field.kind === 'list' || controlsOf(field.name).length > 0) return { asked, stored: reply };
    view.unmount();
  }
  throw new Error(`${one.page.pair} shows no control for ${field.name}`);
}

const writeName = ({ page }: Shown): string => `Get${page.pair}`;

beforeAll(() => activateLanguage('en'));
beforeEach(() => {
  setSession(account({ roles: ['network', 'basicSetting', 'advSetting'] }));
});
afterEach(() => {
  clearToasts();
  setSession(null);
});

it('all pairs of the contract are here', () => {
  const declared = Object.values(all).map(({ pair }) => pair);
  expect(pages.map(({ page }) => page.pair).sort()).toEqual(declared.sort());
});

describe.each(pages.map((one) => [one.page.pair, one] as const))('%s', (_, one) => {
  it.each(one.page.fields.map((field) => [field.name, field] as const))('%s', async (name, field) => {
    const { asked, stored } = await open(one, field);
    const expected = change(field, stored[name], one);
    expect(expected).not.toEqual(stored[name]);
    fireEvent.submit(document.querySelector('form') as HTMLFormElement);
    await waitFor(() => expect(asked.map(({ call }) => call)).toContain(writeName(one)));
    const sent = asked.filter(({ call }) => call === writeName(one)).map(({ request }) => request);
    expect(sent).toEqual([{ [name]: expected, revision: REVISION }]);
  });
});

/** Stored so, and then this changed: what is said, and nothing is sent. */
const REQUIRED = /Fill this in/;

const unfit: readonly (readonly [pair: string, stored: Values, name: string, complaint: RegExp])[] = [
  ['IdentifyParam', { identifyMode: 'any' }, 'identifyMode', /Choose at least one factor/],
  ['CommMode', { direction: 'listen', serverType: 'address' }, 'direction', REQUIRED],
  ['CommMode', { direction: 'listen', serverType: 'url' }, 'direction', REQUIRED],
  ['CloudParam', { server: 'cloud.example:443' }, 'on', REQUIRED],
  ['CloudParam', { code: 'A1' }, 'on', REQUIRED],
  ['RestParam', {}, 'webhookOn', REQUIRED],
  ['DateTimeParam', { ntpOn: false, ntpServer1: '', ntpServer2: '' }, 'ntpOn', /server/i],
  ['Ethernet', { mode: 'dhcp' }, 'mode', REQUIRED],
  ['Wirless', { mode: 'off', hasKey: true }, 'mode', REQUIRED],
];

describe('what does not fit together is not sent', () => {
  it.each(unfit)('%s, stored %o, when %s is changed', async (pair, stored, name, complaint) => {
    const found = pages.find(({ page }) => page.pair === pair);
    const field = found?.page.fields.find((one) => one.name === name);
    if (!found || !field) throw new Error(`${pair} has no ${name}`);
    const { asked, stored: before } = await open({ ...found, stored: [stored] }, field);
    change(field, before[name], found);
    fireEvent.submit(document.querySelector('form') as HTMLFormElement);
    await waitFor(() => expect(document.querySelector('[aria-invalid="true"]')).not.toBeNull());
    const said = [...document.querySelectorAll('.field-error')].map(({ textContent }) => textContent).join();
    expect(said).toMatch(complaint);
    expect(asked.map(({ call }) => call)).not.toContain(writeName(found));
  });
});
