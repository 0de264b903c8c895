// Bluetooth, Wiegand pairing, the authorization lists and the slip printer, as an administrator uses them.

import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { until } from '../harness/wait.ts';
import { headed, messageSaid, phone, Suite } from './console.ts';
import { text } from './texts.ts';

let suite: Suite;
beforeAll(async () => {
  suite = await Suite.start();
});
afterAll(() => suite.stop());
afterEach(async () => {
  for (const kind of ['refusing', 'offline']) await suite.terminal.bench.fault('bluetooth', kind, false);
  await suite.terminal.bench.fault('wiegand', 'silent', false);
  await suite.terminal.bench.fault('printer', 'paperOut', false);
  expect(await suite.closePages()).toEqual([]);
});

const bench = () => suite.terminal.bench;

async function open(path: string, title: string, viewport?: typeof phone): Promise<Page> {
  const page = await suite.shared(viewport === undefined ? {} : { viewport });
  await page.goto(path);
  await headed(page, title);
  return page;
}

const press = (page: Page, name: string) => page.getByRole('button', { name: text(name), exact: true }).click();
const says = (page: Page, key: string) => page.getByText(text(key), { exact: true }).first().waitFor();

describe('Bluetooth', () => {
  const region = (page: Page, key: string) => page.getByRole('region', { name: text(key), exact: true });

  test('is switched on, a device is found, paired, given a group, and forgotten', async () => {
    const page = await open('/network/bluetooth', 'page.bluetooth');
    await says(page, 'bluetooth.switchOnText');
    await page.getByRole('switch', { name: text('setting.BluetoothParam.clientOn') }).check();
    await press(page, 'ui.save');
    await messageSaid(page, text('settings.saved'));
    await press(page, 'bluetooth.search');
    await bench().advance(10_000);
    const row = region(page, 'bluetooth.inReach').getByRole('listitem').filter({ hasText: 'Lock North Gate' });
    await row.getByRole('button', { name: text('bluetooth.pair') }).click();
    await row.getByText(text('bluetooth.phase.connecting')).waitFor();
    await bench().advance(5000);
    await row.getByText(text('bluetooth.connected')).waitFor();
    const paired = region(page, 'bluetooth.pairedDevices').getByRole('listitem').filter({ hasText: 'Lock North Gate' });
    await paired.getByText(text('users.groupNumber', { group: 1 })).waitFor();
    const actions = paired.getByRole('button', { name: text('users.actionsOf', { name: 'Lock North Gate' }) });
    await actions.click();
    await page.getByRole('menuitem', { name: text('bluetooth.setGroup') }).click();
    await page.getByLabel(text('field.User.group'), { exact: true }).selectOption('7');
    await page
      .getByRole('dialog')
      .getByRole('button', { name: text('ui.save') })
      .click();
    await paired.getByText(text('users.groupNumber', { group: 7 })).waitFor();
    await actions.click();
    await page.getByRole('menuitem', { name: text('bluetooth.forget') }).click();
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: text('bluetooth.forget') })
      .click();
    await says(page, 'bluetooth.nonePaired');
  });

  test('says why a device could not be paired', async () => {
    await suite.admin.call('GetBluetoothParam', { clientOn: true });
    await suite.admin.step('GetSearchBleDev', { start: true });
    await bench().advance(10_000);
    await bench().fault('bluetooth', 'refusing', true);
    const page = await open('/network/bluetooth', 'page.bluetooth', phone);
    const row = region(page, 'bluetooth.inReach').getByRole('listitem').filter({ hasText: 'Reader Lobby' });
    await row.getByRole('button', { name: text('bluetooth.pair') }).click();
    await row.getByText(text('bluetooth.phase.connecting')).waitFor();
    await bench().advance(10_000);
    await page.getByText(text('bluetooth.failure.refused')).waitFor();
  });

  test('a radio that does not answer keeps the switch as it was', async () => {
    const page = await open('/network/bluetooth', 'page.bluetooth');
    await bench().fault('bluetooth', 'offline', true);
    await page.getByRole('switch', { name: text('setting.BluetoothParam.serverOn') }).check();
    await press(page, 'ui.save');
    await says(page, 'error.12023');
    await says(page, 'bluetooth.noAnswer');
    expect((await suite.admin.call('SetBluetoothParam', {})).serverOn).toBe(false);
  });
});

