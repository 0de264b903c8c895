// Screens of time zones, groups, period groups, holidays and what is in force.

import type { Page } from 'playwright-core';
import type { Terminal } from '../harness/terminal.ts';
import { ready, type Screen } from './screens.ts';
import { type Language, textIn } from './texts.ts';

const screen = (
  name: string,
  path: string,
  title: string,
  then?: (page: Page, language: Language) => Promise<void>,
): Screen => ({
  name,
  as: 'admin',
  path,
  show: async (page, language) => {
    await ready(page, language, title);
    await then?.(page, language);
  },
});

export const rulesScreens: readonly Screen[] = [
  screen('time-zones', '/advSetting/timezone', 'page.timeZones', async (page) => {
    await page.locator('.rule-row').nth(1).waitFor();
  }),
  {
    name: 'time-zone',
    as: 'admin',
    path: '/advSetting/timezone?number=2',
    show: async (page) => {
      await page.getByRole('slider').focus();
      for (const key of ['ArrowDown', 'Enter', 'PageDown', 'PageDown']) await page.keyboard.press(key);
      await page.locator('.is-ghost').waitFor();
    },
  },
  screen('groups', '/advSetting/group', 'page.groups', async (page) => {
    await page.locator('.rule-row').nth(1).waitFor();
  }),
  {
    name: 'group',
    as: 'admin',
    path: '/advSetting/group?number=2',
    show: async (page) => {
      await page.locator('.beside-result .weekbars-segment').first().waitFor();
    },
  },
  screen('period-setting', '/AccSetting/zoneSetting', 'page.zoneSetting', async (page) => {
    await page.locator('.rule-row').nth(3).waitFor();
  }),
  {
    name: 'period-group',
    as: 'admin',
    path: '/AccSetting/zoneSetting?number=1',
    show: async (page) => {
      await page.locator('.weekfields-interval').nth(3).waitFor();
    },
  },
  screen('holiday', '/AccSetting/zoneSetting', 'page.zoneSetting', async (page, language) => {
    await page.getByRole('button', { name: textIn(language, 'rules.addHoliday') }).click();
    await page
      .locator('dialog[open]')
      .getByRole('button', { name: textIn(language, 'ui.save') })
      .click();
    await page.locator('dialog[open] [aria-invalid="true"]').first().waitFor();
  }),
  screen('working-groups', '/AccSetting/workGroup', 'page.workGroup', async (page) => {
    await page.getByRole('checkbox').first().click();
  }),
  screen('always-open', '/AccSetting/alwaysOpen', 'page.alwaysOpen', async (page) => {
    await page.getByRole('checkbox').first().click();
  }),
  screen('shifts', '/advSetting/shifts', 'page.shifts', async (page) => {
    await page.locator('.rule-row').nth(2).waitFor();
  }),
  {
    name: 'shift',
    as: 'admin',
    path: '/advSetting/shifts?number=2',
    show: async (page) => {
      await page.locator('.shift-week .weekbars-bar').nth(6).waitFor();
    },
  },
  {
    name: 'flexible-shift',
    as: 'admin',
    path: '/advSetting/shifts?number=3',
    show: async (page) => {
      await page.locator('.shift-week .is-core').first().waitFor();
    },
  },
  screen('always-closed-empty', '/AccSetting/alwaysClose', 'page.alwaysClose', async (page, language) => {
    await page.getByText(textIn(language, 'rules.noneOfKind'), { exact: true }).waitFor();
  }),
];

const work = (minute: number): number[] => [0, minute, minute, minute, minute, minute, 0];

export async function addRules({ admin }: Terminal): Promise<void> {
  await admin.call('GetTimeIntervalInfo', { number: 1, name: 'Office hours', start: work(480), end: work(1050) });
  await admin.call('GetTimeIntervalInfo', { number: 2, name: '', start: work(1320), end: work(360) });
  await admin.call('GetGroupInfo', { number: 2, name: 'Office', time1: 1 });
  await admin.call('GetGroupInfo', { number: 3, name: 'Security guards, night shift', time1: 2 });
  const rest = { breakStart: [720, 0, 0], breakEnd: [750, 0, 0] };
  await admin.call('GetShiftsInfo', { number: 1, name: 'Office', onDuty: 480, offDuty: 990, ...rest });
  await admin.call('GetShiftsInfo', {
    number: 2,
    name: 'Security guards, night',
    onDuty: 1320,
    offDuty: 360,
    colour: 4,
  });
  await admin.call('GetShiftsInfo', {
    ...({ number: 3, name: 'Studio', kind: 'weekTarget', target: 2400, onDuty: 360, offDuty: 1200 } as const),
    ...{ colour: 3, coreStart: 600, coreEnd: 900, ...rest },
  });
  await admin.call('assignShift', { group: 1, shift: 1, from: '' });
  await admin.call('assignShift', { group: 3, shift: 2, from: '2026-06-01' });
  const meals = [1, 2, 3, 4, 5].flatMap((day) => [
    { day, start: 420, end: 540 },
    { day, start: 690, end: 840 },
  ]);
  await admin.call('AddGroupTime', { number: 1, name: 'Canteen', kind: 'working', periods: meals });
  const lobby = [{ day: 1, start: 540, end: 1020 }];
  await admin.call('AddGroupTime', { number: 2, name: 'Lobby', kind: 'alwaysOpen', periods: lobby });
  await admin.call('GetUniversalGroup', { working: [{ group: 2, periodGroups: [1] }], alwaysOpen: [2] });
  const days = { from: '2026-12-24', to: '2026-12-26' };
  await admin.call('addHoliday', { name: 'Christmas', ...days, yearly: true, plan: 'none' });
  await admin.call('addHoliday', {
    name: 'Bridge',
    from: '2026-11-27',
    to: '2026-11-27',
    yearly: false,
    plan: 'saturday',
  });
}
