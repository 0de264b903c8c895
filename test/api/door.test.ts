// The door over the wire: its settings, its state, and commands from afar.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordKindWords } from '../../build/gen/ts/records.ts';
import type { CallRequest } from '../harness/contract.ts';
import { auditRows, queryDatabase } from '../harness/database.ts';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
});
afterAll(() => terminal.stop());

describe('the length of cards', () => {
  test('are chosen while every card fits, and then no longer one is given', async () => {
    const { admin } = terminal;
    await admin.call('adduser', { userid: 1, cardno: '16777215' });
    await admin.call('adduser', { userid: 2, cardno: '16777216' });
    expect((await admin.call('SetAccessControl', {})).state).toEqual({ longCards: 1, longestCards: 0 });
    await admin.refuse('GetAccessControl', { cardLength: 3 }, 'cards_too_long', 'cardLength');
    expect((await admin.call('SetAccessControl', {})).cardLength).toBe(4);

    await admin.call('deleteuser', { userid: 2 });
    await admin.call('GetAccessControl', { cardLength: 3 });
    expect((await admin.call('SetAccessControl', {})).state).toEqual({ longCards: 0, longestCards: 0 });
    await admin.refuse('adduser', { userid: 3, cardno: '16777216' }, 'card_too_long', 'cardno');
    await admin.refuse('edituser', { userid: 1, cardno: '16777216' }, 'card_too_long', 'cardno');
    await admin.call('adduser', { userid: 3, cardno: '16777214' });
    await admin.call('GetAccessControl', { cardLength: 4 });
    await admin.call('edituser', { userid: 3, cardno: '16777216' });
    for (const cardLength of [5, 6])
      await admin.refuse('GetAccessControl', { cardLength }, 'out_of_range', 'cardLength');
  });
});

test('a free format that does not fit together is refused by its field', async () => {
  const { admin } = terminal;
  await admin.refuse('GetAccessControl', { wiegandOut: 'free', freeLeadingTo: 25 }, 'out_of_range', 'freeLeadingTo');
  await admin.refuse('GetAccessControl', { wiegandOut: 'free', freeFacility: 256 }, 'out_of_range', 'freeFacility');
  await admin.call('GetAccessControl', { wiegandOut: 'free', freeFacility: 255 });
  await admin.call('GetAccessControl', { wiegandOut: 'userId26', freeFacility: 0 });
});

const state = () => terminal.admin.call('doorState', {});
const world = (act: object) => terminal.bench.act({ do: 'door', ...act });
const alarmsNow = async () => (await state()).alarms.map(({ alarm }) => alarm).sort();

/** Waits until the door is told as this. */
const told = (want: object) =>
  until(`the door to be ${JSON.stringify(want)}`, async () => {
    const now = await state();
    return Object.entries(want).every(([key, value]) => now[key as keyof typeof now] === value) && now;
  });
const alarmsBecome = (...want: string[]) =>
  until(`the alarms ${want}`, async () => (await alarmsNow()).join() === [...want].sort().join());
const relayIs = (on: boolean) => terminal.bench.state('door', ({ relay }) => relay === on);

/** What the log has, oldest first. */
function kinds(): string[] {
  return queryDatabase(terminal.daemon, 'SELECT kind FROM record ORDER BY seq').map((row) =>
    String(recordKindWords[Number(row['kind'])]),
  );
}

