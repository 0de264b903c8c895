import { describe, expect, it } from 'vitest';
import { readBenchLine, readCommand } from '../../../tools/panel/protocol.ts';

const display = { event: 'display', on: true, lines: ['a'], language: 'en', initialPassword: null, clock: 5 };
const access = { event: 'access', kind: 'card', credential: '…4301', user: { userid: 7, name: 'Ana' }, time: 9 };
const read = (value: unknown) => readBenchLine(JSON.stringify(value));

describe('a line of the bench socket', () => {
  it('is an answer or an event', () => {
    expect(read({ ok: true })).toEqual({ answer: { ok: true } });
    expect(read({ ok: false, error: 'no' })).toEqual({ answer: { ok: false, error: 'no' } });
    const { event: _, ...shown } = display;
    expect(read(display)).toMatchObject({ event: { type: 'display', ...shown, asleep: false, console: null } });
    expect(read({ event: 'restart' })).toEqual({ event: { type: 'restart' } });
  });

  it('tells how dates are written, what is left out as it is at first', () => {
    const styleIn = (style: unknown) => {
      const line = read({ ...display, style });
      return line && 'event' in line && line.event.type === 'display' ? line.event.style : undefined;
    };
    expect(styleIn(undefined)).toMatchObject({ order: 'ymd', separator: '-', hour24: true, locked: false });
    expect(styleIn({ order: 'dmy', separator: '.', hour24: false, locked: true, nextChangeS: 5 })).toMatchObject({
      order: 'dmy',
      separator: '.',
      hour24: false,
      locked: true,
      nextChangeS: 5,
    });
    expect(styleIn({ order: 'sideways' })).toMatchObject({ order: 'ymd' });
  });

  it('tells of a device how it is and what is wrong with it', () => {
    const state = { event: 'state', device: 'sound', state: { volume: 3 } };
    const faults = { event: 'faults', device: 'sound', faults: { offline: true } };
    expect(read(state)).toEqual({ event: { type: 'state', device: 'sound', state: { volume: 3 } } });
    expect(read(faults)).toEqual({ event: { type: 'faults', device: 'sound', faults: { offline: true } } });
    expect([read({ ...state, state: 5 }), read({ ...faults, faults: { offline: 1 } })]).toEqual([undefined, undefined]);
    expect(read({ ...state, device: 5 })).toBeUndefined();
  });

  it('tells what the menu asks for, and what came of it', () => {
    const entries = [
      { key: '1', what: 'endWaits' },
      { key: 'x', what: 'other' },
    ];
    expect(read({ event: 'menu', page: 'entries', note: 'wait', wait: 30, entries })).toEqual({
      event: {
        type: 'menu',
        page: 'entries',
        note: 'wait',
        wait: 30,
        entries: [{ key: '1', what: 'endWaits' }],
        person: null,
        holder: '',
        address: '',
        mask: '',
        gateway: '',
        links: [],
        checks: [],
      },
    });
    expect(read({ event: 'menu', page: 'else', note: 5, entries: [] })).toMatchObject({
      event: { page: 'closed', note: '', wait: 0 },
    });
    expect(read({ event: 'menu', page: 'id', note: '' })).toBeUndefined();
  });

  it('names the user, or says that there is none', () => {
    expect(read(access)).toMatchObject({ event: { type: 'access', user: { userid: 7, name: 'Ana' } } });
    expect(read({ ...access, user: null })).toMatchObject({ event: { user: null } });
  });

  it.each([
    ['no JSON', '{'],
    ['no object', '[1]'],
    ['an unknown event', '{"event":"alarm"}'],
    ['lines that are no texts', JSON.stringify({ ...display, lines: [1] })],
    ['a password that is no text', JSON.stringify({ ...display, initialPassword: 5 })],
    ['a user without a name', JSON.stringify({ ...access, user: { userid: 7 } })],
    ['a missing user', JSON.stringify({ ...access, user: undefined })],
    ['another kind', JSON.stringify({ ...access, kind: 'voice' })],
  ])('is left out when it is %s', (_, text) => {
    expect(readBenchLine(text)).toBeUndefined();
  });
});

describe('a command of the page', () => {
  it('is a card or a PIN, and only that is handed on', () => {
    expect(readCommand('{"do":"card","number":"123","more":1}')).toEqual({ do: 'card', number: '123' });
    expect(readCommand('{"do":"card","number":"123","uid":4}')).toEqual({ do: 'card', number: '123', uid: 4 });
    expect(readCommand('{"do":"pin","digits":"0042"}')).toEqual({ do: 'pin', digits: '0042' });
  });

  it('is the key MENU', () => {
    expect(readCommand('{"do":"key","key":"menu","more":1}')).toEqual({ do: 'key', key: 'menu' });
    const out = { do: 'key', key: 'status', status: 'out' };
    expect(readCommand(JSON.stringify({ ...out, more: 1 }))).toEqual(out);
    expect(readCommand('{"do":"key","key":"status","status":"a b"}')).toBeUndefined();
    expect(readCommand('{"do":"key","key":"status"}')).toBeUndefined();
  });

  it('is a fault, time that passes, a network or a phone', () => {
    for (const command of [
      { do: 'fault', device: 'reader', kind: 'offline', on: true },
      { do: 'clock', advanceMs: 60_000 },
      { do: 'wifi', remove: 'Harbour Office' },
      { do: 'wifi', network: { ssid: 'x' } },
      { do: 'bluetooth', ask: { mac: 'AA:BB:CC:DD:EE:FF' } },
      { do: 'bluetooth', show: { mac: 'AA:BB:CC:DD:EE:FF', number: '7' } },
      { do: 'wiegand', show: { mac: 'AA:BB:CC:DD:EE:FF', number: '7' } },
    ]) {
      expect(readCommand(JSON.stringify(command))).toEqual(command);
    }
  });

  it.each([
    '',
    'null',
    '{"do":"clock","advanceMs":-5}',
    '{"do":"clock","advanceMs":1e15}',
    '{"do":"fault","device":"reader","kind":"off line","on":true}',
    '{"do":"fault","device":"reader","kind":"offline","on":1}',
    '{"do":"wifi"}',
    '{"do":"bluetooth","place":{}}',
    '{"do":"wiegand","devices":[]}',
    '{"do":"wifi","show":{}}',
    '{"do":"entropy"}',
    '{"do":"card","number":123}',
    '{"do":"card","number":"12a"}',
    '{"do":"card","number":"12","uid":5}',
    '{"do":"card","number":"123456789012345678901"}',
    '{"do":"key"}',
    '{"do":"key","key":"reset"}',
    '{"do":"pin","digits":""}',
    '{"do":"pin","digits":"12345678901234567"}',
  ])('is nothing else: %s', (text) => {
    expect(readCommand(text)).toBeUndefined();
  });
});
