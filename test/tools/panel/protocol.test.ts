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
    expect(read(display)).toEqual({ event: { type: 'display', ...shown } });
    expect(read({ event: 'restart' })).toEqual({ event: { type: 'restart' } });
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
    ['another kind', JSON.stringify({ ...access, kind: 'face' })],
  ])('is left out when it is %s', (_, text) => {
    expect(readBenchLine(text)).toBeUndefined();
  });
});

describe('a command of the page', () => {
  it('is a card or a PIN, and only that is handed on', () => {
    expect(readCommand('{"do":"card","number":"123","more":1}')).toEqual({ do: 'card', number: '123' });
    expect(readCommand('{"do":"pin","digits":"0042"}')).toEqual({ do: 'pin', digits: '0042' });
  });

  it.each([
    '',
    'null',
    '{"do":"clock","advanceMs":5}',
    '{"do":"fault","device":"reader","kind":"offline","on":true}',
    '{"do":"card","number":123}',
    '{"do":"card","number":"12a"}',
    '{"do":"card","number":"123456789012345678901"}',
    '{"do":"pin","digits":""}',
    '{"do":"pin","digits":"12345678901234567"}',
  ])('is nothing else: %s', (text) => {
    expect(readCommand(text)).toBeUndefined();
  });
});
