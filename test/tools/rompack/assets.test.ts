import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Asset,
  hasHashedName,
  PackError,
  packAsset,
  packFolder,
  romSize,
  type Variant,
} from '../../../tools/rompack/assets.ts';

const pack = (file: string, content: Buffer): Asset => packAsset(file, content, gzipSync(content));

function headOf(variant: Variant): string {
  return variant.reply.subarray(0, variant.headLength).toString('latin1');
}

function bodyOf(variant: Variant): Buffer {
  return variant.reply.subarray(variant.headLength);
}

/** Header fields of a reply, names in small letters. */
function fieldsOf(head: string): Map<string, string> {
  const lines = head.split('\r\n').slice(1, -2);
  return new Map(
    lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 2)]),
  );
}

const script = pack('/assets/app-3F2K9A7Q.js', Buffer.from('export const answer = 42;\n'.repeat(20)));
const page = pack('/index.html', Buffer.from('<!doctype html><title>Postern</title>'));

describe('the page of a folder', () => {
  const up = pack('/up/index.html', Buffer.from('<!doctype html><title>Up</title>'));

  it('is asked for by the name of the folder, and is a page all the same', () => {
    expect(up.path).toBe('/up');
    const fields = fieldsOf(headOf(up.gzip));
    expect(fields.get('content-type')).toBe('text/html; charset=utf-8');
    expect(fields.get('content-security-policy')).toContain("default-src 'none'");
    expect(fields.get('cache-control')).toBe('no-cache');
    expect(up.identity).toBeDefined();
  });

  it('the shell keeps its name', () => expect(page.path).toBe('/index.html'));
});

