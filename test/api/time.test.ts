// Clock, time from the network, daylight saving, display and attendance statuses, with their effects on the terminal.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { CallReply } from '../harness/contract.ts';
import { auditRows } from '../harness/database.ts';
import { lengthenWait } from '../harness/guesses.ts';
import { europe as europeByWeek } from '../harness/summer.ts';
import { adminPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

const minute = 60_000;
const hour = 60 * minute;
const never = [1440, 1440, 1440, 1440, 1440, 1440, 1440];
const europe = { ...europeByWeek, startDay: 31, endDay: 31 } as const;

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
});
afterAll(() => terminal.stop());

/** Lets hours pass, which no session lasts. */
async function pass(ms: number): Promise<void> {
  await terminal.bench.advance(ms);
  await terminal.admin.signIn('admin', adminPassword);
}

type Clock = CallReply<'SetDateTimeParam'>['state'];

const clock = async (): Promise<Clock> => (await terminal.admin.call('SetDateTimeParam', {})).state;

/** Waits until the time from the network stands as wanted. */
const ntp = (wanted: Clock['ntp']): Promise<Clock> =>
  until(`time from the network ${wanted}`, async () => {
    const state = await clock();
    return state.ntp === wanted ? state : undefined;
  });

/** The display as soon as it is as wanted. */
const display = (what: string, wanted: (last: Awaited<ReturnType<typeof terminal.bench.display>>) => boolean) =>
  until(`a display with ${what}`, () => {
    const last = terminal.bench.displays.at(-1);
    return last !== undefined && wanted(last) ? last : undefined;
  });

describe('a place', () => {
  const madrid = async () => (await terminal.admin.call('placePreview', { place: 'Europe/Madrid' })).offset;

  afterAll(() => terminal.admin.call('GetDateTimeParam', { place: '' }));

  test('is one of those that are offered', async () => {
    const { places, version } = await terminal.admin.call('places', {});
    expect(version).toMatch(/^20\d\d[a-z]+$/);
    expect(places).toEqual(expect.arrayContaining(['Africa/Cairo', 'Australia/Lord_Howe', 'Europe/Madrid']));
    expect(places).toEqual([...places].sort());
    expect(places).not.toContain('Asia/Calcutta');
  });

  test('is known under an older name, and no other', async () => {
    const told = await terminal.admin.call('placePreview', { place: 'Asia/Calcutta' });
    expect(told).toEqual({ place: 'Asia/Kolkata', offset: 330, next: [] });
    await terminal.admin.refuse('placePreview', { place: 'Europe/Atlantis' }, 'place_unknown', 'place');
    await terminal.admin.refuse('GetDateTimeParam', { place: 'Europe/Atlantis' }, 'place_unknown', 'place');
  });

  test('decides alone, with what it does next', async () => {
    await terminal.admin.call('GetDateTimeParam', { zone: -300, place: 'Asia/Calcutta' });
    expect((await terminal.admin.call('SetDateTimeParam', {})).place).toBe('Asia/Kolkata');
    expect(await clock()).toMatchObject({ offset: 330, dst: false });
    await terminal.admin.call('GetDateTimeParam', { place: 'Europe/Madrid' });
    const { state } = await terminal.admin.call('SetDSTParam', {});
    const { next } = await terminal.admin.call('placePreview', { place: 'Europe/Madrid' });
    expect(state).toMatchObject({ place: 'Europe/Madrid', offset: await madrid(), next });
    expect(next.map(({ before, after }) => before + after)).toEqual([180, 180]);
    await terminal.admin.call('GetDateTimeParam', { place: '' });
    expect(await clock()).toMatchObject({ offset: -300 });
    await terminal.admin.call('GetDateTimeParam', { zone: 0 });
  });
});

