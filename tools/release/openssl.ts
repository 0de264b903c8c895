// The openssl command, which signs and verifies. Keys stay in their file or token and are never read here.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Fault } from './fault.ts';

/** Our own configuration: a machine's openssl.cnf must not change the signature. */
const environment = { OPENSSL_CONF: '/dev/null' };

/** The first lines of its messages, without source locations. */
function wordsOf(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '');
  return lines
    .slice(0, 3)
    .map((line) => line.replace(/^[0-9A-F]+:error:[0-9A-F]+:/, '').replace(/:[^:]*\.c:\d+:/, ': '))
    .join('; ');
}

/** Its output; `what` names the operation in an error. */
export function openssl(what: string, args: readonly string[], more: NodeJS.ProcessEnv = {}): Buffer {
  const ran = spawnSync('openssl', args, { env: { ...process.env, ...environment, ...more }, maxBuffer: 16 << 20 });
  if (ran.error !== undefined) throw new Fault(`openssl cannot be started: ${ran.error.message}`);
  if (ran.status !== 0) throw new Fault(`${what}: ${wordsOf(ran.stderr.toString())}`);
  return ran.stdout;
}

/** A folder for openssl's input files; removed afterwards. */
export function withFolder<T>(use: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'postern-release-'));
  try {
    return use(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
