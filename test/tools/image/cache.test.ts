// What a power cut leaves of a disk that forgets, of notes as QEMU writes them.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { sector } from '../../../tools/image/disk.ts';
import { Random } from '../../harness/random.ts';
import { CachedDisk, entriesOf } from '../../image/cache.ts';

const folder = mkdtempSync(join(tmpdir(), 'postern-cache-'));
afterAll(() => rmSync(folder, { recursive: true }));

const filled = (letter: string, sectors: number): Buffer => Buffer.alloc(sectors * sector, letter);

/** An entry: a head of one sector, then its content. */
function entry(at: number, content: Buffer, flags = 0): Buffer {
  const head = Buffer.alloc(sector);
  head.writeBigUInt64LE(BigInt(at), 0);
  head.writeBigUInt64LE(BigInt(content.length / sector), 8);
  head.writeBigUInt64LE(BigInt(flags), 16);
  return Buffer.concat([head, content]);
}

const flush = entry(0, Buffer.alloc(0), 1);
const nothing = Buffer.alloc(3 * sector);

function cut(notes: readonly Buffer[], seed: number): string {
  const path = join(folder, 'disk.img');
  writeFileSync(path, filled('-', 8));
  const disk = new CachedDisk(path);
  disk.begin();
  writeFileSync(path, filled('?', 8)); /* what was written, flushed or not */
  writeFileSync(`${path}.notes`, Buffer.concat([filled('h', 1), ...notes]));
  disk.lose(new Random(seed));
  return readFileSync(path)
    .toString('latin1')
    .replace(/(.)\1{511}/g, '$1');
}

it('keeps what was flushed, in the order it was written', () => {
  expect(cut([entry(0, filled('a', 3)), entry(2, filled('b', 2)), flush], 1)).toBe('aabb----');
});

it('keeps any part of what was not, sector by sector', () => {
  const notes = [entry(0, filled('a', 1)), flush, entry(0, filled('b', 1)), entry(6, filled('c', 2))];
  const left = new Set(Array.from({ length: 100 }, (_, seed) => cut(notes, seed)));
  const first = ['a', 'b'];
  const last = ['--', '-c', 'c-', 'cc'];
  expect([...left].sort()).toEqual(first.flatMap((a) => last.map((c) => `${a}-----${c}`)).sort());
});

it('passes over the note of a write that was on its way', () => {
  expect(cut([entry(0, filled('a', 1)), nothing, entry(1, filled('b', 1)), flush], 1)).toBe('ab------');
  expect([...entriesOf(Buffer.concat([filled('h', 1), nothing, entry(1, filled('b', 1))]))]).toHaveLength(1);
});

it('takes what was discarded for what it was, and needs no content for it', () => {
  const discard = entry(0, Buffer.alloc(0), 4);
  discard.writeBigUInt64LE(4n, 8);
  expect(cut([discard, entry(1, filled('b', 1)), flush], 1)).toBe('-b------');
});
