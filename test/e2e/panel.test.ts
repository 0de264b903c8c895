// The panel on a real terminal: what it draws, and what a person does at it.

import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findFaces, startEngine } from '../../tools/face/engine.ts';
import { bundlePage } from '../../tools/panel/bundle.ts';
import { sampleFace, sampleNames } from '../../tools/panel/page/sampleFaces.ts';
import { type Panel, servePanel } from '../../tools/panel/serve.ts';
import { adminPassword, Terminal } from '../harness/terminal.ts';
import { launchBrowser, openPage, phone, wide } from './console.ts';

/** As the simulated module has them: a picture of less is not enrolled, and a face that is nearer is the same one. */
const enrolQuality = 55;
const otherFrom = 0.5;

let browser: Browser;
let terminal: Terminal;
let panel: Panel;
let page: Page;
let complaints: readonly string[];

beforeAll(async () => {
  [browser, terminal] = await Promise.all([launchBrowser(), Terminal.start()]);
  const { socketPath: bench, state } = terminal.daemon;
  panel = await servePanel({ bench, state, port: 0, assets: await bundlePage() });
  await terminal.admin.call('adduser', { userid: 7, username: 'Ana Ruiz', cardno: '10000001', password: '604713' });
});
afterAll(async () => {
  await panel.close();
  await browser.close();
  await terminal.stop();
});

async function open(viewport = wide): Promise<void> {
  ({ page, complaints } = await openPage(browser, panel.url, { viewport }));
  await page.goto('/');
  await page.locator('.clock').waitFor();
}

beforeEach(() => open());
afterEach(async () => {
  await page.context().close();
  expect(complaints).toEqual([]);
});

const newest = () => page.locator('.events li').first();
const result = () => page.locator('.result');

