import { describe, expect, it } from 'vitest';
import { stripOf } from '../../../../web/features/time/strip.ts';
import {
  apart,
  inputsOf,
  momentOf,
  offsetText,
  wallOf,
  wallOfInputs,
  zonesOf,
} from '../../../../web/features/time/wall.ts';

describe('offsets', () => {
  it('are written with two digits and a real minus', () => {
    expect([0, 345, -210, 840, -720].map(offsetText)).toEqual([
      'UTC+00:00',
      'UTC+05:45',
      'UTC−03:30',
      'UTC+14:00',
      'UTC−12:00',
    ]);
  });

  it('there are 105 zones', () => {
    const zones = zonesOf({ min: -720, max: 840, step: 15 });
    expect(zones).toHaveLength(105);
    expect(zones.at(-1)).toBe(840);
  });
});

describe('the wall clock', () => {
  it('goes into inputs and comes back', () => {
    const wall = wallOf(Date.UTC(2026, 10, 21, 23, 30, 7), 60);
    expect(inputsOf(wall)).toEqual({ day: '2026-11-22', time: '00:30:07' });
    expect(wallOfInputs('2026-11-22', '00:30:07')).toBe(wall);
    expect(wallOfInputs('2026-11-22', '00:30')).toBe(wall - 7000);
  });

  it('is a moment at an offset, in whole seconds', () => {
    const inputs = { day: '2026-11-22', time: '00:30:07' };
    expect(momentOf(inputs, 60)).toBe(Date.UTC(2026, 10, 21, 23, 30, 7) / 1000);
    expect(momentOf(inputs, -210)).toBe(Date.UTC(2026, 10, 22, 4, 0, 7) / 1000);
    expect(momentOf({ ...inputs, day: '' }, 60)).toBeNaN();
  });

  it('what is no moment is none', () => {
    expect(wallOfInputs('', '10:00')).toBeUndefined();
    expect(wallOfInputs('2026-11-22', '')).toBeUndefined();
    expect(wallOfInputs('2026-02-31', '25:00')).toBeUndefined();
  });

  it('two clocks are apart by whole units', () => {
    expect(apart(400)).toBeNull();
    expect(apart(-1600)).toEqual({ ahead: false, days: 0, hours: 0, minutes: 0, seconds: 2 });
    expect(apart(90_061_000)).toEqual({ ahead: true, days: 1, hours: 1, minutes: 1, seconds: 1 });
  });
});

describe('the year ahead', () => {
  const now = Date.UTC(2026, 10, 21);
  const spring = { at: Date.UTC(2027, 2, 28, 1) / 1000, before: 60, after: 120 };
  const autumn = { at: Date.UTC(2027, 9, 31, 1) / 1000, before: 120, after: 60 };

  it('marks daylight saving between its changes', () => {
    const { summer, months, now: at } = stripOf(now, [spring, autumn]);
    expect(summer).toHaveLength(1);
    expect(summer[0]?.from).toBeCloseTo(147 / 365, 2);
    expect(summer[0]?.to).toBeCloseTo(364 / 365, 2);
    expect(months.map(({ month }) => month)).toEqual([10, 11, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(at).toBeCloseTo(20 / 365, 2);
  });

  it('in the south it begins with the strip and ends it', () => {
    const end = { at: Date.UTC(2027, 3, 4) / 1000, before: 660, after: 600 };
    const start = { at: Date.UTC(2027, 9, 3) / 1000, before: 600, after: 660 };
    const { summer } = stripOf(now, [end, start]);
    expect(summer.map(({ from, to }) => [Math.round(from * 100), Math.round(to * 100)])).toEqual([
      [0, 42],
      [92, 100],
    ]);
  });

  it('is plain without changes', () => {
    expect(stripOf(now, []).summer).toEqual([]);
  });
});
