// Paths of the things under test.

import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Root of the checkout, with a slash at its end. */
export const rootUrl: URL = new URL('../../', import.meta.url);

/** Absolute path of something in the checkout. */
export function rootPath(relative: string): string {
  return fileURLToPath(new URL(relative, rootUrl));
}

/** The daemon under test: `POSTERND`, or the host build. Absolute: it may be started elsewhere. */
export function daemonPath(): string {
  const path = resolve(process.env['POSTERND'] ?? rootPath('build/host/posternd'));
  if (!existsSync(path)) throw new Error(`no daemon at ${path}: run make build, or set POSTERND`);
  return path;
}

/** Folder of the generated contract: `POSTERN_GEN`, or build/gen. */
export function genPath(relative: string): string {
  return process.env['POSTERN_GEN'] === undefined
    ? rootPath(`build/gen/${relative}`)
    : `${process.env['POSTERN_GEN']}/${relative}`;
}

/** True if the daemon under test was built with a sanitizer: it needs more memory, and sometimes more time. */
export function isSanitized(): boolean {
  return /__(asan|tsan)_init/.test(readFileSync(daemonPath(), 'latin1'));
}