describe('the clock', () => {
  test('is set, at once and everywhere, and the audit says so', async () => {
    const before = await clock();
    const time = Math.floor(before.now / 1000) + 86_400;
    await terminal.admin.call('GetDateTimeParam', { time });
    expect(Math.abs((await clock()).now / 1000 - time)).toBeLessThan(300);
    await display('that time', ({ clock: shown }) => Math.abs(shown / 1000 - time) < 300);
    const row = auditRows(terminal.daemon).at(-1);
    expect(row).toMatchObject({ account: 'admin', call: 'GetDateTimeParam', object: 'clock', after: { time } });
    await terminal.admin.call('GetDateTimeParam', { time: time - 86_400 });
  });

  test('is never set before the build date, and a refused time saves nothing', async () => {
    const { zone } = await terminal.admin.call('SetDateTimeParam', {});
    await terminal.admin.refuse('GetDateTimeParam', { time: 1_577_836_800, zone: zone + 15 }, 'clock_too_old', 'time');
    expect(await terminal.admin.call('SetDateTimeParam', {})).toMatchObject({ zone });
  });

  test('that does not answer leaves everything as it was', async () => {
    const { now } = await clock();
    const time = Math.floor(now / 1000) + 3600;
    await terminal.bench.fault('clock', 'offline', true);
    try {
      await terminal.admin.refuse('GetDateTimeParam', { time, zone: 120 }, 'device_offline', 'time');
    } finally {
      await terminal.bench.fault('clock', 'offline', false);
    }
    const { zone, state } = await terminal.admin.call('SetDateTimeParam', {});
    expect(zone).toBe(0);
    expect(Math.abs(state.now - now)).toBeLessThan(minute);
    expect((await terminal.bench.display()).style.offsetMin).toBe(0);
  });

  test('moved by years ends no session and frees nobody', async () => {
    const time = Math.floor((await clock()).now / 1000);
    const guesser = terminal.client({ from: '127.0.0.7' });
    const wrong = { username: '4711', password: '111111' };
    for (let i = 0; i < 5; i++) await guesser.attempt('chklogin', wrong);
    await lengthenWait(
      terminal.bench,
      async () => {
        expect((await guesser.attempt('chklogin', wrong)).status).toBe(401);
        await terminal.admin.call('SetInfoParam', {});
      },
      512_000,
    );
    expect((await guesser.attempt('chklogin', wrong)).status).toBe(429);
    for (const to of [time + 20 * 365 * 86_400, time + 3600, time]) {
      await terminal.admin.call('GetDateTimeParam', { time: to });
      expect((await guesser.attempt('chklogin', wrong)).status).toBe(429);
      await terminal.admin.call('SetInfoParam', {});
    }
  });
});

describe('daylight saving', () => {
  test('by week: local time, the next two changes, and the display at the very second', async () => {
    await terminal.admin.call('GetDateTimeParam', { zone: 60 });
    await terminal.admin.call('GetDSTParam', europe);
    const { state } = await terminal.admin.call('SetDSTParam', {});
    expect(state.next).toHaveLength(2);
    expect(Math.abs(state.now - (await clock()).now / 1000)).toBeLessThan(300);
    const [first, second] = state.next;
    if (first === undefined || second === undefined) throw new Error('no changes');
    expect(new Date(first.at * 1000).getUTCHours()).toBe(1);
    expect([first.before, second.before].sort()).toEqual([120, 60]);
    await terminal.admin.call('GetDateTimeParam', { time: first.at - 60 });
    const before = await clock();
    expect([before.offset, before.dst]).toEqual([first.before, first.before === 120]);
    await terminal.bench.advance(2 * minute);
    const after = await clock();
    expect([after.offset, after.dst]).toEqual([first.after, first.after === 120]);
    await display('the new offset', ({ style }) => style.offsetMin === first.after && style.nextChangeS === second.at);
  });

  test('of the south is in force over New Year', async () => {
    const south = { ...europe, startMonth: 10, startWeek: 'week1', endMonth: 4, endWeek: 'week1' } as const;
    await terminal.admin.call('GetDSTParam', south);
    const { now } = await clock();
    const year = new Date(now).getUTCFullYear() + 1;
    await terminal.admin.call('GetDateTimeParam', { time: Date.UTC(year, 0, 1) / 1000 });
    expect(await clock()).toMatchObject({ dst: true, offset: 120 });
    expect((await terminal.admin.call('SetDSTParam', {})).state.active).toBe(true);
  });

  test('that makes no sense is refused, in the preview and in the save', async () => {
    const bad = { ...europe, mode: 'date', startMonth: 5, startDay: 1, endMonth: 5, endDay: 1 } as const;
    await terminal.admin.refuse('dstPreview', bad, 'out_of_range', 'endMonth');
    await terminal.admin.refuse('GetDSTParam', bad, 'out_of_range', 'endMonth');
    await terminal.admin.refuse('GetDSTParam', { change: 45 }, 'out_of_range', 'change');
    expect(await terminal.admin.call('SetDSTParam', {})).toMatchObject({ mode: 'week' });
  });

  test('previewed is not stored', async () => {
    const { next } = await terminal.admin.call('dstPreview', { ...europe, mode: 'date', startDay: 15, change: 90 });
    expect(next).toHaveLength(2);
    expect(Math.abs((next[0]?.after ?? 0) - (next[0]?.before ?? 0))).toBe(90);
    expect(await terminal.admin.call('SetDSTParam', {})).toMatchObject({ mode: 'week', change: 60 });
    expect((await terminal.admin.call('dstPreview', { ...europe, mode: 'disable' })).next).toEqual([]);
  });

  test('is taken away again', async () => {
    await terminal.admin.call('GetDSTParam', { mode: 'disable' });
    await terminal.admin.call('GetDateTimeParam', { zone: 0 });
    expect(await clock()).toMatchObject({ dst: false, offset: 0 });
    expect((await terminal.admin.call('SetDSTParam', {})).state).toMatchObject({ active: false, next: [] });
  });
});

