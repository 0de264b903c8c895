import { beforeAll, describe, expect, it } from 'vitest';
import { barsOf, byWeekday, HEIGHT } from '../../../../web/features/records/report/attendance.ts';
import { dayPicture } from '../../../../web/features/records/report/dayPicture.ts';
import {
  faultOf,
  rangeDays,
  readReport,
  toAsked,
  writeReport,
} from '../../../../web/features/records/report/reportState.ts';
import { spanText } from '../../../../web/features/records/report/reportWords.tsx';
import { activateLanguage } from '../../../../web/lib/i18n.ts';
import { aDay, aLeave, aPunch, aRow, aShift } from './reportWorld.tsx';

beforeAll(() => activateLanguage('en'));

const read = (text: string) => readReport(new URLSearchParams(text));

describe('the address of the report', () => {
  it('says what differs, and is read back', () => {
    const text = 'range=own&from=2026-06-01&to=2026-06-02&group=0&userid=7&view=days&after=7-20260602';
    expect(writeReport(read(text)).toString()).toBe(text);
    expect(writeReport(read('')).toString()).toBe('');
  });

  it('counts what it says wrongly as not said', () => {
    expect(read('range=year&from=2026-13-01&to=x&group=17&userid=0&view=all')).toEqual(read(''));
  });

  it('a person goes before the group', () => {
    const days = { fromDay: '2026-06-01', toDay: '2026-06-17' };
    expect(toAsked(read('group=2'), '2026-06-17')).toEqual({ ...days, group: 2 });
    expect(toAsked(read('group=2&userid=7'), '2026-06-17')).toEqual({ ...days, userid: 7 });
  });

  it('knows the days of a range, over the turn of a year too', () => {
    const days = (text: string, today: string) => Object.values(rangeDays(read(text), today));
    expect(days('', '2026-01-05')).toEqual(['2026-01-01', '2026-01-05']);
    expect(days('range=lastMonth', '2026-01-05')).toEqual(['2025-12-01', '2025-12-31']);
    expect(days('range=lastMonth', '2028-03-31')).toEqual(['2028-02-01', '2028-02-29']);
    const [first = '', last] = days('range=week', '2026-01-01');
    expect(last).toBe('2026-01-01');
    expect(['2025-12-28', '2025-12-29']).toContain(first);
  });

  it('takes 92 days and no more', () => {
    expect(faultOf({ fromDay: '2026-01-01', toDay: '2026-04-02' })).toBeNull();
    expect(faultOf({ fromDay: '2026-01-01', toDay: '2026-04-03' })).toBe('long');
    expect(faultOf({ fromDay: '2026-01-02', toDay: '2026-01-01' })).toBe('backwards');
    expect(faultOf({ fromDay: '', toDay: '2026-01-01' })).toBe('missing');
  });
});

it('spans are hours and minutes', () => {
  expect([0, 5, 60, 485, 10_085].map(spanText)).toEqual(['0:00', '0:05', '1:00', '8:05', '168:05']);
});

describe('the bars', () => {
  const day = (date: string, present: number, late: number, absent: number, onLeave: number) => ({
    date,
    due: 0,
    present,
    late,
    absent,
    onLeave,
  });

  it('stand on each other, and nothing where nobody was', () => {
    const { bars, grid } = barsOf([day('2026-06-01', 8, 3, 1, 1), day('2026-06-02', 0, 0, 0, 0)], 640);
    const [first, second] = bars;
    expect(first?.parts.map(({ part }) => part)).toEqual(['onTime', 'late', 'absent', 'leave']);
    expect(second?.parts).toEqual([]);
    const top = first?.parts.at(-1)?.y ?? 0;
    const whole = first?.parts.reduce((sum, { height }) => sum + height, 0) ?? 0;
    expect(top + whole).toBeCloseTo(grid[0]?.y ?? 0);
    expect(grid.at(-1)?.count).toBeGreaterThanOrEqual(10);
    expect(top).toBeGreaterThanOrEqual(grid.at(-1)?.y ?? 0);
    expect(grid.length).toBeLessThanOrEqual(5);
  });

  it('fit whatever there is, from nobody to a town', () => {
    for (const present of [0, 1, 3, 7, 99, 20_000]) {
      const { bars, grid } = barsOf([day('2026-06-01', present, 0, 0, 0)], 330);
      expect(grid.length).toBeGreaterThan(1);
      for (const { y, height } of bars.flatMap(({ parts }) => parts)) {
        expect(y).toBeGreaterThan(0);
        expect(y + height).toBeLessThan(HEIGHT);
      }
    }
  });

  it('name few of many days', () => {
    const many = Array.from({ length: 92 }, (_, index) => day(`day ${index}`, 1, 0, 0, 0));
    expect(barsOf(many, 330).labels.length).toBeLessThanOrEqual(6);
  });

  it('name the last day whole, up to the edge', () => {
    for (const width of [330, 640]) {
      const { labels } = barsOf(
        Array.from({ length: 26 }, (_, index) => day(`day ${index}`, 1, 0, 0, 0)),
        width,
      );
      for (const { x, anchor } of labels) expect(x + (anchor === 'middle' ? 32 : 0)).toBeLessThanOrEqual(width);
      for (const [at, { x }] of labels.entries()) expect(x - (labels[at - 1]?.x ?? -100)).toBeGreaterThan(32);
    }
    expect(barsOf([day('2026-06-01', 1, 0, 0, 0)], 330).labels).toMatchObject([{ anchor: 'middle' }]);
  });

  it('late by weekday adds up the weeks', () => {
    const counts = byWeekday([
      day('2026-06-01', 5, 2, 0, 0),
      day('2026-06-08', 5, 1, 0, 0),
      day('2026-06-02', 4, 0, 0, 0),
    ]);
    expect(counts[1]).toEqual({ present: 10, late: 3 });
    expect(counts[2]).toEqual({ present: 4, late: 0 });
    expect(counts[0]).toEqual({ present: 0, late: 0 });
  });
});

