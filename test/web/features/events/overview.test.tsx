import '../../browser.ts';
import type { Alarm } from '@gen/events.ts';
import { fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AlarmBanner } from '../../../../web/features/events/AlarmBanner.tsx';
import { withRecords } from '../../../../web/features/events/LiveCard.tsx';
import { OverviewPage } from '../../../../web/features/events/OverviewPage.tsx';
import type { LogRecord } from '../../../../web/lib/events.ts';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { setSession } from '../../../../web/lib/session.ts';
import { account } from '../../account.ts';
import { Stream } from '../../fakeStream.ts';
import { fakeTerminal, refusal } from '../../fakeTerminal.ts';
import { requests, show } from '../../show.tsx';

const record = (seq: number, more: Partial<LogRecord> = {}): LogRecord => ({
  seq,
  time: 1_790_000_000_000 + seq,
  offset: 0,
  kind: 'access',
  result: 'granted',
  reason: 'anyTime',
  userid: 7,
  username: `Person ${seq}`,
  factors: ['card'],
  status: 'in',
  duress: false,
  door: 1,
  temperature: 0,
  photo: false,
  detail: '',
  ...more,
});

const forced: Alarm = {
  id: 3,
  kind: 'forced',
  door: 1,
  userid: 0,
  username: '',
  detail: '',
  first: 1_790_000_000_000,
  last: 1_790_000_005_000,
  lastSeq: 4,
  count: 2,
  acked: 0,
  ackedBy: '',
};

let stream: Stream;

/** Nothing comes into sight. */
class Never {
  observe(): void {}
  disconnect(): void {}
}

beforeAll(() => {
  globalThis.IntersectionObserver = Never as never;
  return activateLanguage('en');
});
beforeEach(() => {
  stream = new Stream();
  vi.stubGlobal('fetch', stream.fetch);
  setSession({ ...account(), roles: ['advSetting'] });
});
afterEach(() => {
  setSession(null);
  vi.unstubAllGlobals();
});

const answers = (list: readonly Alarm[] = []) => ({
  checkPower: () => ({ read: true, write: true }),
  alarms: () => ({ alarms: list, open: list.length }),
  searchrecord: () => ({ records: [record(1)], next: '', previous: '', partial: false, last: 1 }),
  SetInfoParam: () => new Promise(() => undefined),
});

describe('/advSetting/live', () => {
  it('shows lines as they come, and goes on behind the last one when it was cut', async () => {
    fakeTerminal(answers());
    show(<OverviewPage clock="" />);
    await screen.findByText('Person 1');
    expect(stream.asked[0]?.get('token')).toBe(account().token);
    stream.push('event: hello\ndata:{"first":1,"last":1,"beat":15}\n\n');
    await screen.findByText('Live');
    stream.push(`event: record\nid: 2\ndata:${JSON.stringify(record(2))}\n\n`);
    await screen.findByText('Person 2');
    stream.cut();
    await waitFor(() => expect(stream.asked).toHaveLength(2));
    expect(stream.asked[1]?.get('last-event-id')).toBe('2');
  });

  it('shows the photo of a line as soon as the terminal has it', async () => {
    setSession({ ...account(), roles: ['user', 'advSetting'] });
    fakeTerminal(answers());
    show(<OverviewPage clock="" />);
    await screen.findByText('Person 1');
    expect(screen.queryByRole('button', { name: /^Show the photo/ })).toBeNull();
    stream.push('event: hello\ndata:{"first":1,"last":1,"beat":15}\n\nevent: photo\ndata:{"seq":1}\n\n');
    expect(await screen.findByRole('button', { name: 'Show the photo: Person 1' })).toBeTruthy();
  });

  it('shows user IDs and no photo to an account that may not read users', async () => {
    fakeTerminal({
      ...answers([{ ...forced, userid: 9 }]),
      searchrecord: () => ({ records: [record(1, { username: '' })] }),
    });
    const { container } = show(<OverviewPage clock="" />);
    expect(await screen.findByText('User 7')).toBeTruthy();
    expect(await screen.findByText('User 9')).toBeTruthy();
    expect(container.querySelector('.record-photo')).toBeNull();
  });

  it('acknowledges an alarm as it is shown, and shows it anew when it happened again', async () => {
    let first = true;
    const asked = fakeTerminal({
      ...answers([forced]),
      ackAlarm: () => {
        if (!first) return { open: 0 };
        first = false;
        throw refusal('ackAlarm', 12077);
      },
    });
    show(<OverviewPage clock="" />);
    const button = await screen.findByRole('button', { name: /^Acknowledge:/ });
    fireEvent.click(button);
    await screen.findByText(/It happened again meanwhile/);
    expect(requests(asked, 'ackAlarm')).toEqual([{ id: 3, lastSeq: 4 }]);
    await waitFor(() => expect(requests(asked, 'alarms').length).toBeGreaterThan(1));
  });
});

describe('the banner', () => {
  it('shows open alarms, and asks again when the terminal says that they have changed', async () => {
    const asked = fakeTerminal(answers([forced]));
    show(<AlarmBanner />);
    await screen.findByText(/1 open alarm/);
    const before = requests(asked, 'alarms').length;
    stream.push('event: state\ndata:{"alarms":1,"revision":5}\n\n');
    await waitFor(() => expect(requests(asked, 'alarms').length).toBeGreaterThan(before));
  });
});

describe('lines', () => {
  it('stand once each, the newest first, and no more than twenty', () => {
    const now = Array.from({ length: 20 }, (_, n) => record(20 - n));
    const next = withRecords(now, [record(20), record(21)]);
    expect(next.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, n) => 21 - n));
  });
});
