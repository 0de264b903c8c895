// Writes a picture as a PNG of 256 colours, a third of the browser's size: pictures of pages have few colours.

import { crc32, deflateSync } from 'node:zlib';
import { PNG } from 'pngjs';

const colours = 256;
/** Colours that differ only in the lowest bits count as one. */
const dropped = 2;

const keyOf = (data: Uint8Array, at: number): number =>
  (((data[at] ?? 0) >> dropped) << 16) | (((data[at + 1] ?? 0) >> dropped) << 8) | ((data[at + 2] ?? 0) >> dropped);

const distance = (a: number, b: number): number =>
  ((a >> 16) - (b >> 16)) ** 2 + (((a >> 8) & 255) - ((b >> 8) & 255)) ** 2 + ((a & 255) - (b & 255)) ** 2;

/** Index of the nearest palette colour for each key. */
function places(keys: Iterable<number>, palette: readonly number[]): Map<number, number> {
  const nearest = (key: number): number =>
    palette.reduce((best, colour, at) => (distance(key, colour) < distance(key, palette[best] ?? 0) ? at : best), 0);
  return new Map([...keys].map((key) => [key, nearest(key)]));
}

function chunk(type: string, data: Uint8Array): Buffer {
  const whole = Buffer.alloc(data.length + 12);
  whole.writeUInt32BE(data.length, 0);
  whole.write(type, 4, 'latin1');
  whole.set(data, 8);
  whole.writeUInt32BE(crc32(whole.subarray(4, data.length + 8)), data.length + 8);
  return whole;
}

function header(width: number, height: number): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 3, 0, 0, 0], 8); // eight bits an index, palette, no interlacing
  return data;
}

/** Expands to the full range: the highest value stays white. */
const channels = (key: number): number[] =>
  [key >> 16, (key >> 8) & 255, key & 255].map((value) => Math.round((value * 255) / (255 >> dropped)));

export function withPalette(picture: Buffer): Buffer {
  const { width, height, data } = PNG.sync.read(picture);
  const counts = new Map<number, number>();
  for (let at = 0; at < data.length; at += 4) {
    const key = keyOf(data, at);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const byUse = [...counts].toSorted(([, a], [, b]) => b - a).map(([key]) => key);
  const palette = byUse.slice(0, colours);
  const place = places(counts.keys(), palette);
  const rows = Buffer.alloc((width + 1) * height); // each row begins with its filter: none
  for (let pixel = 0; pixel < width * height; pixel++) {
    const row = Math.floor(pixel / width);
    rows[row + 1 + pixel] = place.get(keyOf(data, pixel * 4)) ?? 0;
  }
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header(width, height)),
    chunk('PLTE', Buffer.from(palette.flatMap(channels))),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