describe('time from the network', () => {
  const servers = { ntpOn: true, ntpServer1: 'one.example', ntpServer2: '' };

  beforeEach(async () => {
    await terminal.admin.call('GetDateTimeParam', { ntpOn: false });
    for (const kind of ['silent', 'mismatch', 'kissOfDeath', 'unsynchronised', 'tooOld', 'garbage'])
      await terminal.bench.fault('timeService', kind, false);
    await terminal.bench.act({ do: 'timeService', aheadMs: 0 });
    await terminal.bench.advance(minute); // the lease of the simulated Ethernet is there
  });

  afterAll(() => terminal.admin.call('GetDateTimeParam', { ntpOn: false }));

  /** The clock as the world has it, set by a person. */
  const right = async (): Promise<Clock> => {
    const ahead = Number(terminal.bench.states.get('clock')?.['aheadMs']);
    await terminal.admin.call('GetDateTimeParam', { time: Math.round(((await clock()).now - ahead) / 1000) });
    return clock();
  };

  /** The open alarm about the clock says it. */
  const alarmed = (detail: RegExp): Promise<true> =>
    until(`the alarm ${detail}`, async () => {
      const { alarms } = await terminal.admin.call('alarms', {});
      return alarms.some((alarm) => alarm.kind === 'clock' && detail.test(alarm.detail)) || undefined;
    });

  test('is off at first, and needs a server', async () => {
    expect(await clock()).toMatchObject({ ntp: 'off', ntpAt: 0 });
    const none = { ntpOn: true, ntpServer1: '', ntpServer2: '' };
    await terminal.admin.refuse('GetDateTimeParam', none, 'missing_parameter', 'ntpServer1');
    await terminal.admin.refuse('GetDateTimeParam', { ntpServer1: 'not a host' }, 'bad_format', 'ntpServer1');
  });

  test('a large difference is a step, which is logged', async () => {
    const before = await right();
    await terminal.bench.act({ do: 'timeService', aheadMs: 2 * hour });
    await terminal.admin.call('GetDateTimeParam', { ...servers, ntpServer2: 'two.example' });
    const state = await ntp('good');
    expect(state.ntpServer).toBe('two.example');
    expect(Math.abs(state.ntpShift - 2 * hour)).toBeLessThan(5000);
    expect(Math.abs(state.now / 1000 - state.ntpAt)).toBeLessThan(60);
    expect(state.now - before.now).toBeGreaterThan(2 * hour - 5000);
    expect(terminal.daemon.logText).toMatch(/sntp.*clock was set.*server=two\.example/);
    await alarmed(/^stepped 7\d\d\d two\.example$/);
  });

  test('a server alone is believed after an hour, and the door keeps its hours until then', async () => {
    const before = await right();
    await terminal.bench.act({ do: 'timeService', aheadMs: 3 * hour });
    await terminal.admin.call('GetDateTimeParam', servers);
    const held = await ntp('unconfirmed');
    expect(held.now - before.now).toBeLessThan(hour);
    expect(Math.abs(held.ntpShift - 3 * hour)).toBeLessThan(5000);
    await alarmed(/^waits 10\d\d\d one\.example$/);
    await pass(hour - minute);
    expect((await clock()).ntp).toBe('unconfirmed');
    await until('the second answer', async () => {
      await terminal.bench.advance(minute);
      return (await clock()).ntp === 'good';
    });
    expect((await clock()).now - before.now).toBeGreaterThan(4 * hour - 5 * minute);
  });

  test('a small one is made up for without a jump', async () => {
    await right();
    await terminal.bench.act({ do: 'timeService', aheadMs: 5000 }); // a step, which is exact
    await terminal.admin.call('GetDateTimeParam', servers);
    const first = await ntp('good');
    await terminal.admin.call('GetDateTimeParam', { ntpOn: false });
    const ahead = 300;
    await terminal.bench.act({ do: 'timeService', aheadMs: 5000 + ahead });
    const before = terminal.bench.states.get('clock')?.['aheadMs'];
    await terminal.admin.call('GetDateTimeParam', servers);
    const state = await ntp('good');
    expect(state.ntpAt).toBeGreaterThanOrEqual(first.ntpAt);
    expect(Math.abs(state.ntpShift - ahead)).toBeLessThan(150);
    await until('a slew', () => Math.abs(Number(terminal.bench.states.get('clock')?.['slewMs']) - ahead) < 150);
    expect(Math.abs(Number(terminal.bench.states.get('clock')?.['aheadMs']) - Number(before))).toBeLessThan(5);
  });

  test.each([
    ['silent', 'noAnswer'],
    ['garbage', 'badAnswer'],
    ['mismatch', 'badAnswer'],
    ['unsynchronised', 'badAnswer'],
    ['kissOfDeath', 'badAnswer'],
    ['tooOld', 'tooOld'],
  ] as const)('a server that is %s moves nothing: %s', async (kind, wanted) => {
    await terminal.bench.act({ do: 'timeService', aheadMs: 5 * hour });
    await terminal.bench.fault('timeService', kind, true);
    const before = terminal.bench.states.get('clock');
    await terminal.admin.call('GetDateTimeParam', servers);
    await until('a question', () => Number(terminal.bench.states.get('timeService')?.['asked']) > 0);
    await until(`the state ${wanted}`, async () => {
      const { ntp: now } = await clock();
      if (now === 'trying') await terminal.bench.advance(1000); // nobody waits five real seconds for an answer
      return now === wanted;
    });
    expect(terminal.bench.states.get('clock')).toEqual(before);
  });

  test('without a network it is tried again as soon as there is one', async () => {
    await terminal.bench.fault('ethernet', 'cableOut', true);
    await terminal.admin.call('GetDateTimeParam', servers);
    await ntp('noAnswer');
    await terminal.bench.fault('ethernet', 'cableOut', false);
    await until('an answer', async () => {
      await terminal.bench.advance(5000);
      return (await clock()).ntp === 'good';
    });
  });

  test('the second server is asked when the first has no name, and a failure is tried again', async () => {
    await terminal.admin.call('GetDateTimeParam', {
      ...servers,
      ntpServer1: 'gone.invalid',
      ntpServer2: '192.0.2.123',
    });
    expect((await ntp('good')).ntpServer).toBe('192.0.2.123');
    await terminal.bench.fault('internet', 'gatewayDown', true);
    await pass(2 * hour);
    await until('a failure', async () => {
      await terminal.bench.advance(5000);
      return (await clock()).ntp === 'noAnswer';
    });
    await terminal.bench.fault('internet', 'gatewayDown', false);
    await until('the next try', async () => {
      await terminal.bench.advance(minute);
      return (await clock()).ntp === 'good';
    });
  });
});

