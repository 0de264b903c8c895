import { fireEvent, screen, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { account } from '../../account.ts';
import { choose } from '../../browser.ts';
import { type Answer, refusal } from '../../fakeTerminal.ts';
import { requests } from '../../show.tsx';
import { aDay, aLeave, aPunch, aRow, aShift, noPunch, openReport } from './reportWorld.tsx';

beforeAll(() => activateLanguage('en'));
beforeEach(() => setSession(account()));
afterEach(() => setSession(null));

/** The dialog of the day, opened from the list. */
async function openDay(answers: Record<string, Answer> = {}) {
  const asked = openReport(answers);
  fireEvent.click(await screen.findByRole('radio', { name: 'Days' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Tue, Jun 2' }));
  return { asked, dialog: within(await screen.findByRole('dialog')) };
}

const top = async (count: number) => {
  await expect.poll(() => screen.getAllByRole('dialog').length).toBe(count);
  return within(screen.getAllByRole('dialog').at(-1) ?? document.body);
};

const type = (label: RegExp | string, value: string, form: ReturnType<typeof within>) =>
  fireEvent.input(form.getByLabelText(label), { target: { value } });

describe('a day of a person', () => {
  it('tells whose, which, and the shift of it', async () => {
    const { asked, dialog } = await openDay();
    expect(dialog.getByRole('heading', { name: '\u2068Ada 7\u2069 · Tuesday, June 2, 2026' })).toBeTruthy();
    expect(await dialog.findByText('Early')).toBeTruthy();
    expect(dialog.getByText('08:00 to 16:00')).toBeTruthy();
    expect(requests(asked, 'reportDay')).toEqual([{ userid: 7, day: '2026-06-02' }]);
  });

  it('tells what each punch is for it, and who added or took away what', async () => {
    const { dialog } = await openDay({
      reportDay: () =>
        aDay({
          punches: [
            aPunch(9, -120, { role: 'otherDay' }),
            aPunch(10, 486),
            aPunch(11, 490, { role: 'voided', detail: 'admin: twice' }),
            aPunch(12, 960, { status: 'out', role: 'lastOut', added: true, detail: 'boss: forgot' }),
            aPunch(13, 1500, { role: 'otherDay' }),
          ],
        }),
    });
    await dialog.findByText('Belongs to the day before');
    const items = dialog.getAllByRole('listitem').map((item) => item.textContent);
    expect(items).toEqual([
      '22:00 −1Belongs to the day beforeIN',
      '08:06First check-inIN',
      '08:10Taken awayINadmin: twice',
      '16:00Last check-outOUTBy handboss: forgot',
      '01:00 +1Belongs to the next dayIN',
    ]);
    expect(dialog.getAllByRole('button', { name: /Take the punch/ })).toHaveLength(4);
  });

  it('tells which rule made each figure', async () => {
    const { dialog } = await openDay();
    await dialog.findByText('later than the grace of 5 min');
    const figures = [...document.querySelectorAll('.hours > div')].map((figure) =>
      [...figure.children].map((part) => part.textContent),
    );
    expect(figures.map(([label, value]) => [label, value])).toEqual([
      ['Due', '8:00'],
      ['In time', '7:54'],
      ['Late', '0:06'],
      ['Worked', '7:54'],
    ]);
  });

  it('tells of what is within the grace, and of what is missing', async () => {
    const { dialog } = await openDay({
      reportDay: () =>
        aDay({
          row: aRow('2026-06-02', { firstInMinute: 484, late: 0, lastOut: 0, early: 60, missingOut: true }),
        }),
    });
    expect(await dialog.findByText('4 min is within the grace of 5 min')).toBeTruthy();
    expect(dialog.getByText('a missing check-out counts as so early')).toBeTruthy();
  });

  it('says that nothing counts while a punch is missing', async () => {
    const { dialog } = await openDay({
      reportDay: () =>
        aDay({ row: aRow('2026-06-02', { lastOut: 0, late: 0, inTime: 0, worked: 0, missingOut: true }) }),
    });
    expect(await dialog.findByText('nothing counts until the missing punch is added')).toBeTruthy();
    expect(dialog.queryByText(/grace/)).toBeNull();
  });

  it('of flexible hours tells of the span, the core time and the balance', async () => {
    const shift = aShift({ kind: 'dayTarget', onDuty: 360, offDuty: 1200, coreStart: 600, coreEnd: 900 });
    const row = { firstInMinute: 604, lastOutMinute: 880, late: 0, early: 20, worked: 276, inTime: 276, balance: -204 };
    const { dialog } = await openDay({
      reportDay: () => aDay({ row: aRow('2026-06-02', row), shifts: [shift] }),
    });
    expect(await dialog.findByText('Flexible, 06:00 to 20:00')).toBeTruthy();
    expect(dialog.getByText('4 min is within the grace of 5 min')).toBeTruthy();
    expect(dialog.getByText('worked, less the target of the day').previousSibling?.textContent).toBe('−3:24');
    expect(dialog.getByText('the target of the day')).toBeTruthy();
    expect(document.querySelectorAll('.day-picture .day-core')).toHaveLength(2); // and its key
    const width = (kind: string) =>
      Number(document.querySelector(`.day-picture > svg .day-${kind}`)?.getAttribute('width'));
    expect(width('duty') / width('core')).toBeCloseTo(840 / 300, 5);
  });

  it('opens to the two duties of a split shift', async () => {
    const { dialog } = await openDay({
      reportDay: () =>
        aDay({
          row: aRow('2026-06-02', { secondShift: 2 }),
          shifts: [aShift({ offDuty: 720 }), aShift({ number: 2, name: 'Evening', onDuty: 960, offDuty: 1200 })],
          duties: [
            aRow('2026-06-02', { lastOutMinute: 725, worked: 234 }),
            aRow('2026-06-02', {
              shift: 2,
              firstInMinute: 950,
              lastOutMinute: 1140,
              worked: 180,
              late: 0,
              outOutside: true,
            }),
          ],
        }),
    });
    const list = within(await dialog.findByRole('region', { name: 'Shifts of the Day' }));
    expect(list.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'Early 08:00 to 12:00In 08:06, out 12:05 · Worked 3:54 Late',
      'Evening 16:00 to 20:00In 15:50, out 19:00 · Worked 3:00 Unusual check-out time',
    ]);
    expect(dialog.queryByText(/within the grace/)).toBeNull();
  });

  it('tells of a day of rest', async () => {
    const { dialog } = await openDay({
      reportDay: () =>
        aDay({
          row: aRow('2026-06-02', { kind: 'rest', planned: 0, late: 0, worked: 465, overtime: 465 }),
        }),
    });
    expect(await dialog.findByText('all work on a day without duty')).toBeTruthy();
    expect(dialog.getByText(/in whole steps of 15 min/)).toBeTruthy();
  });

  it('tells that nobody came', async () => {
    const { dialog } = await openDay({
      reportDay: () => aDay({ row: aRow('2026-06-02', { ...noPunch, absent: true, absence: 480 }), punches: [] }),
    });
    expect(await dialog.findByText('nobody came')).toBeTruthy();
    expect(dialog.getByText('No punches')).toBeTruthy();
  });

  it('gets a punch that was forgotten', async () => {
    const { asked, dialog } = await openDay({ addPunch: () => ({ seq: 99 }) });
    await dialog.findByText('Early');
    fireEvent.click(dialog.getByRole('button', { name: 'Add Punch' }));
    const form = await top(2);
    fireEvent.click(form.getByRole('button', { name: 'Add' }));
    expect(await form.findAllByText('Fill this in')).toHaveLength(2);
    type(/^Time/, '1605', form);
    choose(form.getByLabelText('Status'), 'status2');
    type(/^Reason/, ' forgot ', form);
    const [days, rows] = ['reportDay', 'GetReportFormInfo'].map((call) => requests(asked, call).length);
    fireEvent.click(form.getByRole('button', { name: 'Add' }));
    await expect
      .poll(() => requests(asked, 'addPunch'))
      .toEqual([{ userid: 7, day: '2026-06-02', minute: 965, status: 'status2', reason: 'forgot' }]);
    await top(1);
    expect(requests(asked, 'reportDay')).toHaveLength((days ?? 0) + 1);
    expect(requests(asked, 'GetReportFormInfo')).toHaveLength((rows ?? 0) + 1);
  });

  it('says in words that the own hours are somebody else’s to change', async () => {
    const refuse = (call: string) => () => {
      throw refusal(call, 12062, { field: 'userid' });
    };
    const { dialog } = await openDay({ addPunch: refuse('addPunch'), voidPunch: refuse('voidPunch') });
    await dialog.findByText('Early');
    fireEvent.click(dialog.getByRole('button', { name: 'Add Punch' }));
    const form = await top(2);
    type(/^Time/, '16:05', form);
    type(/^Reason/, 'forgot', form);
    fireEvent.click(form.getByRole('button', { name: 'Add' }));
    expect(await form.findByText('Your own hours are changed by another administrator')).toBeTruthy();
  });

  it.each([
    ['one', [{ day: '2026-06-03', minute: 360, status: 'out' }], ['2026-06-03', '06:00', 'out']],
    ['none', [], ['2026-06-02', '', 'out']],
  ] as const)('is offered the punch that the terminal proposes: %s', async (_, proposals, expected) => {
    const { dialog } = await openDay({ reportDay: () => aDay({ proposals }) });
    await dialog.findByText('Early');
    fireEvent.click(dialog.getByRole('button', { name: 'Add Punch' }));
    const form = await top(2);
    const value = (label: RegExp | string) => form.getByLabelText<HTMLInputElement>(label).value;
    expect([value(/^Day/), value(/^Time/), value('Status')]).toEqual(expected);
  });

  it('gets none in the future', async () => {
    const { dialog } = await openDay({
      addPunch: () => {
        throw refusal('addPunch', 12007, { field: 'minute' });
      },
    });
    fireEvent.click(await dialog.findByRole('button', { name: 'Add Punch' }));
    const form = await top(2);
    type(/^Time/, '23:59', form);
    type(/^Reason/, 'forgot', form);
    fireEvent.click(form.getByRole('button', { name: 'Add' }));
    expect(await form.findByText('In the future, or too long ago')).toBeTruthy();
    expect(form.getByLabelText(/^Time/).getAttribute('aria-invalid')).toBe('true');
  });

  it('loses a punch after a question, with a reason', async () => {
    const { asked, dialog } = await openDay({ voidPunch: () => ({}) });
    fireEvent.click(await dialog.findByRole('button', { name: 'Take the punch of 08:06 away' }));
    const form = await top(2);
    expect(form.getByText('08:06, IN. It no longer counts for the hours.')).toBeTruthy();
    fireEvent.click(form.getByRole('button', { name: 'Take away' }));
    expect(await form.findByText('Fill this in')).toBeTruthy();
    type(/^Reason/, 'twice', form);
    const before = requests(asked, 'reportDay').length;
    fireEvent.click(form.getByRole('button', { name: 'Take away' }));
    await expect.poll(() => requests(asked, 'voidPunch')).toEqual([{ seq: 11, reason: 'twice' }]);
    await expect.poll(() => requests(asked, 'reportDay').length).toBe(before + 1);
    await top(1);
  });

  it('gets a leave, and loses one', async () => {
    const { asked, dialog } = await openDay({
      reportDay: () => aDay({ leaves: [aLeave(4, { half: 'second' })] }),
      addLeave: () => ({ id: 5 }),
      delLeave: () => ({}),
    });
    expect(await dialog.findByText('Jun 2, 2026 · Second half')).toBeTruthy();
    fireEvent.click(dialog.getByRole('button', { name: 'Enter Leave' }));
    const form = await top(2);
    fireEvent.click(form.getByRole('button', { name: 'Save' }));
    await expect
      .poll(() => requests(asked, 'addLeave'))
      .toEqual([{ userid: 7, kind: 'vacation', from: '2026-06-02', to: '2026-06-02', half: 'whole', note: '' }]);
    await top(1);
    fireEvent.click(dialog.getByRole('button', { name: /^Delete: Vacation/ }));
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }));
    await expect.poll(() => requests(asked, 'delLeave')).toEqual([{ id: 4 }]);
  });

  it('offers nothing to who may only look', async () => {
    const { dialog } = await openDay({
      checkPower: () => ({ read: true, write: false }),
      reportDay: () => aDay({ leaves: [aLeave(4)], shifts: [aShift({ name: '' })] }),
    });
    expect(await dialog.findByText('Shift 1')).toBeTruthy();
    expect(dialog.queryByRole('button', { name: /Add|Enter|Take|Delete/ })).toBeNull();
  });

  it('says what went wrong', async () => {
    const { dialog } = await openDay({
      reportDay: () => {
        throw refusal('reportDay', 12015);
      },
    });
    expect(await dialog.findByRole('button', { name: 'Try again' })).toBeTruthy();
  });
});
