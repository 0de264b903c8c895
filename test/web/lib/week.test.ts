import { describe, expect, it } from 'vitest';
import {
  between,
  changed,
  copiedDay,
  coveredOn,
  DAYS,
  endPoint,
  freeOn,
  hitAt,
  type Interval,
  isSameWeek,
  lengthOf,
  merged,
  moved,
  resized,
  segmentsOn,
  together,
  type Week,
  withInterval,
} from '../../../web/lib/week.ts';

const at = (day: number, start: number, end: number): Interval => ({ day, start, end });
const MON = 1;
const TUE = 2;
const SAT = 6;
const SUN = 0;

/** What the rules say of an interval, minute by minute of the week; the slow way. */
function minutesOf(week: Week): Set<number> {
  const minutes = new Set<number>();
  for (const { day, start, end } of week) {
    if (start === end) continue;
    for (let minute = start; ; minute += 1) {
      minutes.add((day * 1440 + minute) % 10_080);
      if (minute % 1440 === end) break;
    }
  }
  return minutes;
}

describe('an interval', () => {
  it.each([
    ['the last minute counts', at(MON, 480, 1050), 571],
    ['the same start and end is never', at(MON, 480, 480), 0],
    ['a whole day', at(MON, 0, 1439), 1440],
    ['over midnight', at(MON, 1320, 360), 481],
    ['a whole day from noon to noon', at(MON, 720, 719), 1440],
  ])('%s', (_, interval, minutes) => {
    expect(lengthOf(interval)).toBe(minutes);
    expect(minutesOf([interval]).size).toBe(minutes);
  });

  it.each([
    ['ends on the line it was painted to', 480, 1050, at(MON, 480, 1050)],
    ['to midnight ends with the last minute', 480, 1440, at(MON, 480, 1439)],
    ['a whole day', 0, 1440, at(MON, 0, 1439)],
    ['over midnight ends on the next day', 1320, 1800, at(MON, 1320, 360)],
    ['is a day long at most', 480, 4000, at(MON, 480, 479)],
    ['is a day long at most, from midnight', 0, 1500, at(MON, 0, 1439)],
    ['is never none, in the last minute either', 1439, 1440, at(MON, 1438, 1439)],
    ['turned round begins where it begins', 600, 600, at(MON, 600, 601)],
  ])('%s', (_, from, to, interval) => {
    expect(between(MON, from, to)).toEqual(interval);
    expect(lengthOf(interval)).toBeGreaterThan(0);
  });

  it('between the points of an interval is that interval', () => {
    for (const interval of [at(MON, 480, 1050), at(MON, 0, 1439), at(MON, 1320, 360), at(MON, 480, 479)]) {
      expect(between(MON, interval.start, endPoint(interval))).toEqual(interval);
    }
  });
});

describe('a day as it is drawn', () => {
  it('has its own intervals and what runs on from the day before, over the end of the week too', () => {
    const week = [at(SAT, 1320, 360), at(SUN, 540, 720)];
    expect(segmentsOn(week, SAT)).toEqual([{ from: 1320, to: 1440, cameIn: false, goesOn: true, index: 0 }]);
    expect(segmentsOn(week, SUN)).toEqual([
      { from: 0, to: 361, cameIn: true, goesOn: false, index: 0 },
      { from: 540, to: 721, cameIn: false, goesOn: false, index: 1 },
    ]);
    expect(segmentsOn(week, MON)).toEqual([]);
  });

  it('does not draw what means never', () => {
    expect(segmentsOn([at(MON, 300, 300)], MON)).toEqual([]);
  });

  it('covers exactly the minutes of all weeks together', () => {
    const weeks = [
      [at(MON, 480, 720), at(MON, 1320, 360), at(SAT, 1200, 1199)],
      [at(MON, 700, 900), at(TUE, 300, 400), at(SUN, 0, 0)],
    ];
    const drawn = new Set<number>();
    for (const day of DAYS) {
      for (const { from, to } of coveredOn(weeks, day)) {
        for (let minute = from; minute < to; minute += 1) drawn.add(day * 1440 + minute);
      }
    }
    expect(drawn).toEqual(minutesOf(weeks.flat()));
    expect(coveredOn(weeks, MON).map(({ from, to }) => [from, to])).toEqual([
      [480, 901],
      [1320, 1440],
    ]);
  });
});