describe('the picture of a day', () => {
  it('is the calendar day with duty, break and the times of check-in and check-out', () => {
    expect(dayPicture(aDay())).toEqual({
      from: 0,
      to: 1440,
      duties: [{ from: 480, to: 960 }],
      free: [],
      breaks: [{ from: 720, to: 750 }],
      windows: [
        { from: 360, to: 600 },
        { from: 840, to: 1200 },
      ],
      cores: [],
    });
  });

  it('of flexible hours is the span, which leave leaves whole, and the core time, of which it takes a half', () => {
    const shift = aShift({ kind: 'dayTarget', onDuty: 840, offDuty: 360, coreStart: 1380, coreEnd: 120 });
    const of = (half?: 'first' | 'second') =>
      dayPicture(aDay({ shifts: [shift], leaves: half === undefined ? [] : [aLeave(1, { half })] }));
    expect(of()).toMatchObject({ duties: [{ from: 840, to: 1800 }], windows: [{ from: 720, to: 2040 }], free: [] });
    expect(of().cores).toEqual([{ from: 1380, to: 1560 }]);
    expect(of('first').cores).toEqual([{ from: 1470, to: 1560 }]);
    expect(of('second')).toMatchObject({ duties: [{ from: 840, to: 1800 }], cores: [{ from: 1380, to: 1470 }] });
  });

  it('holds a night and its break, with punches of both days', () => {
    const shift = aShift({ onDuty: 1320, offDuty: 360, breakStart: [120, 0, 0], breakEnd: [150, 0, 0] });
    const { from, to, duties, breaks } = dayPicture(
      aDay({ shifts: [shift], punches: [aPunch(1, 1320), aPunch(2, 1800, { role: 'lastOut' })] }),
    );
    expect(duties).toEqual([{ from: 1320, to: 1800 }]);
    expect(breaks).toEqual([{ from: 1560, to: 1590 }]);
    expect(from).toBeLessThanOrEqual(1200);
    expect(to).toBeGreaterThanOrEqual(2040);
    expect(to - from).toBe(1440);
  });

  it('has both duties of a split shift', () => {
    const shifts = [aShift({ offDuty: 720, breakEnd: [720, 0, 0] }), aShift({ number: 2, onDuty: 960, offDuty: 1200 })];
    const { duties, windows } = dayPicture(aDay({ shifts }));
    expect(duties).toEqual([
      { from: 480, to: 720 },
      { from: 960, to: 1200 },
    ]);
    expect(windows).toHaveLength(4);
  });

  it('half a leave moves the duty to the middle', () => {
    const first = dayPicture(aDay({ leaves: [aLeave(1, { half: 'first' })] }));
    expect(first.duties).toEqual([{ from: 720, to: 960 }]);
    expect(first.free).toEqual([{ from: 480, to: 720 }]);
    expect(first.windows[0]).toEqual({ from: 360, to: 840 });
    const second = dayPicture(aDay({ leaves: [aLeave(1, { half: 'second' })] }));
    expect(second.duties).toEqual([{ from: 480, to: 720 }]);
    expect(second.windows[1]).toEqual({ from: 600, to: 1200 });
  });

  it('a day of leave has no duty, and one of rest nothing', () => {
    const leave = dayPicture(aDay({ row: aRow('2026-06-02', { kind: 'onLeave' }), leaves: [aLeave(1)] }));
    expect(leave.duties).toEqual([]);
    expect(leave.free).toEqual([{ from: 480, to: 960 }]);
    const rest = dayPicture(aDay({ row: aRow('2026-06-06', { kind: 'rest' }), punches: [] }));
    expect(rest).toEqual({ from: 0, to: 1440, duties: [], free: [], breaks: [], windows: [], cores: [] });
  });
});
