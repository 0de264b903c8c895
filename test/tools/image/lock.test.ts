// The lock file of an image: what is in it, and that a line which cannot be read is no line.

import { expect, it } from 'vitest';
import { packages } from '../../../tools/image/debs.ts';
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
