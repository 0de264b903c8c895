import { describe, expect, it } from 'vitest';
import { initialState, next, pinMax, typed } from '../../../tools/panel/page/state.ts';
import { directionOf, wordsOf } from '../../../tools/panel/page/words.ts';
import type { PanelEvent } from '../../../tools/panel/protocol.ts';

const access = (credential: string, past?: true): PanelEvent => ({
  type: 'access',
  kind: 'card',
  credential,
  user: null,
  time: 5,
  ...(past === undefined ? {} : { past }),
});

describe('what the page knows', () => {
  it('keeps accesses, newest first, and tells them apart', () => {
    const state = [access('a', true), access('b'), access('b')].reduce((s, event) => next(s, event, 0), initialState);
    expect(state.accesses.map(({ key, credential, past }) => [key, credential, past])).toEqual([
      [3, 'b', false],
      [2, 'b', false],
      [1, 'a', true],
    ]);
  });

  it('keeps at most fifty', () => {
    let state = initialState;
    for (let i = 0; i < 60; i += 1) state = next(state, access(String(i)), 0);
    expect(state.accesses).toHaveLength(50);
    expect(state.accesses[0]).toMatchObject({ credential: '59', key: 60 });
  });

  it('begins anew with a new stream', () => {
    expect(next(next(initialState, access('a'), 0), { type: 'opened' }, 0).accesses).toEqual([]);
  });

  it('knows by how much the terminal is ahead', () => {
    const display = {
      type: 'display',
      on: true,
      lines: [],
      language: 'en',
      initialPassword: null,
      clock: 9000,
    } as const;
    expect(next(initialState, display, 8000)).toMatchObject({ clockAhead: 1000, display });
  });

  it('shows a restart until the terminal is back', () => {
    const restarting = next(initialState, { type: 'restart' }, 0);
    expect(next(restarting, { type: 'link', connected: false }, 0)).toMatchObject({
      restarting: true,
      connected: false,
    });
    expect(next(restarting, { type: 'link', connected: true }, 0)).toMatchObject({
      restarting: false,
      connected: true,
    });
  });
});

describe('the keypad', () => {
  it('adds digits up to what the terminal takes', () => {
    expect(typed('12', '3')).toBe('123');
    expect(typed('1'.repeat(pinMax), '3')).toBe('1'.repeat(pinMax));
  });

  it('takes the last digit back, and is empty after OK', () => {
    expect(typed('12', 'back')).toBe('1');
    expect(typed('', 'back')).toBe('');
    expect(typed('12', 'ok')).toBe('');
  });
});

describe("the display's words", () => {
  it('come in the language of the terminal, else in English', () => {
    expect(wordsOf('es').unknown).toBe('desconocido');
    expect(wordsOf('en-GB').unknown).toBe('unknown');
    expect(wordsOf('xx').unknown).toBe('unknown');
  });

  it('run as the language does', () => {
    expect(directionOf('ar')).toBe('rtl');
    expect(directionOf('en')).toBe('ltr');
    expect(directionOf('arn')).toBe('ltr');
  });
});