describe('a packed asset', () => {
  it('is head and gzip body in one piece', () => {
    const head = headOf(script.gzip);
    expect(head.startsWith('HTTP/1.1 200 OK\r\n')).toBe(true);
    expect(head.endsWith('\r\n\r\n')).toBe(true);
    expect(gunzipSync(bodyOf(script.gzip)).toString()).toBe('export const answer = 42;\n'.repeat(20));
    const fields = fieldsOf(head);
    expect(fields.get('content-length')).toBe(String(bodyOf(script.gzip).length));
    expect(fields.get('content-encoding')).toBe('gzip');
    expect(fields.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(fields.get('x-content-type-options')).toBe('nosniff');
    expect(fields.get('etag')).toBe(script.gzip.etag);
  });

  it('may be kept for ever when its name has a hash, and must be asked for otherwise', () => {
    expect(fieldsOf(headOf(script.gzip)).get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(fieldsOf(headOf(page.gzip)).get('cache-control')).toBe('no-cache');
  });

  it('has a strong tag that follows from content and encoding', () => {
    const other = pack('/assets/app-3F2K9A7Q.js', Buffer.from('something else'));
    expect(script.gzip.etag).toMatch(/^"[A-Za-z0-9_-]{22}"$/);
    expect(other.gzip.etag).not.toBe(script.gzip.etag);
    expect(page.identity?.etag).not.toBe(page.gzip.etag);
  });

  it('says nothing of a body in its 304, and the same of caching', () => {
    const notModified = script.gzip.notModified.toString('latin1');
    const fields = fieldsOf(notModified);
    expect(notModified.startsWith('HTTP/1.1 304 Not Modified\r\n')).toBe(true);
    expect(notModified.endsWith('\r\n\r\n')).toBe(true);
    expect(fields.has('content-length')).toBe(false);
    expect(fields.get('etag')).toBe(script.gzip.etag);
    expect(fields.get('cache-control')).toBe(fieldsOf(headOf(script.gzip)).get('cache-control'));
    expect(fields.get('vary')).toBe('Accept-Encoding');
  });

  it('exists as it is for HTML alone', () => {
    expect(script.identity).toBeUndefined();
    const identity = page.identity as Variant;
    expect(bodyOf(identity).toString()).toBe('<!doctype html><title>Postern</title>');
    expect(fieldsOf(headOf(identity)).has('content-encoding')).toBe(false);
  });

  it('is the same whenever it is packed', () => {
    const again = pack('/assets/app-3F2K9A7Q.js', Buffer.from('export const answer = 42;\n'.repeat(20)));
    expect(again.gzip.reply.equals(script.gzip.reply)).toBe(true);
  });

  it.each([
    ['/a b.js', 'its name'],
    ['/ü.js', 'its name'],
    ['/app.js.map', 'no media type'],
    ['/LICENSE', 'no media type'],
  ])('refuses %s', (path, reason) => {
    expect(() => pack(path, Buffer.from(''))).toThrow(PackError);
    expect(() => pack(path, Buffer.from(''))).toThrow(reason);
  });
});

describe('a page', () => {
  it.each([
    ['gzip', page.gzip],
    ['identity', page.identity as Variant],
    ['an SVG, which may hold scripts', pack('/logo.svg', Buffer.from('<svg/>')).gzip],
  ])('(%s) may run its own scripts alone and be in no frame', (_name, variant) => {
    for (const head of [headOf(variant), variant.notModified.toString('latin1')]) {
      const fields = fieldsOf(head);
      const policy = fields.get('content-security-policy') ?? '';
      expect(policy).toContain("default-src 'none'");
      expect(policy).toContain("script-src 'self';");
      expect(policy).toContain("frame-ancestors 'none'");
      expect(policy).not.toContain('unsafe');
      expect(policy).not.toMatch(/https?:|\*/);
      expect(fields.get('referrer-policy')).toBe('no-referrer');
      expect(fields.get('x-frame-options')).toBe('DENY');
    }
  });
});

describe('a page from another address', () => {
  it('may read that a terminal is there, and nothing else', () => {
    const open = (path: string) => fieldsOf(headOf(pack(path, Buffer.from('x')).gzip));
    expect(open('/reach.txt').get('access-control-allow-origin')).toBe('*');
    expect(open('/other.txt').has('access-control-allow-origin')).toBe(false);
    expect(fieldsOf(headOf(script.gzip)).has('access-control-allow-origin')).toBe(false);
    expect(fieldsOf(headOf(page.gzip)).has('access-control-allow-origin')).toBe(false);
  });
});

describe('a hashed name', () => {
  it.each(['/assets/app-3F2K9A7Q.js', '/chunk.ABCDEFGH.css', '/a/b/logo-AAAA2222.svg'])('%s', (path) => {
    expect(hasHashedName(path)).toBe(true);
  });
  it.each(['/index.html', '/favicon.ico', '/assets/app-3f2k9a7q.js', '/app-ABCDEFG.js', '/dir-ABCDEFGH/app.js'])(
    'is not %s',
    (path) => {
      expect(hasHashedName(path)).toBe(false);
    },
  );
});

describe('a folder', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'rompack-'));
    mkdirSync(join(folder, 'assets'));
    for (const [file, text] of [
      ['index.html', '<!doctype html>'],
      ['assets/b-ABCDEFGH.js', 'b'],
      ['assets/a_ABCDEFGH.css', 'a'],
      ['assets/a-ABCDEFGH.css', 'a'],
    ] as const) {
      writeFileSync(join(folder, file), text);
      writeFileSync(join(folder, `${file}.gz`), gzipSync(text));
    }
    writeFileSync(join(folder, 'sizes.json'), '{}');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is packed in the order of its octets, without what is about the bundle', () => {
    const paths = packFolder(folder).map((asset) => asset.path);
    expect(paths).toEqual(['/assets/a-ABCDEFGH.css', '/assets/a_ABCDEFGH.css', '/assets/b-ABCDEFGH.js', '/index.html']);
    expect(packFolder(`${folder}/`).map((asset) => asset.path)).toEqual(paths);
  });

  it('is served as the bundle has packed it', () => {
    const [style] = packFolder(folder);
    expect(bodyOf((style as Asset).gzip).equals(gzipSync('a'))).toBe(true);
    rmSync(join(folder, 'assets', 'b-ABCDEFGH.js.gz'));
    expect(() => packFolder(folder)).toThrow('the bundle has no /assets/b-ABCDEFGH.js.gz');
  });

  it('needs a page', () => {
    rmSync(join(folder, 'index.html'));
    expect(() => packFolder(folder)).toThrow('there is no index.html');
  });

  it('is measured with heads and 304 replies', () => {
    const assets: Asset[] = packFolder(folder);
    const all = assets.flatMap((asset) => [asset.gzip, ...(asset.identity === undefined ? [] : [asset.identity])]);
    const octets = all.flatMap((variant) => [variant.reply.length, variant.notModified.length]);
    expect(romSize(assets)).toBe(octets.reduce((a, b) => a + b, 0));
  });
});
