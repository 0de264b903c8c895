// The lock file: every Debian package that an image is made of or with, at its exact version and content.

import { readFileSync } from 'node:fs';

/** target: unpacked for the board; tools: what runs on the building machine. */
export type Root = 'target' | 'tools';

export interface Locked {
  readonly root: Root;
  readonly name: string;
  readonly version: string;
  readonly arch: string;
  readonly sha256: string;
}

export const lockFile = 'tools/image/packages.lock';

const head = `# Debian packages of an image: root, name, version, architecture, SHA-256 of the .deb. Renewed by make image-lock.
`;

export function parseLock(text: string): Locked[] {
  return text
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line, index) => {
      const [root, name, version, arch, sha256, ...rest] = line.split(' ');
      const known = root === 'target' || root === 'tools';
      if (!known || !name || !version || !arch || !/^[0-9a-f]{64}$/.test(sha256 ?? '') || rest.length > 0)
        throw new Error(`${lockFile}: entry ${index + 1} cannot be read: ${line}`);
      return { root, name, version, arch, sha256: sha256 ?? '' };
    });
}

export function formatLock(entries: readonly Locked[]): string {
  const lines = entries.map((entry) => `${entry.root} ${entry.name} ${entry.version} ${entry.arch} ${entry.sha256}`);
  return `${head}${lines.sort().join('\n')}\n`;
}

export function readLock(): Locked[] {
  return parseLock(readFileSync(lockFile, 'utf8'));
}

/** A locked package by its name, of one root. */
export function lockedOf(lock: readonly Locked[], root: Root, name: string): Locked {
  const found = lock.find((entry) => entry.root === root && entry.name === name);
  if (found === undefined) throw new Error(`${lockFile} has no ${name} for ${root}: make image-lock`);
  return found;
}
