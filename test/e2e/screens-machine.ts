// Screens of the machine: system information, roles, initialization, restart, upgrade, and the engineer's.

import { ready, type Screen } from './screens.ts';
import { textIn } from './texts.ts';

/** Of a settings file: what can be taken, what is not ticked, and what is refused. */
const backupSettings = {
  Ethernet: { mode: 'fixed', address: '192.168.9.9', mask: '255.255.255.0', gateway: '192.168.9.1' },
  MachineParam: { volume: 5, deviceName: 'North gate' },
  AccessControl: { delay: 9 },
  PrintParam: { baud: 'unknown' },
};

export const machineScreens: readonly Screen[] = [
  {
    name: 'system-info',
    as: 'admin',
    path: '/basicSetting/systemInfo',
    show: async (page, language) => {
      await ready(page, language, 'page.systemInfo');
      await page.locator('.drivers > li').first().waitFor();
      await page.locator('.licences > summary').click();
    },
  },
  {
    name: 'roles',
    as: 'admin',
    path: '/advSetting/roles',
    show: async (page, language) => {
      await ready(page, language, 'page.roles');
      const group = textIn(language, 'roles.group.network');
      await page.getByLabel(textIn(language, 'roles.cell', { level: 3, group })).selectOption('read');
      await page.locator('.change-bar').waitFor();
    },
  },
  {
    name: 'sessions',
    as: 'admin',
    path: '/sessions',
    show: (page, language) => ready(page, language, 'page.sessions'),
  },
  {
    name: 'audit',
    as: 'admin',
    path: '/advSetting/audit',
    show: async (page, language) => {
      await ready(page, language, 'page.audit');
      await page.locator('.audit-changes').first().waitFor();
    },
  },
  {
    name: 'overview',
    as: 'admin',
    path: '/advSetting/live',
    show: async (page, language) => {
      await ready(page, language, 'page.overview');
      await page.getByText(textIn(language, 'overview.following')).waitFor();
    },
  },
  {
    name: 'backup',
    as: 'admin',
    path: '/advSetting/backup',
    show: async (page, language) => {
      await ready(page, language, 'page.backup');
      await page.getByText(textIn(language, 'restore.drop')).waitFor();
      const file = {
        postern: 'settings',
        version: 1,
        firmware: '0.4.2',
        serial: 'PT-7K3MQ4ZX2N',
        made: 1_790_000_000,
        settings: backupSettings,
        secrets: ['CommMode.password', 'Wirless.key'],
      };
      await page
        .locator('input[type=file]')
        .last()
        .setInputFiles({ name: 'a.json', mimeType: 'application/json', buffer: Buffer.from(JSON.stringify(file)) });
      await page.locator('.differ-pages summary').first().click();
    },
  },
  {
    name: 'backup-now',
    as: 'admin',
    path: '/advSetting/backup',
    show: async (page, language) => {
      await ready(page, language, 'page.backup');
      await page.getByRole('button', { name: textIn(language, 'backup.action') }).click();
      await page.getByRole('button', { name: textIn(language, 'backup.make') }).click();
    },
  },
  {
    name: 'initialization',
    as: 'admin',
    path: '/advSetting/initialization',
    show: async (page, language) => {
      await ready(page, language, 'page.initialization');
      await page.getByLabel(textIn(language, 'init.part.everything')).check();
    },
  },
  {
    name: 'initCard',
    as: 'admin',
    path: '/advSetting/initCard',
    show: async (page, language) => {
      await ready(page, language, 'page.initCard');
      await page.getByRole('button', { name: textIn(language, 'initCard.write') }).waitFor();
    },
  },
  {
    name: 'firmware-upgrade',
    as: 'admin',
    path: '/advSetting/firmwareUpgrade',
    show: async (page, language) => {
      await ready(page, language, 'page.firmwareUpgrade');
      await page.getByText(textIn(language, 'error.12139')).waitFor();
    },
  },
  {
    name: 'up',
    as: 'nobody',
    path: '/up',
    show: async (page, language) => {
      await page.getByRole('heading', { level: 2, name: textIn(language, 'up.signIn') }).waitFor();
      await page.getByRole('button', { name: textIn(language, 'login.submit') }).click();
      await page.getByText(textIn(language, 'settings.required')).waitFor();
    },
  },
  {
    name: 'sn-key',
    as: 'admin',
    path: '/snkey',
    show: async (page, language) => {
      await ready(page, language, 'page.snKey');
      await page.getByLabel(textIn(language, 'snKey.group', { number: 1 })).fill('0123-4567-89AB-CDEF-0000');
      await page.getByText(textIn(language, 'error.12151')).waitFor();
    },
  },
  {
    name: 'engineer',
    as: 'admin',
    path: '/debug',
    show: async (page, language) => {
      await ready(page, language, 'page.debug');
      await page.getByText(textIn(language, 'error.11003')).waitFor();
    },
  },
  {
    name: 'engineer-password',
    as: 'admin',
    path: '/debug',
    show: async (page, language) => {
      await ready(page, language, 'page.debug');
      await page.getByRole('button', { name: textIn(language, 'login.submit') }).click();
      await page.getByLabel(textIn(language, 'super.password'), { exact: true }).fill('x');
      await page.getByRole('button', { name: textIn(language, 'again.action') }).click();
      await page.locator('[aria-invalid="true"]').waitFor();
    },
  },
  {
    name: 'camera-test',
    as: 'admin',
    path: '/test',
    show: async (page, language) => {
      await ready(page, language, 'page.test');
      await page.getByRole('button', { name: textIn(language, 'test.take') }).click();
      await page.getByRole('button', { name: textIn(language, 'copy.save') }).waitFor();
    },
  },
  {
    name: 'camera-test-closed',
    as: 'nobody',
    path: '/test',
    show: async (page, language) => {
      await ready(page, language, 'page.test');
      await page.getByText(textIn(language, 'test.closed')).waitFor();
    },
  },
  {
    name: 'restart',
    as: 'admin',
    path: '/advSetting/restart',
    show: async (page, language) => {
      await ready(page, language, 'page.restart');
      await page.getByRole('button', { name: textIn(language, 'restart.action') }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
];
