import { punchStatusWords } from '@gen/time.ts';
import { describe, expect, it } from 'vitest';
import { clearDay, copyDay, type Starts, weekOf, withStart } from '../../../../web/features/time/schedule.ts';
import { minuteOf, minuteText, NEVER } from '../../../../web/lib/dayMinute.ts';

const never = Array.from({ length: 7 }, () => NEVER);
const empty = Object.fromEntries(punchStatusWords.map((status) => [status, never])) as unknown as Starts;
const on = (day: number, minute: number) => never.map((none, index) => (index === day ? minute : none));

describe('the week of the statuses', () => {
  it('is empty while nothing starts', () => {
    expect(weekOf(empty)).toEqual([[], [], [], [], [], [], []]);
  });

  it('the latest start applies, over midnight and over the end of the week', () => {
    const week = weekOf({ ...empty, in: on(1, 480), out: on(5, 1020) });
    expect(week[0]).toEqual([{ status: 'out', from: 0, to: 1440 }]);
    expect(week[1]).toEqual([
      { status: 'out', from: 0, to: 480 },
      { status: 'in', from: 480, to: 1440 },
    ]);
    expect(week[3]).toEqual([{ status: 'in', from: 0, to: 1440 }]);
    expect(week[5]?.at(-1)).toEqual({ status: 'out', from: 1020, to: 1440 });
  });

  it('of two in the same minute the later one of the list applies, and midnight leaves no empty stretch', () => {
    const week = weekOf({ ...empty, in: on(2, 0), status4: on(2, 0), out: on(2, 600) });
    expect(week[2]).toEqual([
      { status: 'status4', from: 0, to: 600 },
      { status: 'out', from: 600, to: 1440 },
    ]);
  });

  it('a start that changes nothing is no border', () => {
    expect(weekOf({ ...empty, in: Array.from({ length: 7 }, () => 480) })[4]).toEqual([
      { status: 'in', from: 0, to: 1440 },
    ]);
  });

  it('every day is covered from 0:00 to 24:00', () => {
    const values = { ...empty, in: on(0, 1), out: on(0, 1439), status1: on(6, 1439), status2: on(3, 720) };
    for (const day of weekOf(values)) {
      expect(day[0]?.from).toBe(0);
      expect(day.at(-1)?.to).toBe(1440);
      day.forEach(({ from, to }, index) => {
        expect(to).toBeGreaterThan(from);
        if (index > 0) expect(from).toBe(day[index - 1]?.to);
      });
    }
  });
});

describe('editing it', () => {
  it('times are as inputs write them, and an empty one is never', () => {
    expect([0, 485, 1439, NEVER].map(minuteText)).toEqual(['00:00', '08:05', '23:59', '']);
    expect(['00:00', '08:05', '23:59:30', '', 'x'].map(minuteOf)).toEqual([0, 485, 1439, NEVER, NEVER]);
  });

  it('a day is copied to others, and cleared', () => {
    const values = { ...empty, in: on(1, 480), out: on(3, 60) };
    const copied = copyDay(values, 1, [1, 2, 3]);
    expect(copied.in).toEqual([NEVER, 480, 480, 480, NEVER, NEVER, NEVER]);
    expect(copied.out).toEqual(never);
    expect(clearDay(copied, 2).in).toEqual([NEVER, 480, NEVER, 480, NEVER, NEVER, NEVER]);
    expect(withStart(values, 'in', 0, 5)).toEqual({ in: [5, 480, NEVER, NEVER, NEVER, NEVER, NEVER] });
  });
});