describe('the display', () => {
  test('writes its clock as it is told, saves power, and says that the keypad is locked', async () => {
    await terminal.admin.call('GetTimeParam', {
      dateOrder: 'dmy',
      dateSeparator: 'dot',
      hour24: false,
      powerSaving: 'closeScreen',
      interval: 30,
      keyboardLock: true,
    });
    const { style, asleep } = await display('the new style', (last) => last.style.order === 'dmy');
    expect(style).toMatchObject({ separator: '.', hour24: false, saving: 'off', savingAfterS: 30, locked: true });
    if (!asleep) await terminal.bench.advance(31_000);
    await display('the light out', (last) => last.asleep);
    expect((await terminal.admin.call('SetTimeParam', {})).state).toEqual({ online: true, asleep: true, locked: true });
    await terminal.bench.act({ do: 'card', number: '4711' });
    await display('the light on', (last) => !last.asleep);
  });

  test('a locked keypad takes nothing, a card does', async () => {
    await terminal.add({ userid: 31, username: 'Locked out', password: '40813', cardno: '3100' });
    const seen = terminal.bench.accesses.length;
    await terminal.bench.act({ do: 'pin', digits: '40813' });
    await terminal.bench.act({ do: 'card', number: '3100' });
    const access = await until('the card', () => terminal.bench.accesses[seen]);
    expect(access.kind).toBe('card');
    await terminal.admin.call('GetTimeParam', { keyboardLock: false });
    await terminal.bench.act({ do: 'pin', digits: '40813' });
    expect((await until('the PIN', () => terminal.bench.accesses[seen + 1])).user?.userid).toBe(31);
  });

  test('that does not answer catches up', async () => {
    await terminal.bench.fault('display', 'offline', true);
    await terminal.admin.call('GetTimeParam', { dateOrder: 'mdy', language: 'es' });
    expect((await terminal.admin.call('SetTimeParam', {})).state.online).toBe(false);
    await terminal.bench.fault('display', 'offline', false);
    await display('Spanish', ({ language, style, on }) => on && language === 'es' && style.order === 'mdy');
  });

  test('restarts when its language is another', async () => {
    const seen = terminal.bench.displays.length;
    await terminal.admin.call('GetTimeParam', { language: 'en', dateOrder: 'ymd', interval: 60 });
    await until('the dark', () => terminal.bench.displays.slice(seen).some(({ on }) => !on));
    await display('English', ({ on, language }) => on && language === 'en');
  });
});

