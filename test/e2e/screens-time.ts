// Screens of the clock, of daylight saving and of the status plan.

import { ready, type Screen } from './screens.ts';
import { textIn } from './texts.ts';

export const timeScreens: readonly Screen[] = [
  {
    name: 'time-setting',
    as: 'admin',
    path: '/basicSetting/timeSetting',
    show: async (page, language) => {
      await ready(page, language, 'page.timeSetting');
      await page.getByRole('switch', { name: textIn(language, 'setting.DateTimeParam.ntpOn') }).click();
      await page.getByLabel(textIn(language, 'setting.DateTimeParam.ntpServer1'), { exact: true }).waitFor();
    },
  },
  {
    name: 'dst',
    as: 'admin',
    path: '/basicSetting/dst',
    show: async (page, language) => {
      await ready(page, language, 'page.dst');
      await page.getByRole('radio', { name: textIn(language, 'enum.DstMode.week') }).check();
      await page.getByRole('button', { name: textIn(language, 'dst.preset.australia') }).click();
      await page.locator('.year-changes li').nth(1).waitFor();
    },
  },
  {
    name: 'status-change',
    as: 'admin',
    path: '/basicSetting/statusChange',
    show: async (page, language) => {
      await ready(page, language, 'page.statusChange');
      const cells = page.locator('.status-grid td.is-day input');
      await cells.nth(0).fill('08:00');
      await cells.nth(1).fill('17:30');
      await page.locator('.weekgrid-tools button').nth(1).click();
      await page.getByRole('menuitem', { name: textIn(language, 'week.copyAll') }).click();
      await page.locator('.week-segment').nth(14).waitFor();
    },
  },
];
