import type { Record as Line, SearchThermometryRecordReply, ThermometryDayReply } from '@gen/records.ts';
import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { curveOf } from '../../../../web/features/records/thermometry/curve.ts';
import { ThermometryPage } from '../../../../web/features/records/thermometry/ThermometryPage.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { account } from '../../account.ts';
import { choose } from '../../browser.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { requests, show } from '../../show.tsx';

beforeAll(() => activateLanguage('en'));
beforeEach(() => setSession(account()));
afterEach(() => setSession(null));

const line = (seq: number, temperature: number): Line => ({
  seq,
  time: Date.UTC(2026, 5, 1, 10, 0),
  offset: 120,
  kind: 'access',
  result: 'granted',
  reason: 'anyTime',
  userid: 7,
  username: `Ada ${seq}`,
  factors: ['card'],
  status: 'in',
  duress: false,
  door: 1,
  temperature,
  photo: false,
  detail: '',
});

const page = (change: Partial<SearchThermometryRecordReply> = {}): SearchThermometryRecordReply => ({
  records: [line(2, 374), line(1, 373)],
  next: '',
  previous: '',
  partial: false,
  any: true,
  today: '2026-06-01',
  above: 373,
  ...change,
});

const hours = [
  { hour: 8, count: 2, abnormal: 1, mean: 370, highest: 381 },
  { hour: 9, count: 1, abnormal: 0, mean: 362, highest: 362 },
  { hour: 12, count: 1, abnormal: 0, mean: 365, highest: 365 },
];
const aDay = (change: Partial<ThermometryDayReply> = {}): ThermometryDayReply => ({
  day: '2026-06-01',
  hours,
  partial: false,
  above: 373,
  ...change,
});

const open = (reply: () => SearchThermometryRecordReply, day = () => aDay()) => {
  const asked = fakeTerminal({ searchThermometryRecord: reply, thermometryDay: day });
  show(<ThermometryPage />);
  return asked;
};

const list = async () => within(await screen.findByRole('table', { name: 'Temperature' }));

describe('/advSetting/thermometry', () => {
  it('lists who had which temperature, and says which is above the limit', async () => {
    open(() => page());
    const [, high, normal] = (await list()).getAllByRole('row');
    expect(high?.textContent).toContain('Ada 2');
    expect(high?.textContent).toContain('37.4 °C');
    expect(high?.textContent).toContain('Above the limit');
    expect(normal?.textContent).toContain('37.3 °C');
    expect(normal?.textContent).not.toContain('Above the limit');
    expect(screen.getByRole('link', { name: 'Limit 37.3 °C' }).getAttribute('href')).toBe(
      '/advSetting/thermometry/limit',
    );
  });

  it('asks by temperature and time', async () => {
    const asked = open(() => page());
    await list();
    expect(requests(asked, 'searchThermometryRecord')[0]).toEqual({ days: 7 });
    choose(screen.getByLabelText<HTMLSelectElement>('Skin temperature'), 'abnormality');
    await expect
      .poll(() => requests(asked, 'searchThermometryRecord').at(-1))
      .toEqual({ days: 7, temperature: 'abnormality' });
    choose(screen.getByLabelText<HTMLSelectElement>('Time'), 'all');
    await expect.poll(() => requests(asked, 'searchThermometryRecord').at(-1)).toEqual({ temperature: 'abnormality' });
  });

  it('reads the day out, hour by hour, and asks for another', async () => {
    const asked = open(() => page());
    const table = within(await screen.findByRole('table', { name: /Skin temperatures by the hour/ }));
    const cells = table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent));
    expect(cells[0]).toEqual(['Hour', 'Measured', 'Mean', 'Highest', 'Above the limit']);
    expect(cells[1]).toEqual(['08:00', '2', '37.0 °C', '38.1 °C', '1']);
    expect(screen.getByText('Measured: 4, above the limit: 1')).toBeTruthy();
    expect(requests(asked, 'thermometryDay')).toEqual([{ day: '2026-06-01' }]);
    fireEvent.input(screen.getByLabelText('Day'), { target: { value: '2026-05-31' } });
    await expect.poll(() => requests(asked, 'thermometryDay').at(-1)).toEqual({ day: '2026-05-31' });
  });

  it('a day without a temperature says so', async () => {
    open(
      () => page(),
      () => aDay({ hours: [] }),
    );
    expect(await screen.findByText(/No temperature was measured on/)).toBeTruthy();
  });

  it('a log without temperatures says what will be here; a search without any, that nothing matches', async () => {
    open(() => page({ records: [], any: false }));
    expect(await screen.findByText('No temperatures yet')).toBeTruthy();
    expect(screen.queryByLabelText('Day')).toBeNull();
    open(() => page({ records: [] }));
    expect(await screen.findByText('Nothing matches')).toBeTruthy();
  });

  it('says what went wrong', async () => {
    open(() => {
      throw refusal('searchThermometryRecord', 12015);
    });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});

describe('the curve', () => {
  it('joins hours that follow one another, never over a gap', () => {
    const { lines, points } = curveOf({ hours, above: 373 }, 720);
    expect(lines.map((one) => one.split(' ').length)).toEqual([2, 1]);
    expect(points.map(({ isHighestAbove }) => isHighestAbove)).toEqual([true, false, false]);
    expect(points.map(({ isMeanAbove }) => isMeanAbove)).toEqual([false, false, false]);
  });

  it('holds all figures and the limit, the higher the farther up', () => {
    const { points, limit, grid } = curveOf({ hours, above: 400 }, 330);
    const ys = points.flatMap(({ mean, highest }) => [mean, highest]);
    expect(Math.min(...ys)).toBeGreaterThan(limit);
    expect(points[0]?.highest).toBeLessThan(points[0]?.mean ?? 0);
    expect(grid[0]?.y).toBeGreaterThan(Math.max(...ys));
  });
});
