import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { PackError, packAsset } from '../../../tools/rompack/assets.ts';
import { literal, romSource } from '../../../tools/rompack/source.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** What a C compiler makes of adjacent string literals. */
function read(text: string): Buffer {
  const octets: number[] = [];
  for (const [, inner = ''] of text.matchAll(/"((?:\\[0-7]{3}|[^"\\])*)"/g)) {
    for (const [part] of inner.matchAll(/\\[0-7]{3}|[^\\]/g)) {
      octets.push(part.startsWith('\\') ? Number.parseInt(part.slice(1), 8) : part.charCodeAt(0));
    }
  }
  return Buffer.from(octets);
}

const pack = (file: string, text: string) => packAsset(file, Buffer.from(text), gzipSync(text));

const assets = [pack('/assets/app-ABCDEFGH.js', 'let a = "\\1?";'), pack('/index.html', '<!doctype html>')];

describe('a literal', () => {
  it('holds every octet', () => {
    const every = Buffer.from(Array.from({ length: 1024 }, (_, i) => (i * 7) % 256));
    expect(read(literal(every)).equals(every)).toBe(true);
  });

  it('keeps a digit behind an octal escape apart from it', () => {
    expect(read(literal(Buffer.from([0, 0x31, 7, 0x37]))).equals(Buffer.from([0, 0x31, 7, 0x37]))).toBe(true);
  });

  it('can be empty', () => {
    expect(read(literal(Buffer.alloc(0)))).toHaveLength(0);
  });

  it('has no question mark, which could start a trigraph', () => {
    expect(literal(Buffer.from('??/'))).not.toContain('?');
  });
});

describe('the source', () => {
  it('has all octets of all replies, and the shell', () => {
    const source = romSource(assets);
    for (const asset of assets) {
      expect(source).toContain(literal(asset.gzip.reply));
      expect(source).toContain(literal(asset.gzip.notModified));
    }
    expect(source).toContain('rom_asset_count = 2;');
    expect(source).toContain('rom_shell = &rom_assets[1];');
  });

  it('needs a shell', () => {
    expect(() => romSource(assets.slice(0, 1))).toThrow(PackError);
  });
});

describe('the command', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rompack-'));
    add('index.html', '<!doctype html>');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const add = (name: string, text: string): void => {
    writeFileSync(join(folder, name), text);
    writeFileSync(join(folder, `${name}.gz`), gzipSync(text));
  };

  const run = (...args: string[]): string =>
    execFileSync(process.execPath, [join(root, 'tools/rompack/main.ts'), '--in', folder, ...args], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });

  it('prints what each file takes and writes the source', () => {
    const out = join(folder, 'gen', 'rom.c');
    expect(run('--out', out)).toMatch(/\/index\.html +15 +\d+\nrom: \d+ of 592568 octets/);
    expect(readFileSync(out, 'latin1')).toContain('struct rom_asset rom_assets[]');
  });

  it('leaves a source alone that would be the same', () => {
    const other = mkdtempSync(join(tmpdir(), 'rompack-'));
    const out = join(other, 'rom.c');
    run('--out', out);
    const before = statSync(out).mtimeMs;
    run('--out', out, '--quiet');
    expect(statSync(out).mtimeMs).toBe(before);
    rmSync(other, { recursive: true });
  });

  it('refuses a bundle over the budget and writes nothing', () => {
    const out = join(folder, 'rom.c');
    expect(() => run('--out', out, '--budget', '100')).toThrow(/over its budget/);
    expect(existsSync(out)).toBe(false);
  });

  it('refuses a file it does not know', () => {
    add('notes.doc', '');
    expect(() => run('--out', join(folder, 'rom.c'))).toThrow(/notes\.doc: no media type/);
  });
});
