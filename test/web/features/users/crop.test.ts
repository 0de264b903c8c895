import { describe, expect, it } from 'vitest';
import { moved, partOf, WHOLE, ZOOM_MAX, zoomed } from '../../../../web/features/users/photo/crop.ts';

const wide = { width: 1600, height: 800 };
const tall = { width: 300, height: 900 };

describe('the part of a picture that becomes the photo', () => {
  it('is 3 by 4, from the middle, and as much as fits', () => {
    expect(partOf(wide, WHOLE)).toEqual({ left: 500, top: 0, width: 600, height: 800 });
    expect(partOf(tall, WHOLE)).toEqual({ left: 0, top: 250, width: 300, height: 400 });
  });

  it('goes against the push, and not over the edge', () => {
    expect(partOf(wide, moved(wide, WHOLE, 0.5, 0))).toMatchObject({ left: 200 });
    expect(partOf(wide, moved(wide, WHOLE, 9, 9))).toMatchObject({ left: 0, top: 0 });
    expect(partOf(wide, moved(wide, WHOLE, -9, -9))).toEqual({ left: 1000, top: 0, width: 600, height: 800 });
  });

  it('zooms no further than it may', () => {
    expect(zoomed(wide, WHOLE, 0.2).zoom).toBe(1);
    expect(zoomed(wide, WHOLE, 99).zoom).toBe(ZOOM_MAX);
    expect(partOf(wide, { zoom: 2, x: 0.5, y: 0.5 })).toEqual({ left: 650, top: 200, width: 300, height: 400 });
  });

  it('zooms where the pointer is: what lies below it stays', () => {
    const at = { x: 0.25, y: 0.75 };
    const below = ({ left, top, width, height }: ReturnType<typeof partOf>) => [
      left + at.x * width,
      top + at.y * height,
    ];
    const before = below(partOf(wide, WHOLE));
    const after = below(partOf(wide, zoomed(wide, WHOLE, 3, at)));
    expect(after[0]).toBeCloseTo(before[0] ?? 0);
    expect(after[1]).toBeCloseTo(before[1] ?? 0);
  });
});
