// The release tools as who types them sees them.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootPath } from '../../harness/paths.ts';

export interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly error: string;
}

export function release(args: readonly string[], env: NodeJS.ProcessEnv = {}): Ran {
  const ran = spawnSync(process.execPath, [rootPath('tools/release/main.ts'), ...args], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
  });
  return { status: ran.status, out: ran.stdout, error: ran.stderr };
}

/** A folder that is gone with its scope. */
export function folder(): { readonly path: string; file(name: string): string; [Symbol.dispose](): void } {
  const path = mkdtempSync(join(tmpdir(), 'postern-test-release-'));
  return {
    path,
    file: (name) => join(path, name),
    [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }),
  };
}
