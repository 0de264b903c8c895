// The disk of a board as other programs read it, and growing its last partition.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { type Layout, partitionOf, place, sector, writeDisk } from '../../../tools/image/disk.ts';

const folder = mkdtempSync(join(tmpdir(), 'postern-disk-'));
const disk = join(folder, 'disk.img');
const mib = 1 << 20;
const layout: Layout = {
  firstLba: 2048,
  tableLength: 128,
  partitions: [
    { name: 'env', size: mib, content: Buffer.from('environment') },
    { name: 'slot-a', size: 2 * mib, content: Buffer.from('a') },
    { name: 'data', size: mib },
  ],
};

afterAll(() => rmSync(folder, { recursive: true }));

/** One of the two tables, judged as the specification of GPT says. */
function tableAt(
  image: Buffer,
  lba: number,
): { readonly other: number; readonly names: string[]; readonly last: number[] } {
  const header = image.subarray(lba * sector, (lba + 1) * sector);
  expect(header.toString('latin1', 0, 8)).toBe('EFI PART');
  const bare = Buffer.from(header.subarray(0, header.readUInt32LE(12)));
  bare.writeUInt32LE(0, 16);
  expect(crc32(bare)).toBe(header.readUInt32LE(16));
  expect(Number(header.readBigUInt64LE(24))).toBe(lba);
  const count = header.readUInt32LE(80);
  const at = Number(header.readBigUInt64LE(72)) * sector;
  const entries = image.subarray(at, at + count * 128);
  expect(crc32(entries)).toBe(header.readUInt32LE(88));
  const used = Array.from({ length: count }, (_, index) => entries.subarray(index * 128, (index + 1) * 128)).filter(
    (entry) => entry.some((octet) => octet !== 0),
  );
  const lastUsable = Number(header.readBigUInt64LE(48));
  const last = used.map((entry) => Number(entry.readBigUInt64LE(40)));
  expect(Math.max(...last)).toBeLessThanOrEqual(lastUsable);
  return {
    other: Number(header.readBigUInt64LE(32)),
    names: used.map((entry) => entry.toString('utf16le', 56).replace(/\0.*$/s, '')),
    last,
  };
}

function bothTables(): ReturnType<typeof tableAt> {
  const image = readFileSync(disk);
  const end = image.length / sector - 1;
  const first = tableAt(image, 1);
  const second = tableAt(image, end);
  expect([first.other, second.other]).toEqual([end, 1]);
  expect(second).toEqual({ ...first, other: 1 });
  return first;
}

beforeEach(() => writeDisk(disk, layout, []));

describe('a disk', () => {
  it('has two tables that agree, and its partitions one after the other', () => {
    const { names, last } = bothTables();
    expect(names).toEqual(['env', 'slot-a', 'data']);
    expect(last).toEqual(place(layout).map((partition) => partition.last));
  });

  it('has each content at the beginning of its partition', () => {
    const { at, size } = partitionOf(disk, 'slot-a');
    expect([at, size]).toEqual([(2048 + 2048) * sector, 2 * mib]);
    expect(readFileSync(disk).toString('latin1', at, at + 1)).toBe('a');
    expect(() => partitionOf(disk, 'slot-c')).toThrow(/no partition/);
  });

  it('is the same when it is made again', () => {
    const before = readFileSync(disk);
    writeDisk(disk, layout, []);
    expect(readFileSync(disk).equals(before)).toBe(true);
  });

  it('has room for a boot loader behind a short table', () => {
    const piece = { at: 8192, content: Buffer.from('eGON') };
    writeDisk(disk, { ...layout, tableLength: 8 }, [piece]);
    expect(readFileSync(disk).toString('latin1', 8192, 8196)).toBe('eGON');
    expect(bothTables().names).toEqual(['env', 'slot-a', 'data']);
  });
});

describe('growing the last partition', () => {
  const grow = join(folder, 'grow');
  execFileSync('gcc', [
    '-O1',
    '-Wall',
    '-Wextra',
    '-Werror',
    '-D_GNU_SOURCE',
    '-o',
    grow,
    'tools/image/grow/grow.c',
    '-lz',
  ]);
  const run = (name: string): number | null => spawnSync(grow, [disk, name], { stdio: 'ignore' }).status;

  it('takes what the disk has, and moves the second table to its end', () => {
    truncateSync(disk, 32 * mib);
    expect(run('data')).toBe(0);
    bothTables();
    const { at, size } = partitionOf(disk, 'data');
    expect(at + size).toBe(31 * mib);
  });

  it('changes nothing the second time, nor where there is no room', () => {
    const factory = readFileSync(disk);
    expect(run('data')).toBe(0);
    expect(readFileSync(disk).equals(factory)).toBe(true);
    truncateSync(disk, 32 * mib);
    expect(run('data')).toBe(0);
    const grown = readFileSync(disk);
    expect(run('data')).toBe(0);
    expect(readFileSync(disk).equals(grown)).toBe(true);
  });

  it.each(['slot-a', 'slot-c', 'dat'])('leaves the disk alone for %s', (name) => {
    truncateSync(disk, 32 * mib);
    const before = readFileSync(disk);
    expect(run(name)).toBe(1);
    expect(readFileSync(disk).equals(before)).toBe(true);
  });

  it.each([
    ['header', 520],
    ['table', 2 * sector + 40],
  ])('leaves a disk alone whose %s is damaged', (_, at) => {
    truncateSync(disk, 32 * mib);
    const image = readFileSync(disk);
    image[at] = (image[at] ?? 0) ^ 1;
    writeFileSync(disk, image);
    expect(run('data')).toBe(1);
    expect(readFileSync(disk).equals(image)).toBe(true);
  });
});
