// Screens of the log: the record list, and the skin temperatures with their day.

import { type SeedRecord, seedRecords, writeRecords } from '../../tools/seed/records.ts';
import type { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { ready, type Screen } from './screens.ts';
import { textIn } from './texts.ts';

const HOUR = 3_600_000;

/** A day with a curve, long over. */
const CURVE_DAY = '2026-06-01';

/** Many in the morning, some at noon and in the evening, one with fever. */
function* curveDay(): Generator<SeedRecord> {
  for (const [index, hour] of [7, 8, 8, 9, 9, 10, 12, 13, 14, 17, 18].entries()) {
    const time = Date.parse(`${CURVE_DAY}T00:00Z`) + hour * HOUR + index * 60_000;
    yield { time, userid: 11 + index, username: `Visitor ${index + 1}`, temperature: index === 4 ? 384 : 361 + index };
  }
}

/** Days with a punch too few, and one that is only early. */
const oddDays: readonly SeedRecord[] = [
  { time: Date.parse('2026-06-02T07:58Z'), userid: 7, username: 'Ada Lovelace' },
  { time: Date.parse('2026-06-02T16:04Z'), userid: 3, username: '', status: 'out' },
  { time: Date.parse('2026-06-03T04:40Z'), userid: 7, username: 'Ada Lovelace' },
  { time: Date.parse('2026-06-03T16:01Z'), userid: 7, username: 'Ada Lovelace', status: 'out' },
  { time: Date.parse('2026-06-03T08:02Z'), userid: 5, username: '' },
];

/** Some days of punches, and a day on which things happened. The terminal is started again, as it reads the log then. */
export async function addRecords(terminal: Terminal): Promise<void> {
  const now = Date.now();
  const happened: readonly SeedRecord[] = [
    { time: now - 50_000, kind: 'forced', result: 'none', reason: 'none', factors: [] },
    { time: now - 40_000, kind: 'remoteOpen', result: 'none', reason: 'none', factors: [], detail: 'admin: plumber' },
    { time: now - 30_000, userid: 7, username: 'Ada Lovelace', factors: ['card', 'password'], temperature: 368 },
  ];
  writeRecords(terminal.daemon.state, seedRecords({ count: 120, users: 40, from: now - 120 * HOUR, every: HOUR }));
  writeRecords(terminal.daemon.state, curveDay());
  writeRecords(terminal.daemon.state, oddDays);
  writeRecords(terminal.daemon.state, happened);
  await terminal.restart();
  /* The alarm of it stands above every page until somebody has seen it. */
  const { alarms } = await until('the alarm to be told', async () => {
    const found = await terminal.admin.call('alarms', {});
    return found.open > 0 && found;
  });
  for (const { id, lastSeq } of alarms) await terminal.admin.call('ackAlarm', { id, lastSeq });
}

export const recordScreens: readonly Screen[] = [
  {
    name: 'record-list',
    as: 'admin',
    path: '/advSetting/recordList?all=true',
    show: async (page, language) => {
      await ready(page, language, 'page.recordList');
      await page.locator('.pager').first().waitFor();
    },
  },
  {
    name: 'record-list-own-days',
    as: 'admin',
    path: '/advSetting/recordList?range=own&from=2026-02-02&to=2026-02-01',
    show: async (page, language) => {
      await ready(page, language, 'page.recordList');
      await page.getByText(textIn(language, 'records.backwards')).waitFor();
    },
  },
  {
    name: 'record-list-nothing',
    as: 'admin',
    path: '/advSetting/recordList?search=nobody+has+this+name',
    show: async (page, language) => {
      await ready(page, language, 'page.recordList');
      await page.locator('.empty').waitFor();
    },
  },
  {
    name: 'thermometry',
    as: 'admin',
    path: '/advSetting/thermometry?range=all',
    show: async (page, language) => {
      await ready(page, language, 'page.thermometry');
      await page.locator('.thermometry-choice input').fill(CURVE_DAY);
      await page.locator('.thermometry-curve').waitFor();
      await page.locator('.pager').first().waitFor();
    },
  },
  {
    name: 'thermometry-nothing',
    as: 'admin',
    path: '/advSetting/thermometry?range=own&to=2020-01-01',
    show: async (page, language) => {
      await ready(page, language, 'page.thermometry');
      await page.locator('.empty').waitFor();
    },
  },
  {
    name: 'report',
    as: 'admin',
    path: '/advSetting/report',
    show: async (page, language) => {
      await ready(page, language, 'page.report');
      await page.locator('.report-bars').waitFor();
      await page.locator('.report-person').first().waitFor();
    },
  },
  {
    name: 'report-person',
    as: 'admin',
    path: '/advSetting/report?view=days&userid=7',
    show: async (page, language) => {
      await ready(page, language, 'page.report');
      await page.locator('.report-day').first().click();
      await page.locator('dialog[open] h2').first().waitFor();
    },
  },
  {
    name: 'report-settle',
    as: 'admin',
    path: '/advSetting/report?view=days&only=settle&range=own&from=2026-06-01&to=2026-06-03',
    show: async (page, language) => {
      await ready(page, language, 'page.report');
      await page.locator('.settle-acts').first().waitFor();
    },
  },
  {
    name: 'inside',
    as: 'admin',
    path: '/advSetting/inside',
    show: async (page, language) => {
      await ready(page, language, 'page.inside');
    },
  },
  {
    name: 'thermometry-limit',
    as: 'admin',
    path: '/advSetting/thermometry/limit',
    show: async (page, language) => {
      await ready(page, language, 'page.thermometryLimit');
      await page.locator('select[name=limit]').waitFor();
    },
  },
];
