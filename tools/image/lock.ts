// The lock file: every Debian package in or for an image, with exact version and content.

import { readFileSync } from 'node:fs';

/** target: unpacked for the board; tools: run on the build machine. */
export type Root = 'target' | 'tools';

export interface Locked {
  readonly root: Root;
  readonly name: string;
  readonly version: string;
  readonly arch: string;
  /** Name of the source package: the folder of the file in Debian's archive. */
  readonly source: string;
  readonly sha256: string;
  /** SHA-1, the name of the file at snapshot.debian.org; the SHA-256 is verified. */
  readonly sha1: string;
}

export const lockFile = 'tools/image/packages.lock';

const head = `# Debian packages of an image: root, name, version, architecture, source package, SHA-256 and SHA-1 of the .deb.
# Renewed by make image-lock.
`;

export function parseLock(text: string): Locked[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line, index) => {
      const [root, name, version, arch, source, sha256 = '', sha1 = '', ...rest] = line.split(' ');
      const known = root === 'target' || root === 'tools';
      const hashed = /^[0-9a-f]{64}$/.test(sha256) && /^[0-9a-f]{40}$/.test(sha1);
      if (!known || !name || !version || !arch || !source || !hashed || rest.length > 0)
        throw new Error(`${lockFile}: entry ${index + 1} cannot be read: ${line}`);
      return { root, name, version, arch, source, sha256, sha1 };
    });
}

export function formatLock(entries: readonly Locked[]): string {
  const lines = entries.map(({ root, name, version, arch, source, sha256, sha1 }) =>
    [root, name, version, arch, source, sha256, sha1].join(' '),
  );
  return `${head}${lines.sort().join('\n')}\n`;
}

export function readLock(file: string = lockFile): Locked[] {
  return parseLock(readFileSync(file, 'utf8'));
}

/** A locked package by its name, of one root. */
export function lockedOf(lock: readonly Locked[], root: Root, name: string): Locked {
  const found = lock.find((entry) => entry.root === root && entry.name === name);
  if (found === undefined) throw new Error(`${lockFile} has no ${name} for ${root}: make image-lock`);
  return found;
}
