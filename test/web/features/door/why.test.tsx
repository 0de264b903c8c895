import type { DecideStep, ExplainReply, ExplainRequest } from '@gen/door.ts';
import type { Record as Line } from '@gen/records.ts';
import { fireEvent, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { RecordListRoute } from '../../../../web/app/pages/RecordListRoute.tsx';
import { PersonWhy } from '../../../../web/features/door/Why.tsx';
import { ask } from '../../../../web/features/door/WhyDialog.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { account } from '../../account.ts';
import { choose } from '../../browser.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { requests, show } from '../../show.tsx';

beforeAll(() => activateLanguage('en'));
beforeEach(() => setSession(account()));
afterEach(() => setSession(null));

const step = (rule: DecideStep['rule'], change: Partial<DecideStep> = {}): DecideStep => ({
  rule,
  finding: 'passed',
  reason: 'none',
  number: 0,
  start: 0,
  end: 0,
  late: 0,
  name: '',
  page: '/advSetting/access',
  ...change,
});

const reply = (change: Partial<ExplainReply> = {}): ExplainReply => ({
  userid: 7,
  username: 'Ada',
  time: Date.UTC(2026, 10, 23, 8),
  offset: 60,
  status: 'in',
  factors: ['card'],
  lacks: [],
  missing: [],
  verdict: 'refused',
  reason: 'expired',
  opens: false,
  from: 'own',
  mac: '',
  steps: [
    step('door'),
    step('credential', { page: '' }),
    step('validity', { finding: 'refused', reason: 'expired', number: 20_261_122, page: '/user/userEdit?userid=7' }),
  ],
  ...change,
});

const line = (seq: number, userid: number, kind: Line['kind'] = 'access'): Line => ({
  seq,
  time: Date.UTC(2026, 10, 23, 8),
  offset: 60,
  kind,
  result: 'refused',
  reason: 'expired',
  userid,
  username: userid === 0 ? '' : 'Ada',
  factors: ['card'],
  status: 'in',
  duress: false,
  door: 1,
  temperature: 0,
  photo: false,
  detail: '',
});

/** Nothing comes into sight. */
class Never {
  observe(): void {}
  disconnect(): void {}
}

/** The record list with these lines. */
function list(lines: readonly Line[], explain: () => ExplainReply) {
  const searchrecord = () => ({ records: lines, next: '', previous: '', partial: false, last: 20 });
  const asked = fakeTerminal({ searchrecord, explain });
  show(<RecordListRoute />);
  return asked;
}

const press = async (name: string | RegExp) => fireEvent.click(await screen.findByRole('button', { name }));
const steps = async () =>
  within(await screen.findByRole('list', { name: 'Rules in their order' })).getAllByRole('listitem');

describe('why a line is what it is', () => {
  it('names the rule, or tells its number', async () => {
    const zone = { reason: 'timeZone', number: 3 } as const;
    const named = step('group', { ...zone, name: 'Mornings' });
    list([line(12, 7)], () => reply({ steps: [step('door'), named, step('schedule', zone)] }));
    await press(/^Why\? Ada, Nov 23/);
    const [, group, schedule] = await steps();
    expect(group?.textContent).toContain('(Mornings)');
    expect(schedule?.textContent).toContain('(number 3)');
  });

  it('says first what was decided then, by the rule of then', async () => {
    const zone = { reason: 'timeZone', number: 3 } as const;
    const then = { ...line(12, 7), result: 'granted', reason: 'timeZone', detail: '3' } as const;
    list([then], () =>
      reply({ steps: [step('door'), step('group', { ...zone, name: 'Mornings' }), step('validity')] }),
    );
    await press(/^Why\? Ada, Nov 23/);
    const before = await screen.findByRole('region', { name: 'Decided then' });
    await waitFor(() => expect(before.textContent).toContain('rule 3 · Mornings'));
    expect(before.textContent).toContain('Let in');
    const now = screen.getByRole('region', { name: 'Judged again by the current settings' });
    expect(now.textContent).toContain('the result is different');
    expect(now.textContent).toContain('No longer valid');
    expect(before.compareDocumentPosition(now)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('says when the same would be decided', async () => {
    list([line(12, 7)], () => reply());
    await press(/^Why\? Ada, Nov 23/);
    expect(await screen.findByText('The result would be the same.')).toBeTruthy();
  });

  it('says what was decided also of somebody who is not there any more', async () => {
    list([line(12, 7)], () => {
      throw refusal('explain', 40101, { field: 'seq' });
    });
    await press(/^Why\? Ada, Nov 23/);
    expect((await screen.findByRole('region', { name: 'Decided then' })).textContent).toContain('Refused');
    expect(screen.queryByRole('list', { name: 'Rules in their order' })).toBeNull();
  });

  it('tells each rule, the one that decided, and where it is set', async () => {
    const asked = list([line(12, 7)], () => reply());
    await press(/^Why\? Ada, Nov 23/);
    const [door, credential, validity] = await steps();
    expect(requests(asked, 'explain')).toEqual([{ seq: 12 }]);
    expect(door?.textContent).toContain('Nothing against it');
    expect(door?.getAttribute('aria-current')).toBeNull();
    expect(credential && within(credential).queryByRole('link')).toBeNull();
    expect(validity?.getAttribute('aria-current')).toBe('step');
    expect(validity?.textContent).toContain('Decided: No longer valid (Nov 22, 2026)');
    expect(validity && within(validity).getByRole('link').getAttribute('href')).toBe('/user/userEdit?userid=7');
    expect(within(screen.getByRole('dialog')).getByText('Refused')).toBeTruthy();
    expect(screen.getByText(/Judged by the settings/)).toBeTruthy();
  });

  it('names the device that asked', async () => {
    const bus = { from: 'wiegand', mac: '00:1B:5A:20:41:7E' } as const;
    const refused = step('device', { finding: 'refused', reason: 'notAuthorized' });
    let why = reply({ ...bus, steps: [step('door'), step('device'), step('credential')] });
    list([line(12, 7), line(11, 7)], () => why);
    const [first, second] = await screen.findAllByRole('button', { name: /^Why\?/ });
    if (first) fireEvent.click(first);
    expect((await steps())[1]?.textContent).toContain('Nothing against it (Wiegand device 00:1B:5A:20:41:7E)');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    why = reply({ ...bus, steps: [step('door'), refused] });
    if (second) fireEvent.click(second);
    await screen.findByText(/The asking device is not authorized \(Wiegand device 00:1B:5A:20:41:7E\)/);
  });

  it('links to no page that the account may not open', async () => {
    setSession(account({ roles: ['user', 'advSetting'] }));
    list([line(12, 7)], () => reply({ steps: [step('door'), step('workMode', { page: '/basicSetting/workMode' })] }));
    await press(/^Why\?/);
    const [door, work] = await steps();
    expect(door && within(door).getByRole('link')).toBeTruthy();
    expect(work && within(work).queryByRole('link')).toBeNull();
  });

  it('is asked of persons at the door, of a known one only where users may be read', async () => {
    setSession(account({ roles: ['advSetting'] }));
    list([line(3, 7), line(2, 0), line(1, 0, 'forced')], () => reply());
    await screen.findByText('Door forced');
    const names = screen.getAllByText('Why?').map((text) => text.closest('button')?.getAttribute('aria-label'));
    expect(names).toHaveLength(1);
    expect(names[0]).toContain('Unknown');
  });

  it('shows who stood there, where there is a photo of it', async () => {
    URL.createObjectURL = () => 'blob:1';
    URL.revokeObjectURL = () => undefined;
    const records = [{ ...line(13, 8), photo: true }, line(12, 7)];
    const searchrecord = () => ({ records, next: '', previous: '', partial: false, last: 20 });
    const recordPhoto = () => ({ name: 'photo.jpg', content: new Blob(['jpeg']) });
    globalThis.IntersectionObserver = Never as never;
    const asked = fakeTerminal({ searchrecord, explain: () => reply(), recordPhoto });
    show(<RecordListRoute />);
    const [first, second] = await screen.findAllByRole('button', { name: /^Why\?/ });
    if (first) fireEvent.click(first);
    expect(await screen.findByRole('img', { name: /^Photo from the door: Ada, Nov 23/ })).toBeTruthy();
    expect(requests(asked, 'recordPhoto')).toEqual([{ seq: 13 }]);
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    if (second) fireEvent.click(second);
    await steps();
    expect(screen.queryByRole('img', { name: /^Photo from the door/ })).toBeNull();
  });

  it('says why it cannot be told', async () => {
    list([line(1, 7)], () => {
      throw refusal('explain', 12033, { field: 'seq' });
    });
    await press(/^Why\?/);
    expect(await screen.findByText('This is not there any more')).toBeTruthy();
  });
});

describe('whether a person may enter', () => {
  it('is asked with what is shown, and says what is asked for besides', async () => {
    const asked = fakeTerminal({
      explain: ({ factors }: ExplainRequest) =>
        factors === undefined
          ? reply({ verdict: 'granted', reason: 'anyTime', steps: [step('group', { reason: 'anyTime' })] })
          : reply({
              verdict: 'waits',
              reason: 'incomplete',
              missing: ['password'],
              lacks: ['finger'],
              steps: [step('factors', { finding: 'waits', reason: 'incomplete' })],
            }),
    });
    show(<PersonWhy userid={7} />);
    await press('Look');
    expect(await screen.findByText('Let in')).toBeTruthy();
    fireEvent.click(screen.getByLabelText('Card'));
    expect(await screen.findByText('Waits')).toBeTruthy();
    expect(requests(asked, 'explain')).toEqual([{ userid: 7 }, { userid: 7, factors: ['card'] }]);
    expect(screen.getAllByText(/Asked for besides: Password/).length).toBe(2);
    expect(screen.getByText('This person does not have: Finger')).toBeTruthy();
    expect(screen.queryByText(/did not come/)).toBeNull();
  });

  it('is asked through another device, where the lists may be read and have one', async () => {
    const device = { model: 'WR-34B', machine: 1, route1: 1, route2: 0, authorized: true };
    const lists = {
      SetAnvizWiegandAuthorize: () => ({ devices: [{ ...device, mac: '00:1B:5A:20:41:7E' }] }),
      SetBluetoothAuthorize: () => ({ devices: [{ ...device, mac: '10:20:30:40:50:60', model: '' }] }),
    };
    const asked = fakeTerminal({ ...lists, explain: () => reply() });
    show(<PersonWhy userid={7} />);
    await press('Look');
    const select = await screen.findByLabelText('Shown to');
    expect(
      within(select)
        .getAllByRole('option')
        .map((option) => option.textContent),
    ).toEqual([
      'The terminal’s own readers',
      'Wiegand device 00:1B:5A:20:41:7E, WR-34B',
      'Bluetooth device 10:20:30:40:50:60',
    ]);
    choose(select, 'bluetooth 10:20:30:40:50:60');
    await waitFor(() =>
      expect(requests(asked, 'explain').at(-1)).toEqual({ userid: 7, from: 'bluetooth', mac: '10:20:30:40:50:60' }),
    );
    choose(select, 'wiegand 00:1B:5A:20:41:7E');
    await waitFor(() =>
      expect(requests(asked, 'explain').at(-1)).toEqual({ userid: 7, from: 'wiegand', mac: '00:1B:5A:20:41:7E' }),
    );
  });

  it('is not offered without Advanced Setup', () => {
    setSession(account({ roles: ['user'] }));
    fakeTerminal({});
    show(<PersonWhy userid={7} />);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('at a time is asked by the clock of the terminal, also in the other half of the year', async () => {
    const summer = Date.UTC(2026, 6, 1, 8);
    const asked = fakeTerminal({
      explain: ({ time }: ExplainRequest) => reply({ offset: time === undefined ? 60 : 120 }),
    });
    await ask({ userid: 7, wall: summer });
    expect(requests(asked, 'explain')).toEqual([
      { userid: 7 },
      { userid: 7, time: summer - 60 * 60_000 },
      { userid: 7, time: summer - 120 * 60_000 },
    ]);
  });
});
