// Screens of the basic settings that are drawn from their declarations, and of what happens around a form of settings.

import type { Page } from 'playwright-core';
import { ready, type Screen } from './screens.ts';
import { type Language, textIn } from './texts.ts';

const page = (name: string, path: string, title: string): Screen => ({
  name,
  as: 'admin',
  path: `/basicSetting/${path}`,
  show: (page, language) => ready(page, language, title),
});

async function changed(page: Page, language: Language): Promise<void> {
  await ready(page, language, 'page.display');
  await page.getByLabel(textIn(language, 'setting.TimeParam.interval'), { exact: true }).fill('5');
  await page
    .getByRole('combobox', { name: textIn(language, 'setting.TimeParam.language'), exact: true })
    .selectOption('es');
  await page.locator('form button[type="submit"]').click();
  await page.locator('[aria-invalid="true"]').first().waitFor();
}

export const basicScreens: readonly Screen[] = [
  page('device', 'device', 'page.device'),
  page('display', 'display', 'page.display'),
  page('identify-mode', 'identifyMode', 'page.identifyMode'),
  page('finger-print', 'fingerPrint', 'page.fingerPrint'),
  page('attendance', 'attendance', 'page.attendance'),
  page('apply-status', 'applyStatus', 'page.applyStatus'),
  { ...page('access', 'access', 'page.access'), path: '/advSetting/access' },
  {
    name: 'access-open',
    as: 'admin',
    path: '/advSetting/access',
    show: async (page, language) => {
      await ready(page, language, 'page.access');
      await page.getByRole('button', { name: textIn(language, 'access.command.open') }).click();
      await page.locator('dialog[open]').waitFor();
    },
  },
  {
    name: 'access-free-format',
    as: 'admin',
    path: '/advSetting/access',
    show: async (page, language) => {
      await ready(page, language, 'page.access');
      await page
        .getByRole('combobox', { name: textIn(language, 'setting.AccessControl.wiegandOut'), exact: true })
        .selectOption('free');
      await page.locator('.change-bar').waitFor();
      await page.locator('.frame-bits').scrollIntoViewIfNeeded();
    },
  },
  page('work-mode', 'workMode', 'page.workMode'),
  { name: 'display-changed', as: 'admin', path: '/basicSetting/display', show: changed },
  {
    name: 'identify-mode-factors',
    as: 'admin',
    path: '/basicSetting/identifyMode',
    show: async (page, language) => {
      await ready(page, language, 'page.identifyMode');
      await page.getByRole('radio', { name: new RegExp(textIn(language, 'enum.DefaultMode.all')) }).check();
      await page.getByRole('checkbox', { name: textIn(language, 'enum.Factor.card') }).check();
    },
  },
  {
    name: 'passphrase',
    as: 'admin',
    path: '/basicSetting/device',
    show: async (page, language) => {
      await ready(page, language, 'page.device');
      await page.getByRole('button', { name: textIn(language, 'passphrase.choose') }).click();
      await page.locator('dialog[open]').waitFor();
    },
  },
];
