// Screens of what is connected to the terminal, and the devices that show there.

import type { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { ready, type Screen } from './screens.ts';

const wiegandDevices = [
  { mac: '00:1B:5A:20:41:7E', model: 'WR-34B', machine: 12, route1: 1, route2: 0 },
  {
    mac: '00:1B:5A:20:41:9C',
    model: 'Turnstile Controller Generation Two',
    machine: 4_294_967_295,
    route1: 255,
    route2: 254,
  },
  { mac: '00:1B:5A:20:44:02', model: '', machine: 3, route1: 2, route2: 2 },
];

/** Bluetooth is on with a device that is paired, Wiegand devices were found and one of them is authorized, slips are printed. */
export async function addDevices({ admin, bench }: Terminal): Promise<void> {
  await admin.call('GetPrintParam', { on: true, header: 'Welcome', footer: 'Have a good day' });
  await admin.call('GetBluetoothParam', { serverOn: true, clientOn: true });
  await admin.step('GetSearchBleDev', { start: true });
  await bench.advance(10_000);
  await admin.call('GetBleConnect', { mac: 'A4:C1:38:5E:10:0B' });
  await bench.advance(4000);
  await bench.act({ do: 'wiegand', devices: wiegandDevices });
  await admin.step('AnvizWiegandMatch', { start: true });
  await bench.advance(20_000);
  const listed = async () => (await admin.call('SetAnvizWiegandAuthorize', {})).devices;
  await until('the Wiegand devices', async () => (await listed()).length === wiegandDevices.length);
  await until('the paired device', async () => (await admin.call('SetBleDevGroup', {})).devices.length === 1);
  await admin.step('AnvizWiegandMatch', { cancel: true });
  await admin.call('GetAnvizWiegandAuthorize', { macs: ['00:1B:5A:20:41:7E'], authorized: true });
}

const pairing = '/basicSetting/wiganPairing';
const authorization = '/basicSetting/authorizationMode';

export const deviceScreens: readonly Screen[] = [
  {
    name: 'bluetooth',
    as: 'admin',
    path: '/network/bluetooth',
    show: async (page, language) => {
      await ready(page, language, 'page.bluetooth');
      await page.locator('.device-row').first().waitFor();
    },
  },
  {
    name: 'print',
    as: 'admin',
    path: '/basicSetting/print',
    show: async (page, language) => {
      await ready(page, language, 'page.print');
      await page.locator('.slip-line').first().waitFor();
    },
  },
  {
    name: 'wiegand-pairing',
    as: 'admin',
    path: pairing,
    show: async (page, language) => {
      await ready(page, language, 'page.wiegandPairing');
      await page.locator('.pairing').waitFor();
    },
  },
  {
    name: 'wiegand-waiting',
    as: 'admin',
    path: pairing,
    show: async (page, language) => {
      await ready(page, language, 'page.wiegandPairing');
      await page.locator('.pairing').waitFor();
      // The window stays open for a while: the one who looks next may find it so.
      const waits = page.locator('.pairing-wait');
      if (!(await waits.isVisible())) await page.locator('.pairing-foot .button').last().click();
      await waits.waitFor();
    },
  },
  {
    name: 'authorization',
    as: 'admin',
    path: authorization,
    show: async (page, language) => {
      await ready(page, language, 'page.authorizationMode');
      await page.getByText('WR-34B').first().waitFor();
    },
  },
  {
    name: 'authorization-empty',
    as: 'admin',
    path: `${authorization}?list=bluetooth`,
    show: async (page, language) => {
      await ready(page, language, 'page.authorizationMode');
      await page.locator('.empty').waitFor();
    },
  },
];