describe('the door', () => {
  beforeAll(async () => {
    await terminal.admin.call('GetAccessControl', { sensor: 'normallyClosed', relay: 'door', delay: 5 });
    await told({ leaf: 'closed', relay: false, rule: 'normal' });
  });

  test('opens for who is let in, and locks behind the person', async () => {
    await terminal.admin.call('adduser', { userid: 20, username: 'Ana', cardno: '4300' });
    await expect(terminal.bench.ask({ do: 'door', push: true })).resolves.toMatchObject({ ok: false });
    await terminal.bench.act({ do: 'card', number: '4300' });
    await relayIs(true);
    await world({ push: true });
    await told({ leaf: 'open', relay: true });
    await world({ close: true });
    await told({ leaf: 'closed', relay: false });
    expect(await alarmsNow()).toEqual([]);
    await until('the lines', () => kinds().includes('closed'));
    expect(kinds().filter((kind) => ['opened', 'closed', 'forced'].includes(kind))).toEqual(['opened', 'closed']);
  });

  test('stays locked for who is not', async () => {
    const { accesses } = terminal.bench;
    const before = accesses.length;
    await terminal.bench.act({ do: 'card', number: '999' });
    await until('the refusal', () => accesses.length > before);
    expect((await state()).relay).toBe(false);
  });

  test('is locked again after the delay', async () => {
    await terminal.admin.call('doorCommand', { command: 'open', reason: 'Parcel' });
    await relayIs(true);
    await terminal.bench.advance(5000);
    await relayIs(false);
  });

  test('that is forced is an alarm, heard until somebody silences it, over when it closes', async () => {
    await terminal.bench.advance(1000); // who pushes as the lock takes hold has a right to
    await world({ force: true });
    await alarmsBecome('forced');
    await terminal.bench.state('door', ({ bell }) => bell === true);
    await until('its line', () => kinds().at(-1) === 'forced'); // a worker writes it, the command its own
    await terminal.admin.call('doorCommand', { command: 'silence' });
    await terminal.bench.state('door', ({ bell }) => bell === false);
    expect(await alarmsNow()).toEqual(['forced']);
    await world({ close: true });
    await alarmsBecome();
    await until('the lines', () => kinds().at(-1) === 'restored');
    expect(kinds().slice(-5)).toEqual(['opened', 'forced', 'silenced', 'closed', 'restored']);
  });

  test('that stands open too long warns, then is an alarm', async () => {
    await terminal.admin.call('doorCommand', { command: 'open' });
    await relayIs(true);
    await world({ push: true });
    await world({ hold: true });
    await told({ leaf: 'open' });
    await terminal.bench.advance(25_000);
    await alarmsBecome('heldSoon');
    await terminal.bench.advance(6_000);
    await alarmsBecome('held');
    await world({ close: true });
    await alarmsBecome();
  });

  test('opens by the exit button, also under lock-down', async () => {
    await terminal.admin.call('doorCommand', { command: 'lockDown', reason: 'Drill' });
    await told({ rule: 'lockedDown' });
    await terminal.bench.act({ do: 'card', number: '4300' });
    await world({ exit: true });
    await relayIs(true);
    await world({ push: true });
    await told({ leaf: 'open' });
    await world({ close: true });
    await told({ leaf: 'closed', relay: false });
    expect(await alarmsNow()).toEqual([]);
  });

  test('under lock-down is opened by no command; its release asks for the password again', async () => {
    await terminal.admin.refuse('doorCommand', { command: 'open' }, 'door_locked_down');
    await terminal.bench.advance(6 * 60_000);
    await terminal.admin.refuse('doorCommand', { command: 'release' }, 'password_needed');
    expect((await state()).rule).toBe('lockedDown');
    await terminal.admin.call('doorCommand', { command: 'release', reason: 'Over' });
    await told({ rule: 'normal', relay: false });
    expect(
      auditRows(terminal.daemon)
        .filter(({ call }) => call === 'doorCommand')
        .at(-1),
    ).toMatchObject({
      object: 'door',
      after: { command: 'release', reason: 'Over' },
    });
  });

  test('is opened by the fire input, whatever else, and by nothing of it afterwards', async () => {
    await terminal.admin.call('doorCommand', { command: 'lockDown' });
    await world({ fire: true });
    await told({ rule: 'fire', relay: true });
    await world({ fire: false });
    await told({ rule: 'lockedDown', relay: false });
    await terminal.admin.call('doorCommand', { command: 'release' });
    await told({ rule: 'normal' });
  });

  test('tells an opened case, lost 12 V, a stuck relay and a driver that does not answer', async () => {
    await world({ tamper: true });
    await alarmsBecome('tamper');
    await world({ tamper: false });
    await terminal.admin.call('GetAccessControl', { supply12v: true });
    await told({ supply: true });
    await world({ supply: false });
    await alarmsBecome('supply');
    await world({ supply: true });
    await alarmsBecome();
    await terminal.bench.fault('door', 'stuck', true);
    await terminal.admin.call('doorCommand', { command: 'open' });
    await alarmsBecome('relay');
    expect((await state()).relay).toBe(false);
    await terminal.bench.fault('door', 'stuck', false);
    await alarmsBecome();
    await terminal.bench.advance(10_000);
    await terminal.bench.fault('door', 'offline', true);
    await alarmsBecome('offline');
    await terminal.admin.refuse('doorCommand', { command: 'open' }, 'device_offline');
    await terminal.bench.fault('door', 'offline', false);
    await alarmsBecome();
  });

  test('is not opened by a chattering contact', async () => {
    await terminal.bench.fault('door', 'bouncing', true);
    await terminal.admin.call('doorCommand', { command: 'silence' });
    expect(await alarmsNow()).toEqual([]);
    await terminal.bench.fault('door', 'bouncing', false);
    await told({ leaf: 'closed' });
  });

  test('that is moved to and fro does not fill the log: one line says how many were left out', async () => {
    await terminal.bench.advance(201_000);
    const before = kinds().length;
    for (let n = 0; n < 8; n++) {
      await world({ force: true });
      await told({ leaf: 'open' });
      await world({ close: true });
      await told({ leaf: 'closed' });
    }
    expect(await alarmsNow()).toEqual(['forced']);
    await until('the lines', () => kinds().length >= before + 21);
    await terminal.bench.advance(101_000);
    await alarmsBecome();
    await until('the line that says it', () => kinds().at(-1) === 'restored');
    const lines = kinds().slice(before);
    expect(lines.filter((kind) => kind === 'opened')).toHaveLength(5);
    expect(lines.filter((kind) => kind === 'forced')).toHaveLength(6);
    expect(lines.slice(-3)).toEqual(['forced', 'unsteady', 'restored']);
    const [unsteady] = queryDatabase(
      terminal.daemon,
      `SELECT detail FROM record WHERE kind = ${recordKindWords.indexOf('unsteady')}`,
    );
    expect(unsteady).toEqual({ detail: 'leaf 10' });
  });

  test('is opened by a person ten times a minute at most', async () => {
    await terminal.bench.advance(60_000);
    for (let n = 0; n < 10; n++) await terminal.admin.call('doorCommand', { command: 'open' });
    const { envelope } = await terminal.admin.refuse('doorCommand', { command: 'open' }, 'throttled');
    expect(envelope.code).toBe('error');
    await terminal.admin.call('doorCommand', { command: 'lockDown' });
    await terminal.admin.call('doorCommand', { command: 'release' });
    await terminal.bench.advance(60_000);
    await terminal.admin.call('doorCommand', { command: 'open' });
    await terminal.bench.advance(10_000);
    await told({ relay: false });
  });

  test('whose relay drives no lock is not opened from afar', async () => {
    await terminal.admin.call('GetAccessControl', { relay: 'none' });
    await told({ relayMode: 'none' });
    await terminal.admin.refuse('doorCommand', { command: 'open' }, 'relay_no_lock');
    await terminal.admin.call('GetAccessControl', { relay: 'door' });
    await told({ relayMode: 'door' });
  });
});