describe('attendance statuses', () => {
  test('the latest start applies, and the display and a punch follow the minute', async () => {
    const { now } = await clock();
    const midnight = Math.ceil(now / 86_400_000) * 86_400;
    const noon = midnight + 12 * 3600;
    const weekday = new Date(noon * 1000).getUTCDay();
    const at = (start: number) => never.map((none, day) => (day === weekday ? start : none));
    await terminal.admin.call('GetStatusChangeInfo', { in: at(480), out: at(750), status3: at(760) });
    await terminal.admin.call('GetApplyParam', { in: 'Arrive', out: 'Leave', shown: ['in', 'out', 'status3'] });
    await terminal.admin.call('GetDateTimeParam', { time: noon });
    const first = await terminal.admin.call('SetStatusChangeInfo', {});
    expect(first.state).toMatchObject({ status: 'in', since: 480, weekday, minute: 720, scheduled: true });
    const shown = await display('Arrive', ({ status }) => status === 'Arrive');
    expect(shown.statuses).toEqual(['Arrive', 'Leave', 'status3']);
    await terminal.bench.advance(30 * minute);
    await display('Leave', ({ status }) => status === 'Leave');
    const seen = terminal.bench.accesses.length;
    await terminal.bench.act({ do: 'card', number: '999' });
    expect((await until('the card', () => terminal.bench.accesses[seen])).status).toBe('Leave');
    await pass(24 * hour);
    await display('status3', ({ status }) => status === 'status3');
    const next = (await terminal.admin.call('SetStatusChangeInfo', {})).state;
    expect(next).toMatchObject({ status: 'status3', sinceWeekday: weekday, weekday: (weekday + 1) % 7 });
  });

  test('a start past the day, or six days, are refused', async () => {
    await terminal.admin.refuse('GetStatusChangeInfo', { in: [...never.slice(1), 1441] }, 'out_of_range', 'in[6]');
    expect((await terminal.admin.attempt('GetStatusChangeInfo', { in: never.slice(1) })).status).toBe(400);
  });

  test('all of it survives a restart', async () => {
    const before = await terminal.admin.call('SetStatusChangeInfo', {});
    await terminal.restart();
    const after = await terminal.admin.call('SetStatusChangeInfo', {});
    expect(after.out).toEqual(before.out);
    expect((await terminal.bench.display()).statuses).toEqual(['Arrive', 'Leave', 'status3']);
  });
});
