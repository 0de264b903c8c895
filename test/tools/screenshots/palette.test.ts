import { PNG } from 'pngjs';
import { describe, expect, it } from 'vitest';
import { withPalette } from '../../../tools/screenshots/palette.ts';

type Colour = readonly [red: number, green: number, blue: number];

/** A picture as the browser gives it. */
function picture(width: number, height: number, colourAt: (x: number, y: number) => Colour): Buffer {
  const png = new PNG({ width, height });
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) png.data.set([...colourAt(x, y), 255], (y * width + x) * 4);
  return PNG.sync.write(png);
}

describe('a picture of 256 colours', () => {
  it('has the colours of a page, white and black exactly, each in its place', () => {
    const white: Colour = [255, 255, 255];
    const small = withPalette(picture(3, 2, (x, y) => (y === 0 ? white : [x * 100, 0, 0])));
    const { width, height, data } = PNG.sync.read(small);
    expect([width, height]).toStrictEqual([3, 2]);
    const near = [white, white, white, [0, 0, 0], [100, 0, 0], [200, 0, 0]].flatMap((colour) => [...colour, 255]);
    const apart = near.map((value, at) => Math.abs(value - (data[at] ?? 0)));
    expect(Math.max(...apart)).toBeLessThan(4);
    expect([...data.subarray(0, 4), ...data.subarray(12, 16)]).toStrictEqual([255, 255, 255, 255, 0, 0, 0, 255]);
  });

  it('gives a rare colour the nearest of those that are used most', () => {
    const many = picture(64, 64, (x, y) => [x * 4, y * 4, y === 63 ? 4 : 0]);
    const { data } = PNG.sync.read(withPalette(many));
    const used = new Set(Array.from({ length: 64 * 64 }, (_, at) => data.readUIntBE(at * 4, 3)));
    expect(used.size).toBeGreaterThan(200);
    expect(used.size).toBeLessThanOrEqual(256);
  });

  it('is smaller than what the browser writes', () => {
    const gradient = picture(200, 200, (x, y) => [x, y, (x + y) >> 1]);
    expect(withPalette(gradient).length).toBeLessThan(gradient.length);
  });
});