describe('the Wiegand line', () => {
  beforeAll(async () => {
    await terminal.admin.call('adduser', { userid: 7041, username: 'Wia', cardno: '2312379265' });
  });

  // User 7041 behind code 212, and card 89D41B81, are the published vectors 3A83702 and 313A83703.
  const frames: readonly [settings: CallRequest<'GetAccessControl'>, frame: string][] = [
    [{ wiegandOut: 'userId26' }, '10000000000011011100000010'],
    [{ wiegandOut: 'vendor' }, '0000000000000000000011011100000011'],
    [{ wiegandOut: 'fixed26', fixedCode: 212 }, '11101010000011011100000010'],
    [{ wiegandOut: 'card26' }, '11101010000011011100000010'],
    [{ wiegandOut: 'card34' }, '1100010011101010000011011100000011'],
    [{ wiegandOut: 'card26Little' }, '11000000100011011110101000'],
    [{ wiegandOut: 'card34Little' }, '0100000010001101111010100100010010'],
    [{ wiegandOut: 'card66' }, '000000000000000000000000000000000100010011101010000011011100000010'],
    [{ wiegandOut: 'card66Little' }, '110000001000110111101010010001001000000000000000000000000000000001'],
    [{ wiegandOut: 'free', freeNumber: 'userid', freeFacility: 212 }, '11101010000011011100000010'],
    [{ wiegandOut: 'free', freeLeading: 'none', freeTrailing: 'none', freeFacility: 0 }, '000000000001101110000001'],
  ];

  test.each(frames)('says who was let in, bit by bit: %o', async (settings, frame) => {
    const { admin, bench } = terminal;
    await admin.call('GetAccessControl', settings);
    const { wiegandSent } = await bench.state('door');
    await bench.act({ do: 'card', number: '2312379265' });
    const sent = await bench.state('door', (now) => now['wiegandSent'] !== wiegandSent);
    expect(sent['wiegand']).toBe(frame);
  });

  test('says nothing when the number does not fit, and lets in all the same', async () => {
    const { admin, bench } = terminal;
    await admin.call('GetAccessControl', { wiegandOut: 'free', freeNumber: 'card' });
    const { wiegandSent } = await bench.state('door');
    const seen = bench.accesses.length;
    await bench.act({ do: 'card', number: '2312379265' });
    expect(await until('the person', () => bench.accesses[seen])).toMatchObject({ granted: true });
    expect((await bench.state('door'))['wiegandSent']).toBe(wiegandSent);
    await admin.call('GetAccessControl', { wiegandOut: 'userId26' });
  });

  test('brings cards of another reader, and nobody by what is damaged', async () => {
    const { accesses } = terminal.bench;
    await terminal.bench.advance(61_000);
    const before = accesses.length;
    // The card in 34 bits: even parity over the first half, odd over the second.
    const data = (2312379265).toString(2).padStart(32, '0');
    const ones = (bits: string) => [...bits].filter((bit) => bit === '1').length;
    const frame = `${ones(data.slice(0, 16)) % 2}${data}${1 - (ones(data.slice(16)) % 2)}`;
    await world({ wiegand: frame });
    await until('the person', () => accesses.length > before && accesses.at(-1)?.user?.userid === 7041);
    const { badFrames, startedAt } = await state();
    expect(startedAt).toBeGreaterThan(0);
    await world({ wiegand: `${frame.slice(0, 33)}${frame[33] === '1' ? '0' : '1'}` });
    await world({ wiegand: frame.slice(1) });
    await world({ wiegand: frame.slice(0, 20) });
    await told({ badFrames: badFrames + 3 });
    expect(accesses.slice(before).map(({ granted }) => granted)).toEqual([true, false, false]);
  });
});

describe('a terminal that is killed', () => {
  const states: readonly [name: string, acts: readonly object[], relay: boolean, rule: string][] = [
    ['while the lock is released', [{ command: 'open' }], false, 'normal'],
    ['with the door open', [{ command: 'open' }, { push: true }, { hold: true }], false, 'normal'],
    ['with the door forced', [{ close: true }, { force: true }, { hold: true }], false, 'normal'],
    ['under lock-down', [{ close: true }, { command: 'lockDown' }], false, 'lockedDown'],
    ['with the case open', [{ tamper: true }], false, 'lockedDown'],
    ['in a fire', [{ tamper: false }, { fire: true }], true, 'fire'],
  ];

  test.each(states)('%s starts with the relay as it must be', async (_, acts, relay, rule) => {
    for (const act of acts) {
      if ('command' in act) await terminal.admin.call('doorCommand', act as { command: 'open' });
      else await world(act);
      if ('command' in act && act.command === 'open') await relayIs(true);
    }
    await terminal.daemon.kill();
    await terminal.daemon.begin();
    await terminal.resume();
    await terminal.bench.state('door', (now) => now['relay'] === relay);
    await told({ relay, rule });
  });
});