/** What axe finds. */
async function violations(): Promise<string[]> {
  await page.evaluate(axe.source);
  return page.evaluate(async () => {
    const found = await (globalThis as unknown as { axe: typeof axe }).axe.run(document);
    return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`);
  });
}

describe('a card', () => {
  test('of a user shows the name on the display and in the events', async () => {
    await page.getByRole('button', { name: 'Present card 10000001' }).click();
    await result().getByText('Ana Ruiz').waitFor();
    expect(await newest().textContent()).toMatch(/Ana Ruiz 7Card \D*0001 · IN$/);
  });

  test('of nobody is unknown', async () => {
    await page.getByLabel('Another card, by its number').fill('55667788');
    await page.getByRole('button', { name: 'Present', exact: true }).click();
    await result().getByText('No access').waitFor();
    expect(await newest().textContent()).toMatch(/unknownCard \D*7788$/);
  });

  test('that cannot be is refused in words', async () => {
    await page.getByLabel('Another card, by its number').fill('0');
    await page.getByRole('button', { name: 'Present', exact: true }).click();
    await page.getByRole('alert').getByText('number').waitFor();
  });
});

describe('a PIN', () => {
  test('is typed on the keypad, stands as dots, and never in clear', async () => {
    for (const digit of '604713') await page.locator(`.key-${digit}`).click();
    await page.getByLabel('6 digits typed').waitFor();
    expect(await page.locator('.device').textContent()).not.toContain('604713');
    await page.getByRole('button', { name: 'OK', exact: true }).click();
    await result().getByText('Ana Ruiz').waitFor();
    expect(await newest().textContent()).not.toContain('604713');
  });

  test('can be typed on the keyboard', async () => {
    await page.keyboard.type('12345');
    await page.keyboard.press('Backspace');
    await page.getByLabel('4 digits typed').waitFor();
    await page.keyboard.press('Enter');
    await result().getByText('No access').waitFor();
  });
});

describe("the administrator's menu", () => {
  const menu = () => page.getByRole('region', { name: 'Administrator’s menu' });
  const press = (keys: string) => page.keyboard.type(keys);

  test('opens by its key, asks for ID and code, and does what its figures say', async () => {
    await terminal.admin.call('adduser', { userid: 8, username: 'Lia', level: 16, password: '604715' });
    await page.getByRole('button', { name: 'MENU' }).click();
    await menu().getByText('Your user ID').waitFor();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    await press('8');
    await page.keyboard.press('Enter');
    await menu().getByText('Your code').waitFor();
    await press('604715');
    await menu().getByLabel('6 digits typed').waitFor();
    await page.keyboard.press('Enter');
    await menu().getByText('End the waits for signing in').waitFor();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: '1', exact: true }).click();
    await menu().getByText('Done').waitFor();
    await page.getByRole('button', { name: '0', exact: true }).click();
    await menu().waitFor({ state: 'detached' });
  });
});

describe('an administrator at the terminal', () => {
  const menu = () => page.getByRole('region', { name: 'Administrator’s menu' });
  const ok = () => page.getByRole('button', { name: 'OK', exact: true }).click();
  const press = async (keys: string): Promise<void> => {
    for (const one of keys) await page.locator(`.key-${one}`).click();
  };
  const typeOk = async (digits: string): Promise<void> => {
    await press(digits);
    await ok();
  };
  beforeAll(() => terminal.add({ userid: 18, username: 'Chief', level: 16, password: '604717' }));
  const open = async (): Promise<void> => {
    await page.getByRole('button', { name: 'MENU' }).click();
    await menu().getByText('Your user ID').waitFor();
    await typeOk('18');
    await menu().getByText('Your code').waitFor();
    await typeOk('604717');
    await menu().getByText('Enrol a user').waitFor();
  };
  const close = async (): Promise<void> => {
    await page.getByRole('button', { name: 'MENU' }).click();
    await menu().waitFor({ state: 'detached' });
  };

  test('enrols a user, whose finger then opens the door', async () => {
    await open();
    await press('2');
    await typeOk('41');
    await menu().getByText('New user 41').waitFor();
    await press('1');
    await press('1');
    await menu().getByText('Forefinger').waitFor();
    expect(await violations()).toEqual([]);
    await press('2');
    await result().getByText('Put the finger on the sensor').waitFor();
    await page.getByRole('searchbox', { name: 'Find by name or ID' }).fill('41');
    await page.getByRole('button', { name: /^41/ }).click();
    await page.getByRole('combobox', { name: 'Finger' }).selectOption('right forefinger');
    const sensor = page.getByRole('button', { name: 'Lay a finger on the fingerprint sensor' });
    for (const presses of ['0 / 3', '1 / 3', '2 / 3']) {
      await result().getByText('Put the finger on the sensor').waitFor();
      await result().getByText(presses).waitFor();
      await sensor.click();
    }
    await result().getByText('Stored').waitFor();
    await close();
    await sensor.click();
    await result().getByText('Welcome').waitFor();
    await page.locator('.door-text').getByText('released').waitFor();
  });

  test('types faster than the menu says what a key is for', async () => {
    await page.route('**/api/do', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, 200)); /* the display is that slow */
      await route.continue();
    });
    await page.getByRole('button', { name: 'MENU' }).click();
    await typeOk('18');
    await typeOk('604717');
    await press('2');
    await typeOk('42');
    await menu().getByText('New user 42').waitFor();
    await close();
  });

  test('sets an address, and keeps it', async () => {
    await open();
    await press('3');
    await menu().getByText('Ethernet').waitFor();
    await press('2');
    for (const part of ['192', '168', '7', '9', '24', '0']) {
      await typeOk(part);
      await page.locator('.typed').waitFor({ state: 'detached' });
    }
    await menu().getByText('Use this address?').waitFor();
    await menu().getByText('192.168.7.9 · 255.255.255.0').waitFor();
    await press('1');
    await menu().getByText('Keep it?').waitFor();
    expect(await violations()).toEqual([]);
    await press('1');
    await menu().getByText('Done').waitFor();
    await menu().getByText('192.168.7.9').waitFor();
    expect((await terminal.admin.call('SetEthernet', {})).address).toBe('192.168.7.9');
    await press('1');
    await menu().getByText('Keep it?').waitFor();
    await press('1');
    await menu().getByText('Done').waitFor();
    await close();
  });

  test('reads what the self-test found, and what to do about it', async () => {
    await terminal.bench.fault('camera', 'offline', true);
    await open();
    await press('4');
    const first = menu().getByRole('listitem').first();
    await first.waitFor();
    const failed = menu().getByRole('listitem').filter({ hasText: 'Camera' });
    expect(await failed.textContent()).toMatch(/Failed.*replace the camera/);
    expect(await menu().getByRole('listitem').filter({ hasText: 'Clock' }).textContent()).toContain('Good');
    expect(await violations()).toEqual([]);
    await terminal.bench.fault('camera', 'offline', false);
    await close();
  });
});

describe('the status keys', () => {
  const key = (name: string) => page.getByRole('group', { name: 'Status' }).getByRole('button', { name, exact: true });

  test('choose the status of the next punch, and the one in force is lit', async () => {
    await terminal.admin.call('GetKaoqinParam', { duplicatePunch: 0 });
    await page.getByRole('button', { name: 'OUT', exact: true, pressed: false }).click();
    await page.getByRole('button', { name: 'OUT', exact: true, pressed: true }).waitFor();
    await page.getByRole('button', { name: 'Present card 10000001' }).click();
    await result().getByText('OUT').waitFor();
    await page.getByRole('button', { name: 'IN', exact: true, pressed: true }).waitFor();
    await key('OUT').click();
    await page.getByRole('button', { name: '1 minute' }).click();
    await page.getByRole('button', { name: 'OUT', exact: true, pressed: false }).waitFor();
  });
});

describe.each([
  ['en', 'Administrator’s menu'],
  ['es', 'Menú del administrador'],
  ['ar', 'قائمة المسؤول'],
])('the screen in %s', (language, title) => {
  test.each([
    ['light', wide],
    ['dark', phone],
  ] as const)('has its menu, and no violation that axe finds: %s', async (colorScheme, viewport) => {
    await terminal.admin.call('GetTimeParam', { language: language as 'en' | 'es' | 'ar' });
    await page.context().close();
    await open(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'MENU' }).click();
    await page.getByRole('region', { name: title }).waitFor();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'MENU' }).click();
    await page.getByRole('region', { name: title }).waitFor({ state: 'detached' });
    await terminal.admin.call('GetTimeParam', { language: 'en' });
  });
});

describe('settings show on the terminal', () => {
  test('formats, and which status is in force', async () => {
    await terminal.admin.call('GetTimeParam', { dateOrder: 'dmy', dateSeparator: 'dot', hour24: false });
    await page
      .locator('.date')
      .getByText(/^\d\d\.\d\d\.\d{4}$/)
      .waitFor();
    await page
      .locator('.clock')
      .getByText(/[AP]M$/)
      .waitFor();
    await terminal.admin.call('GetApplyParam', { in: 'Arrive' });
    await page.locator('.status-now').getByText('Arrive').waitFor();
  });

  test('the language of the display', async () => {
    await terminal.admin.call('GetTimeParam', { language: 'es' });
    await page.getByText('Acerque la tarjeta o teclee su PIN').waitFor();
    await terminal.admin.call('GetTimeParam', { language: 'en' });
    await page.getByText('Present your card or type your PIN').waitFor();
  });

  test('a locked keyboard takes nothing', async () => {
    await terminal.admin.call('GetTimeParam', { keyboardLock: true });
    await page.getByRole('img', { name: 'Keypad locked' }).waitFor();
    expect(await page.getByRole('button', { name: 'OK', exact: true }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'MENU' }).click();
    await page.getByText('Your user ID').waitFor();
    expect(await page.getByRole('button', { name: 'OK', exact: true }).isDisabled()).toBe(false);
    await page.getByRole('button', { name: 'MENU' }).click();
    await terminal.admin.call('GetTimeParam', { keyboardLock: false });
    await page.getByRole('img', { name: 'Keypad locked' }).waitFor({ state: 'detached' });
  });

  test('the volume', async () => {
    await terminal.admin.call('GetMachineParam', { volume: 1 });
    await page.getByRole('img', { name: /^Loudspeaker: volume 1 of 5/ }).waitFor();
  });

  test('the screen saver, after its time, until somebody comes', async () => {
    await terminal.admin.call('GetTimeParam', { powerSaving: 'screenSaver', interval: 30 });
    await page.getByRole('button', { name: '1 minute' }).click();
    await page.locator('.screen-saver').waitFor();
    await page.getByRole('button', { name: 'Present card 10000001' }).click();
    await page.locator('.screen-saver').waitFor({ state: 'detached' });
  });

  test('a slip comes out of the printer', async () => {
    // A second punch within a minute is none.
    await terminal.admin.call('GetKaoqinParam', { duplicatePunch: 0 });
    await terminal.admin.call('GetPrintParam', { on: true, baud: 'b115200', header: 'Harbour' });
    await page.getByRole('button', { name: 'Present card 10000001' }).click();
    await page.getByRole('button', { name: '1 minute' }).click();
    await page.locator('.drawer', { hasText: 'Printer' }).locator('summary').click();
    await page.locator('.slip').first().getByText('Ana Ruiz').waitFor();
    await terminal.admin.call('GetPrintParam', { on: false });
  });
});

describe('people', () => {
  test('stand beside the terminal with what they have, and show it where it is tapped', async () => {
    await page.getByRole('searchbox', { name: 'Find by name or ID' }).fill('ana');
    await page.getByRole('button', { name: /Ana Ruiz/ }).click();
    await page.getByRole('button', { name: 'Hold the card to the card reader' }).click();
    await result().getByText('Ana Ruiz').waitFor();
  });

  test('keep their places, and the terminal its own, when somebody is chosen', async () => {
    await page.getByRole('button', { name: /Ana Ruiz/ }).waitFor();
    const placesOf = () =>
      Promise.all(['.target-reader', '.person >> nth=-1'].map((one) => page.locator(one).boundingBox()));
    const before = await placesOf();
    await page.locator('.person').last().click();
    await page.getByRole('combobox', { name: 'Finger' }).waitFor();
    expect(await placesOf()).toEqual(before);
  });

  test('are dragged onto the reader', async () => {
    await page.getByRole('button', { name: /A stranger/ }).dragTo(page.locator('.target-reader'));
    await result().getByText('No access').waitFor();
  });

  test('lay a finger on the sensor, which is nobody’s until it is enrolled', async () => {
    await page.getByRole('button', { name: /Ana Ruiz/ }).click();
    await page.getByRole('combobox', { name: 'Finger' }).selectOption('left thumb');
    await page.getByRole('button', { name: 'Lay a finger on the fingerprint sensor' }).click();
    await result().getByText('Finger').waitFor();
  });

  test('come by themselves when they are added in the console', async () => {
    await page.getByRole('button', { name: /Ana Ruiz/ }).waitFor();
    await terminal.admin.call('adduser', { userid: 11, username: 'Dee Late' });
    await page.getByRole('button', { name: /Dee Late/ }).waitFor();
  });

  test('without a card cannot show one', async () => {
    await terminal.admin.call('adduser', { userid: 9, username: 'Bo Nada' });
    await page.getByRole('searchbox', { name: 'Find by name or ID' }).fill('nada');
    await page.getByRole('button', { name: /Bo Nada/ }).click();
    expect(await page.getByRole('button', { name: 'Hold the card to the card reader' }).isDisabled()).toBe(true);
  });
});

describe('the door', () => {
  const says = () => page.locator('.door-text');
  const act = (name: string) => page.getByRole('button', { name, exact: true });

  test('is let go by a card, opens when it is pushed, and all of it stands on the line', async () => {
    await terminal.admin.call('GetKaoqinParam', { duplicatePunch: 0 });
    await page.getByRole('button', { name: 'Present card 10000001' }).click();
    await says().getByText('released').waitFor();
    await act('Push the door').click();
    await says().getByText('The door is open').waitFor();
    await page.locator('.lane .mark-yes').first().waitFor();
    await page.locator('.lane .bar-mark').first().waitFor();
    await act('1 minute').click();
    await says().getByText('locked').waitFor();
  });

  test('stays shut when it is locked, and gives way to force', async () => {
    await act('Push the door').click();
    await says().getByText('locked').waitFor();
    await act('Break in').click();
    await says().getByText('The door is open').waitFor();
    await act('1 minute').click();
    await says().getByText('locked').waitFor();
  });

  test('is opened by fire', async () => {
    await act('Fire alarm').click();
    await says().getByText('released').waitFor();
    await act('Fire alarm').click();
    await says().getByText('locked').waitFor();
  });
});

test('a rush hour brings one after the other', async () => {
  await page.getByRole('spinbutton', { name: 'People' }).fill('200');
  await page.getByRole('group', { name: 'Rush hour' }).getByRole('button', { name: 'Start' }).click();
  await newest().waitFor();
  await page.getByRole('button', { name: /^Stop, \d+ to come/ }).click();
  await page.getByRole('group', { name: 'Rush hour' }).getByRole('button', { name: 'Start' }).waitFor();
});

describe('the world', () => {
  const drawer = (name: string) =>
    page.locator('.drawer', { has: page.locator('.drawer-title').getByText(name, { exact: true }) });
  const card = (name: string) => drawer(name).locator('.drawer-body');
  const unfold = (name: string) => drawer(name).locator('summary').first().click();

  test('a cable that is pulled out is out, and in again', async () => {
    await unfold('Ethernet');
    const cable = card('Ethernet').getByRole('switch', { name: 'cable out' });
    await cable.check();
    await card('Ethernet').locator('.world-facts').getByText('no', { exact: true }).waitFor();
    await cable.uncheck();
    await card('Ethernet').locator('.world-facts').getByText('yes', { exact: true }).waitFor();
  });

  test('a network fades and appears', async () => {
    await unfold('Wi-Fi');
    await card('Wi-Fi')
      .getByText(/^Networks in reach/)
      .click();
    await page.getByRole('button', { name: 'Take Warehouse away' }).click();
    await page.getByRole('button', { name: 'Bring Warehouse back' }).click();
    await page.getByRole('button', { name: 'Take Warehouse away' }).waitFor();
  });

  test('a phone asks for authorization', async () => {
    await terminal.admin.call('GetBluetoothParam', { serverOn: true });
    await unfold('Bluetooth');
    await page.getByRole('button', { name: 'A phone asks for authorization' }).click();
    await expect.poll(async () => (await terminal.admin.call('SetBluetoothAuthorize', {})).devices.length).toBe(1);
  });

  test('a phone and a reader on the bus show a card', async () => {
    const last = async () => (await terminal.admin.call('searchrecord', {})).records[0]?.detail;
    await terminal.admin.call('GetBluetoothParam', { serverOn: true });
    await unfold('Bluetooth');
    await page.getByRole('button', { name: 'A phone asks for authorization' }).click();
    const bluetooth = page.getByRole('region', { name: 'Bluetooth' });
    await bluetooth.getByRole('textbox', { name: 'Card' }).fill('9876543');
    await bluetooth.getByRole('button', { name: /^Show the card to Phone/ }).click();
    await expect.poll(last).toBe('bluetooth 5C:E9:1E:70:00:00');
    await unfold('Wiegand bus');
    const bus = page.getByRole('region', { name: 'Wiegand bus' });
    await bus.getByRole('textbox', { name: 'Card' }).fill('9876543');
    await bus.getByRole('button', { name: /^Show the card to WR-34B/ }).click();
    await expect.poll(last).toBe('wiegand 00:1B:5A:20:41:7E');
  });
});

describe('the terminal', () => {
  test('is off, and back, as it goes and comes', async () => {
    await terminal.daemon.stop();
    await page.getByText('The terminal is off.').waitFor();
    expect(await page.getByRole('button', { name: 'Present card 10000001' }).isDisabled()).toBe(true);
    await terminal.daemon.begin();
    await page.locator('.clock').waitFor();
  });

  test.each([
    ['wide', wide, 'light'],
    ['wide and dark', wide, 'dark'],
    ['on a phone', phone, 'light'],
  ] as const)('has no violation that axe finds: %s', async (_, viewport, colorScheme) => {
    await page.context().close();
    await open(viewport);
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Present card 10000001' }).click();
    await newest().waitFor();
    expect(await violations()).toEqual([]);
  });
});

test('shows the initial password until there is another', async () => {
  const { daemon, client, initial } = await Terminal.startFresh();
  const other = await servePanel({ bench: daemon.socketPath, port: 0, assets: await bundlePage() });
  const opened = await openPage(browser, other.url);
  try {
    await opened.page.goto('/');
    await opened.page.locator('.password').getByText(initial).waitFor();
    await client.signIn('admin', initial);
    await client.call('EditPwd', { userid: 'admin', oldpassword: initial, password: '704182', confirm: '704182' });
    await opened.page.locator('.password').waitFor({ state: 'detached' });
    expect(opened.complaints).toEqual([]);
  } finally {
    await opened.context.close();
    await other.close();
    client.close();
    await daemon.dispose();
  }
});

describe('on a phone', () => {
  test('the door stands beside the top of the terminal, and nothing is wider than the window', async () => {
    for (const viewport of [phone, { width: 320, height: 640 }]) {
      await page.context().close();
      await open(viewport);
      const boxOf = async (selector: string) => {
        const box = await page.locator(selector).boundingBox();
        if (box === null) throw new Error(`${selector} is not shown`);
        return box;
      };
      const [device, door] = [await boxOf('.device'), await boxOf('.frame')];
      expect(door.x).toBeGreaterThanOrEqual(device.x + device.width);
      expect(Math.abs(door.y - device.y)).toBeLessThan(2);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(viewport.width);
    }
  });
});

describe('an enrolment', () => {
  test('says whose it is, and is green only once something is stored', async () => {
    const admin = terminal.client();
    await admin.signIn('admin', adminPassword);
    await admin.call('regfp', { userid: 7, factor: 'finger', index: 1 });
    await page.locator('.result-asks').getByText('Ana Ruiz').waitFor();
    expect(await page.locator('.result-yes').count()).toBe(0);
    await admin.call('enrolCancel', {});
    await page.locator('.result-no').getByText('Cancelled').waitFor();
  });
});

describe('the faces that are drawn', () => {
  test('are taken with one press, as a picture', async () => {
    const sent: { type: string | undefined; start: string }[] = [];
    await page.route('**/api/face', async (route) => {
      const request = route.request();
      sent.push({
        type: request.headers()['content-type'],
        start: request.postDataBuffer()?.toString('hex', 0, 2) ?? '',
      });
      await route.fulfill({ json: { ok: true } });
    });
    await page.getByRole('button', { name: 'Look into the camera' }).click();
    expect(await violations()).toEqual([]);
    await page.getByRole('button', { name: 'Face 2' }).click();
    await expect.poll(() => sent).toEqual([{ type: 'image/jpeg', start: 'ffd8' }]);
    await page.locator('.face-dialog').waitFor({ state: 'detached' });
  });

  test('are one face each to the module, and each that of somebody else', async () => {
    await startEngine();
    const found: Float32Array[] = [];
    for (const index of sampleNames.keys()) {
      const shown = await browser.newPage({ viewport: { width: 480, height: 640 } });
      await shown.setContent(`<body style="margin:0">${sampleFace(index)}</body>`);
      const { count, quality, descriptor } = await findFaces(await shown.screenshot({ type: 'jpeg', quality: 90 }));
      await shown.close();
      expect([count, quality >= enrolQuality], sampleNames[index]).toEqual([1, true]);
      if (descriptor !== undefined) found.push(descriptor);
    }
    for (const [at, one] of found.entries()) {
      for (const other of found.slice(at + 1)) {
        expect(Math.hypot(...one.map((number, index) => number - (other[index] ?? 0)))).toBeGreaterThan(otherFrom);
      }
    }
  });
});
