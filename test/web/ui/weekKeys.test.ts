import { describe, expect, it } from 'vitest';
import type { Interval, Week } from '../../../web/lib/week.ts';
import { ghostOf } from '../../../web/ui/useWeekPointer.ts';
import { type Cursor, type KeyOutcome, pressed } from '../../../web/ui/weekKeys.ts';

const days = [1, 2, 3, 4, 5, 6, 0];
const at = (day: number, start: number, end: number): Interval => ({ day, start, end });

/** Presses keys one after the other; `Shift+` before a key. */
function press(keys: readonly string[], start: Cursor, from: Week, more: { several?: boolean; rtl?: boolean } = {}) {
  let [cursor, week]: [Cursor, Week] = [start, from];
  let outcome: KeyOutcome | undefined;
  for (const name of keys) {
    const key = { key: name.replace('Shift+', ''), shiftKey: name.startsWith('Shift+') };
    outcome = pressed(key, cursor, { week, days, several: more.several ?? true, rtl: more.rtl ?? false });
    cursor = outcome?.cursor ?? cursor;
    week = outcome?.week ?? week;
  }
  return { cursor, week, outcome };
}

const start: Cursor = { day: 1, point: 480, anchor: null };

describe('the keyboard on a week', () => {
  it('goes by a quarter of an hour, by an hour, to the ends of the day, and over the days', () => {
    expect(press(['ArrowRight'], start, []).cursor.point).toBe(495);
    expect(press(['ArrowLeft'], start, []).cursor.point).toBe(465);
    expect(press(['PageDown'], start, []).cursor.point).toBe(540);
    expect(press(['PageUp'], start, []).cursor.point).toBe(420);
    expect(press(['Home'], start, []).cursor.point).toBe(0);
    expect(press(['Home', 'ArrowLeft'], start, []).cursor.point).toBe(0);
    expect(press(['End', 'ArrowRight'], start, []).cursor.point).toBe(1440);
    expect(press(['ArrowDown', 'ArrowDown'], start, []).cursor.day).toBe(3);
    expect(press(['ArrowUp'], start, []).cursor.day).toBe(1);
    expect(press(Array(9).fill('ArrowDown'), start, []).cursor.day).toBe(0);
  });

  it('goes the other way where texts run from right to left', () => {
    expect(press(['ArrowLeft'], start, [], { rtl: true }).cursor.point).toBe(495);
    expect(press(['ArrowRight'], start, [], { rtl: true }).cursor.point).toBe(465);
  });

  it('paints from where it began to where it ended, in either direction', () => {
    expect(press(['Enter', 'PageDown', 'PageDown', ' '], start, []).week).toEqual([at(1, 480, 600)]);
    expect(press([' ', 'PageUp', 'Enter'], start, []).week).toEqual([at(1, 420, 480)]);
    expect(press(['Enter', 'End', 'Enter'], start, []).week).toEqual([at(1, 480, 1439)]);
  });

  it('paints over midnight, and no more than a day', () => {
    const painted = press(['End', 'PageUp', 'Enter', ...Array(8).fill('PageDown'), 'Enter'], start, []);
    expect(painted.week).toEqual([at(1, 1380, 420)]);
    expect(painted.cursor).toEqual({ day: 1, point: 1440, anchor: null });
    expect(press(['Enter', ...Array(40).fill('PageDown'), 'Enter'], start, []).week).toEqual([at(1, 480, 479)]);
  });

  it('stays on its day while it paints, and Escape gives up', () => {
    const { cursor } = press(['Enter', 'ArrowRight', 'ArrowDown'], start, []);
    expect(cursor).toEqual({ day: 1, point: 495, anchor: 480 });
    expect(press(['Enter', 'PageDown', 'Escape'], start, [])).toMatchObject({ cursor: start, week: [] });
    expect(press(['Escape'], start, []).outcome).toBeUndefined();
    expect(press(['Enter', 'Enter'], start, [])).toMatchObject({ cursor: start, week: [] });
  });

  it('removes, moves and resizes the interval under it', () => {
    const week = [at(1, 420, 600), at(2, 420, 600)];
    expect(press(['Delete'], start, week).week).toEqual([at(2, 420, 600)]);
    expect(press(['Backspace'], start, week).outcome?.removed).toEqual(at(1, 420, 600));
    expect(press(['End', 'Delete'], start, week).week).toEqual(week);
    expect(press(['Shift+ArrowRight'], start, week)).toMatchObject({
      week: [at(1, 435, 615), at(2, 420, 600)],
      cursor: { day: 1, point: 435 },
    });
    expect(press(['Shift+ArrowDown'], start, [at(1, 420, 600)]).week).toEqual([at(2, 420, 600)]);
    expect(press(['+'], start, [at(1, 420, 600)]).week).toEqual([at(1, 420, 615)]);
    expect(press(['-'], start, [at(1, 420, 600)]).week).toEqual([at(1, 420, 585)]);
  });

  it('takes the place of the one interval of a day', () => {
    const { week } = press(['End', 'PageUp', 'Enter', 'End', 'Enter'], start, [at(1, 420, 600)], { several: false });
    expect(week).toEqual([at(1, 1380, 1439)]);
  });

  it('leaves other keys to the page', () => {
    for (const key of ['Tab', 'a', 'F5']) expect(press([key], start, []).outcome).toBeUndefined();
  });
});

describe('the pointer on a week', () => {
  const place = (day: number, minute: number) => ({ day, minute });
  const interval = at(1, 480, 720);

  it('paints to the nearest quarters, one at least, on the day it began', () => {
    expect(ghostOf({ kind: 'paint' }, place(1, 487), place(1, 713)).interval).toEqual(at(1, 480, 720));
    expect(ghostOf({ kind: 'paint' }, place(1, 713), place(4, 487)).interval).toEqual(at(1, 480, 720));
    expect(ghostOf({ kind: 'paint' }, place(1, 1300), place(1, 1440)).interval).toEqual(at(1, 1305, 1439));
    expect(ghostOf({ kind: 'paint' }, place(1, 487), place(1, 486)).interval).toEqual(at(1, 480, 495));
    expect(ghostOf({ kind: 'paint' }, place(1, 1439), place(1, 1440)).interval).toEqual(at(1, 1425, 1439));
  });

  it('moves an interval as far as the pointer went, to other days too', () => {
    const grip = { kind: 'move', index: 0, interval } as const;
    expect(ghostOf(grip, place(1, 600), place(1, 668))).toEqual({ interval: at(1, 555, 795), index: 0 });
    expect(ghostOf(grip, place(1, 600), place(3, 600)).interval).toEqual(at(3, 480, 720));
    expect(ghostOf(grip, place(1, 600), place(0, 600)).interval).toEqual(at(0, 480, 720));
  });

  it('draws an end, of which the later one may go into the next day', () => {
    expect(ghostOf({ kind: 'end', index: 0, interval }, place(1, 720), place(1, 1023)).interval).toEqual(
      at(1, 480, 1020),
    );
    expect(ghostOf({ kind: 'end', index: 0, interval }, place(1, 720), place(2, 361)).interval).toEqual(
      at(1, 480, 360),
    );
    expect(ghostOf({ kind: 'start', index: 0, interval }, place(1, 480), place(1, 302)).interval).toEqual(
      at(1, 300, 720),
    );
  });
});
