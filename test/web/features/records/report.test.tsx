import type { ReportDayCount } from '@gen/records.ts';
import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { account } from '../../account.ts';
import { choose, setPhone } from '../../browser.ts';
import { type fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { requests } from '../../show.tsx';
import { page, user } from '../users/world.tsx';
import { aLeave, aRow, aSum, noPunch, openReport, TODAY } from './reportWorld.tsx';

beforeAll(() => activateLanguage('en'));
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 5, 17, 12) });
  setSession(account());
});
afterEach(() => {
  setSession(null);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type Asked = ReturnType<typeof fakeTerminal>;

const MONTH = { fromDay: '2026-06-01', toDay: TODAY };

/** The last question is this one, beside how many rows it asks for. */
async function lastIs(asked: Asked, call: string, request: object): Promise<void> {
  await expect.poll(() => requests(asked, call).at(-1)).toEqual({ limit: expect.any(Number), ...request });
}

const table = async (name: string) => within(await screen.findByRole('table', { name }));
const cellsOf = (row: HTMLElement | undefined) => [...(row?.children ?? [])].map((cell) => cell.textContent);

describe('the people of /advSetting/report', () => {
  it('have their days and hours in a row each', async () => {
    openReport({
      reportSums: () => ({ sums: [aSum(3), aSum(7, { name: '', cut: true, open: true })], next: 0, today: TODAY }),
    });
    const [head, first, second] = (await table('People')).getAllByRole('row');
    expect(cellsOf(head)).toEqual([
      'Person',
      'Present',
      'Late',
      'Left early',
      'Missing',
      'Absent',
      'Leave',
      'Worked',
      'Overtime',
    ]);
    expect(cellsOf(first)).toEqual(['Ada 33', '10 of 12', '3 · 0:42', '–', '2', '1 · 8:00', '–', '80:05', '1:00']);
    expect(second?.textContent).toContain('User 7');
    expect(second?.textContent).toContain('Too many punches');
    expect(screen.getByText('Days that are not over count as far as they are.')).toBeTruthy();
  });

  it('a person who is chosen begins at the top, with the focus on the title', async () => {
    const scrolled = vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
    openReport();
    await screen.findByRole('link', { name: 'Ada 3' });
    expect(scrolled).not.toHaveBeenCalled();
    fireEvent.click(screen.getByRole('link', { name: 'Ada 7' }));
    await screen.findByRole('table', { name: 'Days' });
    expect(scrolled).toHaveBeenCalledWith(0, 0);
    expect(document.activeElement?.tagName).toBe('H1');
  });

  it('are asked for by range and group, in the days of the terminal', async () => {
    vi.setSystemTime(new Date(2026, 0, 1));
    const asked = openReport();
    await lastIs(asked, 'reportSums', MONTH);
    choose(screen.getByLabelText('Time'), 'lastMonth');
    await lastIs(asked, 'reportSums', { fromDay: '2026-05-01', toDay: '2026-05-31' });
    choose(screen.getByLabelText('Time zone group'), '5');
    await lastIs(asked, 'reportSums', { fromDay: '2026-05-01', toDay: '2026-05-31', group: 5 });
    fireEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    await expect.poll(() => screen.queryByRole('button', { name: 'Clear all' })).toBeNull();
    expect(screen.getByLabelText<HTMLSelectElement>('Time zone group').value).toBe('');
  });

  it('are narrowed to days of one kind, past pages without any, and back', async () => {
    const asked = openReport({
      reportSums: ({ only, after }: { only?: string; after?: number }) =>
        only !== undefined && after !== 400
          ? { sums: [], next: (after ?? 0) + 200, today: TODAY }
          : { sums: [aSum(7)], next: 0, today: TODAY },
    });
    await lastIs(asked, 'reportSums', MONTH);
    choose(screen.getByLabelText('Show'), 'missing');
    await lastIs(asked, 'reportSums', { ...MONTH, only: 'missing', after: 400 });
    expect(await screen.findByRole('link', { name: 'Ada 7' })).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Clear all' }));
    await lastIs(asked, 'reportSums', MONTH);
  });

  it('say when nothing is left to settle', async () => {
    const asked = openReport({
      reportSums: () => ({ sums: [aSum(7)], next: 0, today: TODAY }),
      daysToSettle: () => ({ days: [], next: '', today: TODAY }),
    });
    await lastIs(asked, 'reportSums', MONTH);
    choose(screen.getByLabelText('Show'), 'settle');
    expect(await screen.findByText('Nothing to settle')).toBeTruthy();
    await lastIs(asked, 'daysToSettle', { ...MONTH, only: 'settle' });
    fireEvent.click(screen.getAllByRole('button', { name: 'Clear all' })[0] as HTMLElement);
    expect(await screen.findByRole('table', { name: 'Days' })).toBeTruthy();
  });

  it('are asked for by own days, 92 at most', async () => {
    const asked = openReport();
    await lastIs(asked, 'reportSums', MONTH);
    choose(screen.getByLabelText('Time'), 'own');
    const set = (label: string, value: string) => fireEvent.input(screen.getByLabelText(label), { target: { value } });
    await expect.poll(() => screen.queryByLabelText<HTMLInputElement>('From')?.value).toBe('2026-06-01');
    set('From', '2026-03-18');
    await lastIs(asked, 'reportSums', { fromDay: '2026-03-18', toDay: TODAY });
    const before = requests(asked, 'reportSums').length;
    set('From', '2026-03-17');
    expect(await screen.findByText('92 days at most')).toBeTruthy();
    set('From', '2026-06-18');
    expect(await screen.findByText('This day is before the first')).toBeTruthy();
    set('To', '');
    expect(await screen.findByText('Choose both days')).toBeTruthy();
    expect(requests(asked, 'reportSums')).toHaveLength(before);
  });

  it('are looked for by ID alone where the users may not be read', async () => {
    setSession({ ...account(), roles: ['advSetting'] });
    const asked = openReport();
    await lastIs(asked, 'reportSums', MONTH);
    const box = screen.getByLabelText<HTMLInputElement>('User ID');
    fireEvent.input(box, { target: { value: 'no 7' } });
    expect(box.value).toBe('7');
    fireEvent.keyDown(box, { key: 'Enter' });
    await lastIs(asked, 'reportSums', { ...MONTH, userid: 7 });
  });

  it('are looked for by name, and chosen among those who are called so', async () => {
    const found = [user({ userid: 7, username: 'Ada Lovelace' }), user({ userid: 12, username: 'Ada Yonath' })];
    const asked = openReport({
      userlist: ({ search = '' }: { search?: string }) => page(search === 'ada' ? found : []),
    });
    await lastIs(asked, 'reportSums', MONTH);
    const box = screen.getByLabelText<HTMLInputElement>('Name or user ID');
    const look = (text: string) => {
      fireEvent.input(box, { target: { value: text } });
      fireEvent.keyDown(box, { key: 'Enter' });
    };
    look('ada');
    fireEvent.click(await screen.findByRole('button', { name: 'Ada Yonath 12' }));
    await lastIs(asked, 'reportSums', { ...MONTH, userid: 12 });
    expect(screen.queryByRole('button', { name: 'Ada Lovelace 7' })).toBeNull();
    look('zed');
    expect(await screen.findByText('Nobody is called so')).toBeTruthy();
    look('3');
    await lastIs(asked, 'reportSums', { ...MONTH, userid: 3 });
  });

  it('go on page by page, and back', async () => {
    const asked = openReport({
      reportSums: ({ after = 0 }: { after?: number }) => ({
        sums: [aSum(after + 10)],
        next: after < 20 ? after + 10 : 0,
        today: TODAY,
      }),
    });
    const step = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
    const isOff = (name: string) => screen.getByRole('button', { name }).getAttribute('aria-disabled');
    await screen.findByRole('link', { name: 'Ada 10' });
    expect([isOff('First page'), isOff('Previous'), isOff('Next')]).toEqual(['true', 'true', null]);
    step('Next');
    await screen.findByRole('link', { name: 'Ada 20' });
    step('Next');
    await screen.findByRole('link', { name: 'Ada 30' });
    await lastIs(asked, 'reportSums', { ...MONTH, after: 20 });
    expect(isOff('Next')).toBe('true');
    step('Previous');
    await screen.findByRole('link', { name: 'Ada 20' });
    step('Previous');
    await screen.findByRole('link', { name: 'Ada 10' });
    expect(isOff('Previous')).toBe('true');
  });

  it('lead to the days of one person, with all of them on one page', async () => {
    const asked = openReport();
    fireEvent.click(await screen.findByRole('link', { name: 'Ada 7' }));
    expect(await screen.findByRole('heading', { name: 'Ada 7' })).toBeTruthy();
    await table('Days');
    expect(requests(asked, 'GetReportFormInfo').at(-1)).toEqual({ ...MONTH, userid: 7, limit: 100 });
    expect(requests(asked, 'reportSums').at(-1)).toEqual({ ...MONTH, userid: 7 });
    expect(screen.getByText('10 of 12')).toBeTruthy();
  });

  it('say that nobody matches, and what went wrong', async () => {
    openReport({ reportSums: () => ({ sums: [], next: 0, today: TODAY }) });
    expect(await screen.findByText('Nothing matches')).toBeTruthy();
    openReport({
      reportSums: () => {
        throw refusal('reportSums', 12015);
      },
    });
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });

  it('are a file in each kind', async () => {
    const file = ({ format }: { format: string }) => ({ name: `report.${format}`, content: new Blob(['x']) });
    const asked = openReport({ DownloadReportForm: file });
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    URL.createObjectURL = () => 'blob:x';
    fireEvent.click(await screen.findByRole('button', { name: 'Worked' }));
    await lastIs(asked, 'reportSums', { ...MONTH, sort: 'worked', order: 'desc' });
    const save = async () => {
      fireEvent.click(screen.getByRole('button', { name: 'Download' }));
      const dialog = within(await screen.findByRole('dialog'));
      return { ...dialog, press: () => fireEvent.click(dialog.getByRole('button', { name: 'Download' })) };
    };
    const book = await save();
    expect(book.queryByRole('radio', { name: /Semicolon/ })).toBeNull();
    book.press();
    const sorted = { ...MONTH, view: 'people', sort: 'worked', order: 'desc' };
    const last = () => requests(asked, 'DownloadReportForm').at(-1);
    await expect.poll(last).toEqual({ ...sorted, format: 'xlsx', hours: 'times' });
    fireEvent.click(book.getByRole('radio', { name: 'CSV, for any program' }));
    fireEvent.click(book.getByRole('radio', { name: 'Decimals (7.50)' }));
    fireEvent.click(book.getByRole('radio', { name: /Semicolon/ }));
    fireEvent.click(book.getByRole('button', { name: 'Close' }));
    const again = await save();
    again.press();
    await expect.poll(last).toEqual({
      ...sorted,
      ...{ format: 'csv', hours: 'decimals', delimiter: 'semicolon', decimal: 'comma' },
    });
    localStorage.clear();
  });

  it('are sorted by every column, both ways', async () => {
    const asked = openReport();
    for (const [name, sort] of [
      ['Late', 'late'],
      ['Absent', 'absence'],
      ['Present', 'present'],
    ] as const) {
      fireEvent.click(await screen.findByRole('button', { name }));
      await lastIs(asked, 'reportSums', { ...MONTH, sort, order: 'desc' });
    }
    fireEvent.click(screen.getByRole('button', { name: 'Present' }));
    await lastIs(asked, 'reportSums', { ...MONTH, sort: 'present', order: 'asc' });
    fireEvent.click(screen.getByRole('radio', { name: 'Days' }));
    await lastIs(asked, 'GetReportFormInfo', MONTH);
    fireEvent.click(await screen.findByRole('button', { name: 'Remarks' }));
    await lastIs(asked, 'GetReportFormInfo', { ...MONTH, sort: 'notes', order: 'desc' });
    fireEvent.click(screen.getByRole('button', { name: 'Day' }));
    await lastIs(asked, 'GetReportFormInfo', { ...MONTH, sort: 'date', order: 'asc' });
  });

  it('have night minutes while there is a night', async () => {
    openReport({
      reportSums: () => ({ sums: [aSum(7, { night: 90 })], next: 0, nights: true, today: TODAY }),
    });
    expect(await screen.findByRole('button', { name: 'Night' })).toBeTruthy();
    expect(screen.getByRole('cell', { name: '1:30' })).toBeTruthy();
  });

  it('have a balance where hours are flexible, which is sorted by', async () => {
    const asked = openReport({
      reportSums: () => ({ sums: [aSum(7, { balance: -95 })], next: 0, flexible: true, today: TODAY }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Balance' }));
    expect(screen.getByRole('cell', { name: '−1:35' })).toBeTruthy();
    await lastIs(asked, 'reportSums', { ...MONTH, sort: 'balance', order: 'desc' });
  });
});

describe('the days of /advSetting/report', () => {
  const openDays = async (rows: readonly ReturnType<typeof aRow>[], next = '') => {
    const asked = openReport({
      GetReportFormInfo: ({ after }: { after?: string }) => ({
        rows,
        next: after === undefined ? next : '',
        today: TODAY,
      }),
    });
    fireEvent.click(await screen.findByRole('radio', { name: 'Days' }));
    return { asked, rows: (await table('Days')).getAllByRole('row') };
  };

  it('tell times and spans, and in words what is wrong', async () => {
    const { rows } = await openDays([
      aRow('2026-06-02'),
      aRow('2026-06-03', { ...noPunch, absent: true, absence: 480 }),
      aRow('2026-06-04', { lastOut: 0, late: 0, early: 60, missingOut: true, open: true }),
      aRow('2026-06-05', { firstInMinute: 1320, lastOutMinute: 1800, late: 0, corrected: true }),
      aRow('2026-06-06', { ...noPunch, kind: 'rest', planned: 0 }),
      aRow('2026-06-07', { ...noPunch, kind: 'onLeave', leave: 480, leaveKind: 'sick' }),
      aRow('2026-06-08', { secondShift: 2, inOutside: true, outOutside: true, odd: true }),
    ]);
    await screen.findAllByText('Early');
    const texts = rows.map((row) => row.textContent);
    expect(cellsOf(rows[1])).toEqual([
      'Tue, Jun 2',
      'Ada 77',
      'Early',
      '08:06',
      '16:00',
      '7:54',
      '–',
      '0:06',
      '–',
      '7:54',
      '–',
      'Late',
    ]);
    expect(texts[2]).toContain('Absent 8:00');
    expect(texts[3]).toContain('Check-out missing');
    expect(texts[3]).not.toContain('Left earl');
    expect(texts[3]).toContain('Not over');
    expect(texts[4]).toContain('22:00');
    expect(texts[4]).toContain('06:00 +1');
    expect(texts[4]).toContain('Corrected');
    expect(texts[5]).toContain('Rest day');
    expect(texts[6]).toContain('Sick leave 8:00');
    expect(cellsOf(rows[7])[2]).toBe('Early + Shift 2');
    expect(texts[7]).toContain('Unusual check-in time');
    expect(texts[7]).toContain('Unusual check-out time');
    expect(texts[7]).toContain('Odd number of punches');
  });

  it('carry the balance of flexible hours', async () => {
    const days = [aRow('2026-06-02', { balance: 65, carried: -30 }), aRow('2026-06-03', { carried: -30 })];
    openReport({ GetReportFormInfo: () => ({ rows: days, next: '', flexible: true, today: TODAY }) });
    fireEvent.click(await screen.findByRole('radio', { name: 'Days' }));
    const [, first, second] = (await table('Days')).getAllByRole('row');
    expect(cellsOf(first)).toEqual(expect.arrayContaining(['+1:05', '−0:30']));
    expect(cellsOf(second)).toContain('−0:30');
  });

  it('go on by the cursor of the terminal', async () => {
    const { asked } = await openDays([aRow('2026-06-02')], '7-20260602');
    fireEvent.click(screen.getByRole('button', { name: 'Next' }));
    await lastIs(asked, 'GetReportFormInfo', { ...MONTH, after: '7-20260602' });
    await expect.poll(() => screen.queryByRole('button', { name: 'Next' })?.getAttribute('aria-disabled')).toBe('true');
    fireEvent.click(screen.getByRole('button', { name: 'Previous' }));
    await expect.poll(() => screen.queryByRole('button', { name: 'Next' })?.getAttribute('aria-disabled')).toBeNull();
  });

  it('are cards of two lines on a phone', async () => {
    setPhone(true);
    openReport();
    expect((await screen.findByRole('list', { name: 'People' })).textContent).toContain('Present 10 of 12');
    fireEvent.click(screen.getByRole('radio', { name: 'Days' }));
    expect((await screen.findByRole('list', { name: 'Days' })).textContent).toContain('In 08:06, out 16:00');
  });
});

describe('the pictures above the list', () => {
  const days = (present: number): ReportDayCount[] => [
    { date: '2026-06-01', due: 3, present, late: 1, absent: 1, onLeave: 0 },
    { date: '2026-06-02', due: 3, present, late: 0, absent: 0, onLeave: 1 },
  ];

  it('read out who came, and who late on which weekday', async () => {
    openReport({ reportDays: () => ({ days: days(2), people: 3, next: 0 }) });
    const bars = (await table('Attendance by day')).getAllByRole('row').map(cellsOf);
    expect(bars).toEqual([
      ['Day', 'On time', 'Late', 'Absent', 'On leave'],
      ['Mon, Jun 1', '1', '1', '1', '0'],
      ['Tue, Jun 2', '2', '0', '0', '1'],
    ]);
    const late = (await table('Late, of all who came')).getAllByRole('row').map((row) => row.textContent);
    expect(late).toContain('Mon50%1 of 2');
    expect(late).toContain('Tue0%0 of 2');
    expect(late).toContain('Wed–');
    expect(screen.queryByText(/so far/)).toBeNull();
  });

  it('add up the people of all replies', async () => {
    const asked = openReport({
      reportDays: ({ after = 0 }: { after?: number }) => ({
        days: days(2),
        people: 200,
        next: after < 2 ? after + 1 : 0,
      }),
    });
    await table('Attendance by day');
    await expect.poll(() => screen.queryByText(/so far/)).toBeNull();
    expect(cellsOf((await table('Attendance by day')).getAllByRole('row')[2])).toEqual([
      'Tue, Jun 2',
      '6',
      '0',
      '0',
      '3',
    ]);
    expect(requests(asked, 'reportDays').slice(-3)).toEqual([MONTH, { ...MONTH, after: 1 }, { ...MONTH, after: 2 }]);
  });

  it('stop at 5,000 people, and count the rest when asked', async () => {
    const asked = openReport({
      reportDays: ({ after = 0 }: { after?: number }) => ({
        days: days(2),
        people: 200,
        next: after < 5200 ? after + 200 : 0,
      }),
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Count all' }));
    expect(screen.getByText('People so far: 5,000')).toBeTruthy();
    await expect.poll(() => screen.queryByText(/so far/)).toBeNull();
    expect(requests(asked, 'reportDays').at(-1)).toEqual({ ...MONTH, after: 5200 });
  });

  it('say how many are counted, and can be given up', async () => {
    let answer = (): void => undefined;
    const asked = openReport({
      reportDays: ({ after }: { after?: number }) =>
        after === undefined
          ? { days: days(2), people: 2400, next: 2400 }
          : new Promise((resolve) => {
              answer = () => resolve({ days: days(2), people: 200, next: 0 });
            }),
    });
    expect(await screen.findByText('People so far: 2,400')).toBeTruthy();
    fireEvent.click(screen.getByRole('button', { name: 'Cancel' }));
    await screen.findByRole('button', { name: 'Count all' });
    answer();
    await expect.poll(() => screen.getByText('People so far: 2,400')).toBeTruthy();
    const before = requests(asked, 'reportDays').length;
    fireEvent.click(screen.getByRole('button', { name: 'Count all' }));
    await expect.poll(() => requests(asked, 'reportDays').length).toBe(before + 1);
    answer();
    await expect.poll(() => screen.queryByText(/so far/)).toBeNull();
  });

  it('say what went wrong, and go on from there', async () => {
    let fails = true;
    const asked = openReport({
      reportDays: ({ after }: { after?: number }) => {
        if (after !== undefined && fails) throw refusal('reportDays', 12015);
        return { days: days(2), people: 200, next: after === undefined ? 200 : 0 };
      },
    });
    const all = await screen.findByRole('button', { name: 'Count all' });
    expect(screen.getAllByRole('alert').some((one) => one.textContent !== '')).toBe(true);
    fails = false;
    fireEvent.click(all);
    await expect.poll(() => screen.queryByText(/so far/)).toBeNull();
    expect(requests(asked, 'reportDays').at(-1)).toEqual({ ...MONTH, after: 200 });
  });
});

describe('on paper', () => {
  const sheet = () => within(document.querySelector<HTMLElement>('.print-sheet') ?? document.body);

  it('the days of a person have sums and lines to sign on', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue();
    openReport({
      SetInfoParam: () => ({ deviceName: 'Gate 1' }),
      GetReportFormInfo: () => ({ rows: [aRow('2026-06-02'), aRow('2026-06-03')], next: '', today: TODAY }),
    });
    fireEvent.click(await screen.findByRole('link', { name: 'Ada 7' }));
    await screen.findByRole('heading', { name: 'Ada 7' });
    await screen.findByRole('button', { name: 'Tue, Jun 2' }); // the days, not the people before them
    fireEvent.click(await screen.findByRole('button', { name: 'Print' }));
    await expect.poll(() => print.mock.calls.length).toBe(1);
    expect(sheet().getByText('\u2068Ada 7\u2069 · 7')).toBeTruthy();
    expect(sheet().getByText('Jun 1, 2026 to Jun 17, 2026')).toBeTruthy();
    expect(sheet().getByText('Signature of Ada 7')).toBeTruthy();
    expect(sheet().getByText('Signature of the employer')).toBeTruthy();
    const rows = sheet().getAllByRole('row', { hidden: true });
    expect(cellsOf(rows[3])).toEqual(['Sum', '', '', '15:48', '–', '0:12', '–', '15:48', '–', '']);
    expect(rows[4]?.textContent).toContain('Present 10 of 12');
  });

  it('the balance of a person is added up, and what is carried is not', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue();
    const days = [aRow('2026-06-02', { balance: 65, carried: 65 }), aRow('2026-06-03', { balance: -95, carried: -30 })];
    openReport({ GetReportFormInfo: () => ({ rows: days, next: '', flexible: true, today: TODAY }) });
    fireEvent.click(await screen.findByRole('link', { name: 'Ada 7' }));
    await screen.findByRole('button', { name: 'Tue, Jun 2' });
    fireEvent.click(await screen.findByRole('button', { name: 'Print' }));
    await expect.poll(() => print.mock.calls.length).toBe(1);
    const rows = sheet().getAllByRole('row', { hidden: true });
    expect(cellsOf(rows[2]).slice(-3)).toEqual(['−1:35', '−0:30', 'Late']);
    expect(cellsOf(rows[3]).slice(-3)).toEqual(['−0:30', '', '']);
  });

  it('all people are on the sheet, those of other pages too', async () => {
    const print = vi.spyOn(window, 'print').mockReturnValue();
    const asked = openReport({
      reportSums: ({ after = 0 }: { after?: number }) => ({
        sums: [aSum(after + 10)],
        next: after < 20 ? after + 10 : 0,
        today: TODAY,
      }),
    });
    await lastIs(asked, 'reportSums', MONTH);
    fireEvent.click(await screen.findByRole('button', { name: 'Print' }));
    await expect.poll(() => print.mock.calls.length).toBe(1);
    const rows = sheet().getAllByRole('row', { hidden: true });
    expect(rows.map((row) => row.firstElementChild?.textContent)).toEqual([
      'Person',
      '\u2068Ada 10\u2069 · 10',
      '\u2068Ada 20\u2069 · 20',
      '\u2068Ada 30\u2069 · 30',
      'Sum',
    ]);
    expect(cellsOf(rows[4])).toEqual(['Sum', '30 of 36', '9 · 2:06', '–', '6', '3 · 24:00', '–', '240:15', '3:00']);
  });

  it('the people of all days cannot be printed day by day', async () => {
    openReport();
    await screen.findByRole('button', { name: 'Print' });
    fireEvent.click(screen.getByRole('radio', { name: 'Days' }));
    await table('Days');
    expect(screen.queryByRole('button', { name: 'Print' })).toBeNull();
  });
});

describe('leave of a person', () => {
  const openLeaves = async (answers = {}) => {
    const asked = openReport({
      leavesOf: () => ({ leaves: [aLeave(4, { to: '2026-06-05', note: 'Sea' })], today: TODAY }),
      ...answers,
    });
    fireEvent.click(await screen.findByRole('link', { name: 'Ada 7' }));
    await table('Days');
    fireEvent.click(await screen.findByRole('button', { name: 'Leave' }));
    return { asked, dialog: within(await screen.findByRole('dialog')) };
  };

  it('is listed, and entered', async () => {
    const { asked, dialog } = await openLeaves({ addLeave: () => ({ id: 5 }) });
    expect(await dialog.findByText('Jun 2, 2026 to Jun 5, 2026')).toBeTruthy();
    expect(dialog.getByText('Sea')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Enter Leave' }));
    const form = within((await screen.findAllByRole('dialog')).at(-1) ?? document.body);
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    expect(await form.findByText('Choose a day')).toBeTruthy();
    choose(form.getByLabelText('Kind'), 'sick');
    fireEvent.input(form.getByLabelText(/First day/), { target: { value: '2026-06-09' } });
    choose(form.getByLabelText('Part of the day'), 'first');
    const lists = requests(asked, 'leavesOf').length;
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    await expect
      .poll(() => requests(asked, 'addLeave'))
      .toEqual([{ userid: 7, kind: 'sick', from: '2026-06-09', to: '2026-06-09', half: 'first', note: '' }]);
    await expect.poll(() => requests(asked, 'leavesOf').length).toBe(lists + 1);
    await expect.poll(() => screen.getAllByRole('dialog').length).toBe(1);
  });

  it('is deleted after a question', async () => {
    const { asked, dialog } = await openLeaves({ delLeave: () => ({}) });
    fireEvent.click(await dialog.findByRole('button', { name: /^Delete: Vacation/ }));
    const question = within(await screen.findByRole('alertdialog'));
    expect(question.getByText(/The hours of these days change/)).toBeTruthy();
    const rows = requests(asked, 'GetReportFormInfo').length;
    fireEvent.click(question.getByRole('button', { name: 'Delete' }));
    await expect.poll(() => requests(asked, 'delLeave')).toEqual([{ id: 4 }]);
    await expect.poll(() => requests(asked, 'GetReportFormInfo').length).toBe(rows + 1);
  });
});
