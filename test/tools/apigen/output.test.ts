import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { removeOthers, writeFiles } from '../../../tools/apigen/output.ts';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'apigen-output-'));
});

afterEach(() => rmSync(folder, { recursive: true }));

describe('removeOthers', () => {
  it('removes what an earlier run wrote there and this one did not, and nothing else', () => {
    const before = ['ts/parts/a/old.ts', 'ts/parts/a/kept.ts', 'ts/old.ts'];
    expect(writeFiles(folder, new Map(before.map((name) => [name, name])))).toBe(3);
    const files = new Map([['ts/parts/a/kept.ts', 'kept']]);
    expect(writeFiles(folder, files)).toBe(1);
    removeOthers(folder, 'ts/parts', files);
    expect(before.map((name) => existsSync(join(folder, name)))).toEqual([false, true, true]);
    expect(readFileSync(join(folder, 'ts/parts/a/kept.ts'), 'utf8')).toBe('kept');
  });
});
