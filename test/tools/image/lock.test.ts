// The lock file of an image: what is in it, and that a line which cannot be read is no line.

import { describe, expect, it, vi } from 'vitest';
import { locked, packages, unpackedLock, type Ways } from '../../../tools/image/debs.ts';
import { formatLock, type Locked, lockedOf, parseLock, readLock } from '../../../tools/image/lock.ts';

const entry = (name: string, more: Partial<Locked> = {}): Locked => ({
  root: 'target',
  name,
  version: '1:2.3-4+b1',
  arch: 'arm64',
  source: name,
  sha256: 'ab'.repeat(32),
  sha1: 'cd'.repeat(20),
  ...more,
});

it('reads what it has written, in an order of its own', () => {
  const entries = [entry('zlib1g'), entry('libc6'), entry('libc6', { root: 'tools', arch: 'amd64' })];
  const text = formatLock(entries);
  expect(formatLock([...entries].reverse())).toBe(text);
  expect(parseLock(text)).toEqual([entries[1], entries[0], entries[2]]);
});

it.each([
  ['another root', 'laptop libc6 1 arm64'],
  ['no version', 'target libc6 arm64'],
  ['a short hash', `target libc6 1 arm64 glibc ${'ab'.repeat(31)} ${'cd'.repeat(20)}`],
  ['one hash', `target libc6 1 arm64 glibc ${'ab'.repeat(32)}`],
  ['a long SHA-256', `target libc6 1 arm64 glibc ${'ab'.repeat(33)} ${'cd'.repeat(20)}`],
  ['a long SHA-1', `target libc6 1 arm64 glibc ${'ab'.repeat(32)} ${'cd'.repeat(21)}`],
  ['another sign in front', `target libc6 1 arm64 glibc x${'ab'.repeat(32)} ${'cd'.repeat(20)}`],
  ['another sign behind', `target libc6 1 arm64 glibc ${'ab'.repeat(32)} ${'cd'.repeat(20)}x`],
  ['another sign behind the first', `target libc6 1 arm64 glibc ${'ab'.repeat(32)}x ${'cd'.repeat(20)}`],
  ['another sign before the second', `target libc6 1 arm64 glibc ${'ab'.repeat(32)} x${'cd'.repeat(20)}`],
  ['more than two hashes', `target libc6 1 arm64 glibc ${'ab'.repeat(32)} ${'cd'.repeat(20)} again`],
])('refuses a line with %s', (_, line) => {
  expect(() => parseLock(`# head\n${line}\n`)).toThrow(/cannot be read/);
});

it('has what is built and run on the board, and no C library among the tools', () => {
  const lock = readLock();
  for (const name of [...packages.target.build, ...packages.target.run])
    expect(lockedOf(lock, 'target', name).name).toBe(name);
  for (const name of packages.tools) expect(lockedOf(lock, 'tools', name).name).toBe(name);
  expect(lock.filter(({ root, name }) => root === 'tools' && name === 'libc6')).toEqual([]);
  expect(() => lockedOf(lock, 'target', 'libnothing1')).toThrow(/make image-lock/);
});

it('has nothing under version 3 of the GPL that would run on the board by a library', () => {
  /* Its users would have to be given the keys that sign what boots. */
  expect(readLock().filter(({ root, name }) => root === 'target' && /readline/.test(name))).toEqual([]);
});

describe('the packages that are unpacked', () => {
  const lock = [entry('libc6'), entry('zlib1g', { version: '1:1.2' })];
  const newer = [entry('libc6'), entry('zlib1g', { version: '1:1.3' })];
  const waysWith = (gone: readonly Locked[]) => ({
    read: vi.fn((file?: string) => (file === unpackedLock ? newer : lock)),
    fetch: vi.fn(() => ({ gone, said: '404  Not Found' })),
    renew: vi.fn(),
    note: vi.fn(),
  });
  const of = (ways: Ways, newestIfGone: boolean) => locked({ newestIfGone }, ways);

  it.each([true, false])('are those of the lock where all are found (for tests: %s)', (newestIfGone) => {
    const ways = waysWith([]);
    expect(of(ways, newestIfGone)).toEqual({ packages: lock, asLocked: true });
    expect(ways.note).toHaveBeenCalledWith(lock);
    expect(ways.renew).not.toHaveBeenCalled();
  });

  it('are none for an image where one is gone: it is named, with what apt said', () => {
    const ways = waysWith(lock.slice(1));
    expect(() => of(ways, false)).toThrow(/^zlib1g 1:1\.2: .*make image-lock renews\n404 {2}Not Found$/);
    expect(ways.renew).not.toHaveBeenCalled();
    expect(ways.note).not.toHaveBeenCalled();
  });

  it('are the newest for tests, which says so', () => {
    const log = vi.spyOn(console, 'log').mockImplementation(() => undefined);
    const ways = waysWith(lock);
    expect(of(ways, true)).toEqual({ packages: newer, asLocked: false });
    expect(ways.renew).toHaveBeenCalledWith(unpackedLock);
    expect(log).toHaveBeenCalledWith(expect.stringMatching(/^image: libc6 .*, zlib1g 1:1\.2: gone; the newest/));
    log.mockRestore();
  });
});
