import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { digestOf, forgetBuilt, isBuilt, noteBuilt } from '../../../tools/image/built.ts';

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'built-'));
  for (const folder of ['firmware', 'docs', 'image/out', 'image/next'])
    mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, '.gitignore'), 'image/\nkey\n');
  writeFileSync(join(root, 'firmware/main.c'), 'int main(void) { return 0; }\n');
  writeFileSync(join(root, 'docs/page.md'), 'A page.\n');
  writeFileSync(join(root, 'key'), 'key\n');
  for (const args of [
    ['init', '-q'],
    ['add', '.'],
  ])
    execFileSync('git', args, { cwd: root });
});
afterEach(() => rmSync(root, { recursive: true }));

const digest = (options: object = { board: 'one' }): string => digestOf({ root, files: [join(root, 'key')], options });

describe('the digest of the inputs', () => {
  it('is the same while nothing changes, and when a document does', () => {
    const before = digest();
    expect(digest()).toBe(before);
    appendFileSync(join(root, 'docs/page.md'), 'More.\n');
    expect(digest()).toBe(before);
  });

  it.each([
    ['a changed source', () => appendFileSync(join(root, 'firmware/main.c'), '\n')],
    ['a source that git does not know yet', () => writeFileSync(join(root, 'firmware/new.c'), '')],
    ['a source that is gone', () => rmSync(join(root, 'firmware/main.c'))],
    ['another key', () => writeFileSync(join(root, 'key'), 'other\n')],
    ['no key', () => rmSync(join(root, 'key'))],
  ])('is another one after %s', (_what, change) => {
    const before = digest();
    change();
    expect(digest()).not.toBe(before);
  });

  it('is another one for other options', () => {
    expect(digest({ board: 'two' })).not.toBe(digest());
  });
});

describe('an image', () => {
  const folder = (): string => join(root, 'image');
  const disk = (): string => join(folder(), 'out/disk.img');
  beforeEach(() => writeFileSync(disk(), 'disk'));

  it('is built when that was noted of the same inputs', () => {
    expect(isBuilt(folder(), 'a', false)).toBe(false);
    noteBuilt(folder(), 'a', false);
    expect(isBuilt(folder(), 'a', false)).toBe(true);
    expect(isBuilt(folder(), 'b', false)).toBe(false);
  });

  it('is not built with its next version before that was asked for', () => {
    noteBuilt(folder(), 'a', false);
    expect(isBuilt(folder(), 'a', true)).toBe(false);
    noteBuilt(folder(), 'a', true);
    expect([isBuilt(folder(), 'a', true), isBuilt(folder(), 'a', false)]).toStrictEqual([true, true]);
  });

  it.each([
    ['is gone', () => rmSync(disk())],
    ['has another size', () => appendFileSync(disk(), '!')],
    ['was written again', () => utimesSync(disk(), 1, 1)],
    ['has come besides', () => writeFileSync(join(folder(), 'next/other.swu'), '')],
  ])('is not built any more when a result %s', (_what, change) => {
    noteBuilt(folder(), 'a', false);
    change();
    expect(isBuilt(folder(), 'a', false)).toBe(false);
  });

  it('is not built while a build runs or after one that was stopped', () => {
    noteBuilt(folder(), 'a', false);
    forgetBuilt(folder());
    expect(isBuilt(folder(), 'a', false)).toBe(false);
    forgetBuilt(folder());
  });
});