describe('merging', () => {
  it.each([
    ['what overlaps', [at(MON, 480, 720), at(MON, 700, 900)], [at(MON, 480, 900)]],
    ['what touches: the minute after the last one', [at(MON, 480, 719), at(MON, 720, 900)], [at(MON, 480, 900)]],
    ['not what leaves a minute free', [at(MON, 480, 718), at(MON, 720, 900)], [at(MON, 480, 718), at(MON, 720, 900)]],
    ['what lies inside', [at(MON, 480, 1020), at(MON, 600, 660)], [at(MON, 480, 1020)]],
    ['into what runs over midnight', [at(MON, 1200, 1400), at(MON, 1320, 360)], [at(MON, 1200, 360)]],
    ['not over a day', [at(MON, 0, 1439), at(MON, 1320, 360)], [at(MON, 0, 1439), at(MON, 1320, 360)]],
    ['not days that follow', [at(MON, 0, 1439), at(TUE, 0, 1439)], [at(MON, 0, 1439), at(TUE, 0, 1439)]],
    ['leaves out what means never', [at(MON, 480, 480)], []],
  ])('%s', (_, week, result) => {
    expect(merged(week)).toEqual(result);
    expect(merged(week.toReversed())).toEqual(result);
    expect(minutesOf(result)).toEqual(minutesOf(week));
  });

  it('loses and adds no minute, whatever the week', () => {
    let seed = 7;
    const random = (below: number) => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.trunc((seed / 2_147_483_648) * below);
    };
    for (let round = 0; round < 60; round += 1) {
      const week = Array.from({ length: 12 }, () => at(random(7), random(1440), random(1440)));
      expect(minutesOf(merged(week))).toEqual(minutesOf(week));
      expect(minutesOf(together([week.slice(0, 6), week.slice(6)]))).toEqual(minutesOf(week));
    }
  });

  it('the same week in another order is the same', () => {
    expect(isSameWeek([at(MON, 1, 2), at(TUE, 3, 4)], [at(TUE, 3, 4), at(MON, 1, 2)])).toBe(true);
    expect(isSameWeek([at(MON, 1, 2)], [at(MON, 1, 3)])).toBe(false);
    expect(isSameWeek([at(MON, 1, 2)], [])).toBe(false);
  });
});

describe('painting', () => {
  const week = [at(MON, 480, 720), at(TUE, 480, 720)];

  it('joins what is there, or takes its place where a day has one', () => {
    expect(withInterval(week, at(MON, 700, 1020), true)).toEqual([at(MON, 480, 1020), at(TUE, 480, 720)]);
    expect(withInterval(week, at(MON, 700, 1020), false)).toEqual([at(MON, 700, 1020), at(TUE, 480, 720)]);
    expect(withInterval(week, at(MON, 800, 1020), true)).toHaveLength(3);
  });

  it('an interval that is moved onto another one joins it', () => {
    expect(changed(week, 1, moved(at(TUE, 480, 720), MON, 700), true)).toEqual([at(MON, 480, 940)]);
    expect(changed(week, 1, moved(at(TUE, 480, 720), MON, 700), false)).toEqual([at(MON, 700, 940)]);
  });

  it('keeps its length when it is moved, over midnight too', () => {
    expect(moved(at(MON, 480, 720), TUE, 600)).toEqual(at(TUE, 600, 840));
    expect(moved(at(MON, 1320, 1439), MON, 1335)).toEqual(at(MON, 1335, 15));
    expect(moved(at(MON, 1335, 15), MON, 1320)).toEqual(at(MON, 1320, 1439));
    expect(moved(at(MON, 480, 720), MON, -100)).toEqual(at(MON, 0, 240));
    expect(moved(at(MON, 480, 720), MON, 5000)).toEqual(at(MON, 1425, 225));
  });

  it('is a step long at least and a day at most', () => {
    expect(resized(at(MON, 480, 720), 'end', 1020)).toEqual(at(MON, 480, 1020));
    expect(resized(at(MON, 480, 720), 'end', 100)).toEqual(at(MON, 480, 495));
    expect(resized(at(MON, 480, 720), 'end', 1800)).toEqual(at(MON, 480, 360));
    expect(resized(at(MON, 480, 720), 'end', 2800)).toEqual(at(MON, 480, 479));
    expect(resized(at(MON, 480, 720), 'start', 60)).toEqual(at(MON, 60, 720));
    expect(resized(at(MON, 480, 720), 'start', 1000)).toEqual(at(MON, 705, 720));
    expect(resized(at(MON, 1320, 360), 'start', 0)).toEqual(at(MON, 361, 360));
  });

  it('copies a day in place of others', () => {
    expect(copiedDay(week, MON, [TUE, SUN])).toEqual([at(SUN, 480, 720), at(MON, 480, 720), at(TUE, 480, 720)]);
    expect(copiedDay(week, SUN, [MON])).toEqual([at(TUE, 480, 720)]);
    expect(copiedDay(week, MON, [MON])).toEqual(week);
  });

  it('finds what is at a place: its ends within reach, else inside', () => {
    expect(hitAt(week, MON, 484, 8)).toEqual({ index: 0, part: 'start' });
    expect(hitAt(week, MON, 476, 8)).toEqual({ index: 0, part: 'start' });
    expect(hitAt(week, MON, 717, 8)).toEqual({ index: 0, part: 'end' });
    expect(hitAt(week, MON, 600, 8)).toEqual({ index: 0, part: 'inside' });
    expect(hitAt(week, MON, 460, 8)).toBeUndefined();
    expect(hitAt([at(MON, 600, 610)], MON, 605, 30)).toEqual({ index: 0, part: 'inside' });
    expect(hitAt([at(MON, 1320, 360)], TUE, 358, 8)).toEqual({ index: 0, part: 'end' });
    expect(hitAt([at(MON, 1320, 360)], MON, 1439, 8)).toEqual({ index: 0, part: 'inside' });
  });

  it('offers hours that are free', () => {
    expect(freeOn([], MON)).toEqual(at(MON, 480, 1020));
    const more = freeOn(week, MON);
    expect(more).toEqual(at(MON, 780, 840));
    expect(freeOn([at(MON, 0, 1439)], MON)).toBeUndefined();
  });
});
