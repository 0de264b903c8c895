// Converts the files of a web bundle to the replies in the device's ROM: head and body in one piece, as packed by the bundle,
// with strong tags. Pure except for reading the folder; the same files always give the same bytes.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

/** One encoding of an asset as sent. */
export interface Variant {
  readonly reply: Buffer;
  readonly headLength: number;
  readonly notModified: Buffer;
  readonly etag: string;
}

export interface Asset {
  /** Path in the URL. */
  readonly path: string;
  /** Size of the original file. */
  readonly size: number;
  readonly gzip: Variant;
  /** Only for HTML, for clients without gzip. */
  readonly identity?: Variant;
}

/** A bundle that cannot be packed; the message says why and which file. */
export class PackError extends Error {}

/** Media type by extension. A file of another kind is refused, so that no type is ever guessed. */
const mediaTypes: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/vnd.microsoft.icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};

/** Files about the bundle that are not part of it. */
const notServed: ReadonlySet<string> = new Set(['sizes.json', 'meta.json']);

/** Extension of the packed form, beside each file of the bundle. */
const PACKED = '.gz';

/** The page of a folder, requested by the folder's name. */
const folderPage = /(?<=.)\/index\.html$/;

/** The page for every deep link. */
export const shellPath = '/index.html';

/** Policy of a page: its own scripts, styles and calls, nothing inline, nothing evaluated, no framing. */
export const pageHeaders: readonly string[] = [
  "Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; " +
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; " +
    "frame-ancestors 'none'",
  'X-Frame-Options: DENY',
  'Referrer-Policy: no-referrer',
  'Cross-Origin-Opener-Policy: same-origin',
  'Permissions-Policy: camera=(self), geolocation=(), microphone=()',
];

/** Readable from any origin: that a terminal responds here, for a console that moves to it. */
const openPath = '/reach.txt';

/** Headers of every reply from ROM. */
const commonHeaders: readonly string[] = [
  'X-Content-Type-Options: nosniff',
  'Cross-Origin-Resource-Policy: same-origin',
];

/** A name with a hash of its content, as written by esbuild: such a file never changes. */
export function hasHashedName(path: string): boolean {
  return /[.-][A-Z0-9]{8}\.[a-z0-9]+$/.test(path);
}

function head(status: string, headers: readonly string[]): string {
  return `HTTP/1.1 ${status}\r\n${headers.join('\r\n')}\r\n\r\n`;
}

/** `body` is the content in this encoding. */
function variant(path: string, type: string, content: Buffer, encoding: 'gzip' | 'identity', body: Buffer): Variant {
  // Encodings of one asset differ in their bytes, so each needs its own strong tag.
  const hash = createHash('sha256').update(encoding).update(content).digest('base64url').slice(0, 22);
  const etag = `"${hash}"`;
  const isPage = type.startsWith('text/html') || type.startsWith('image/svg');
  const caching = [
    `Cache-Control: ${hasHashedName(path) ? 'public, max-age=31536000, immutable' : 'no-cache'}`,
    `ETag: ${etag}`,
    'Vary: Accept-Encoding',
  ];
  const opened = path === openPath ? ['Access-Control-Allow-Origin: *'] : [];
  const security = [...commonHeaders, ...(isPage ? pageHeaders : []), ...opened];
  const replyHead = head('200 OK', [
    `Content-Type: ${type}`,
    ...(encoding === 'gzip' ? ['Content-Encoding: gzip'] : []),
    `Content-Length: ${body.length}`,
    ...caching,
    ...security,
  ]);
  return {
    reply: Buffer.concat([Buffer.from(replyHead, 'latin1'), body]),
    headLength: replyHead.length,
    notModified: Buffer.from(head('304 Not Modified', [...caching, ...security]), 'latin1'),
    etag,
  };
}

/** The replies for one file of the bundle, `packed` with gzip: `/up/index.html` is served at `/up`. */
export function packAsset(file: string, content: Buffer, packed: Buffer): Asset {
  if (!/^\/[A-Za-z0-9._/-]+$/.test(file)) throw new PackError(`${file}: its name has characters that need escaping`);
  const path = file.replace(folderPage, '');
  const type = mediaTypes[extname(file)];
  if (type === undefined) throw new PackError(`${file}: no media type is known for this kind of file`);
  const asset: Asset = { path, size: content.length, gzip: variant(path, type, content, 'gzip', packed) };
  if (!type.startsWith('text/html')) return asset;
  return { ...asset, identity: variant(path, type, content, 'identity', content) };
}

function readPacked(folder: string, path: string): Buffer {
  const file = join(folder, `${path}${PACKED}`);
  if (!existsSync(file)) throw new PackError(`${path}: the bundle has no ${path}${PACKED}`);
  return readFileSync(file);
}

/** Packs a folder: all its files except those about the bundle, sorted as memcmp sorts paths. */
export function packFolder(folder: string): Asset[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.replace(/\/$/, '').length))
    .filter((path) => !notServed.has(path.slice(1)) && !path.endsWith(PACKED));
  const assets = files.map((path) => packAsset(path, readFileSync(join(folder, path)), readPacked(folder, path)));
  if (!assets.some((asset) => asset.path === shellPath)) throw new PackError(`${folder}: there is no index.html`);
  return assets.sort((a, b) => Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)));
}

/** Bytes of all assets in ROM, including heads and 304 replies. */
export function romSize(assets: readonly Asset[]): number {
  const size = (v: Variant | undefined): number => (v === undefined ? 0 : v.reply.length + v.notModified.length);
  return assets.reduce((sum, asset) => sum + size(asset.gzip) + size(asset.identity), 0);
}
