// Lists a folder while other processes work in it.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface FoundFile {
  readonly name: string;
  readonly octets: Buffer;
}

/** All files below a folder, except those that disappear during the listing, such as temporary ones. */
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
