// What is in a folder that somebody works in meanwhile.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface FoundFile {
  readonly name: string;
  readonly octets: Buffer;
}

/** All files below a folder; without those that go away while one looks, as one that is written first under another name. */
export function filesBelow(folder: string): FoundFile[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .flatMap(({ parentPath, name }) => {
      try {
        return [{ name, octets: readFileSync(join(parentPath, name)) }];
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
        throw error;
      }
    });
}