describe('pairing of Wiegand devices', () => {
  test('waits, shows who answers, and leads to the list where they are authorized and deleted', async () => {
    const page = await open('/basicSetting/wiganPairing', 'page.wiegandPairing');
    await press(page, 'pairing.start');
    await says(page, 'pairing.waiting');
    await bench().advance(4000);
    await page.getByText('WR-34B').waitFor();
    await press(page, 'pairing.finish');
    await page.getByText(text('pairing.foundText')).waitFor();
    await page.getByRole('link', { name: text('pairing.toList') }).click();
    const row = page.getByRole('row').filter({ hasText: '00:1B:5A:20:41:7E' });
    await row.getByText(text('authorization.unauthorized')).waitFor();
    await row.getByRole('checkbox').check();
    await press(page, 'authorization.authorize');
    await row.getByText(text('authorization.authorized'), { exact: true }).waitFor();
    await row.getByRole('checkbox').check();
    await press(page, 'authorization.delete');
    await page
      .getByRole('alertdialog')
      .getByRole('button', { name: text('authorization.delete') })
      .click();
    await says(page, 'authorization.noWiegand');
  });

  test('says that nobody answered; it went on while the page was left', async () => {
    await bench().fault('wiegand', 'silent', true);
    const page = await open('/basicSetting/wiganPairing', 'page.wiegandPairing', phone);
    await press(page, 'pairing.again');
    await says(page, 'pairing.waiting');
    await page.goto('/user/userList');
    await bench().advance(60_000);
    await page.goto('/basicSetting/wiganPairing');
    await page.getByText(text('pairing.nothingText')).waitFor();
  });

  test('a phone that asks over Bluetooth stands in its own list', async () => {
    await suite.admin.call('GetBluetoothParam', { serverOn: true });
    await bench().act({ do: 'bluetooth', ask: { mac: '10:20:30:40:50:60', model: 'Pixel', machine: 9 } });
    await until('the phone', async () => (await suite.admin.call('SetBluetoothAuthorize', {})).devices.length === 1);
    const page = await open('/basicSetting/authorizationMode', 'page.authorizationMode', phone);
    await page.getByRole('radio', { name: text('authorization.bluetooth') }).check();
    await page.getByText('Pixel').waitFor();
    expect(new URL(page.url()).search).toBe('?list=bluetooth');
    await page.getByRole('button', { name: text('users.actionsOf', { name: 'Pixel, 10:20:30:40:50:60' }) }).click();
    await page.getByRole('menuitem', { name: text('authorization.authorize') }).click();
    await says(page, 'authorization.authorized');
  });
});

describe('slips', () => {
  beforeEach(() => suite.admin.call('GetPrintParam', { on: false, header: '', footer: '' }));

  test('are previewed while they are edited, and printed once they are saved', async () => {
    const page = await open('/basicSetting/print', 'page.print');
    await says(page, 'print.testOff');
    await page.getByLabel(text('setting.PrintParam.header'), { exact: true }).fill('Good morning');
    await page.locator('.slip-line', { hasText: 'Good morning' }).waitFor();
    await page.getByRole('checkbox', { name: text('enum.SlipField.deviceName') }).uncheck();
    await page.getByRole('switch', { name: text('setting.PrintParam.on') }).check();
    await press(page, 'ui.save');
    await messageSaid(page, text('settings.saved'));
    await press(page, 'print.test');
    await says(page, 'print.tested');
    await bench().advance(10_000);
    const { slips } = await bench().state('printer', ({ printed }) => printed === 1);
    expect((slips as string[][])[0]?.[0]?.trim()).toBe('Good morning');
  });

  test('no paper is said, by the state and by the test print', async () => {
    await suite.admin.call('GetPrintParam', { on: true });
    await bench().fault('printer', 'paperOut', true);
    const page = await open('/basicSetting/print', 'page.print', phone);
    await says(page, 'print.state.paperOut');
    await press(page, 'print.test');
    await says(page, 'error.12036');
  });
});
