/**
 * gzip by libdeflate's highest level: 3 per cent below zlib's on scripts, 6 on Arabic texts, and as fast. The same for the same
 * bytes and version of Debian's program: without name and time, with a fixed system byte.
 */
import { spawnSync } from 'node:child_process';

const PROGRAM = 'libdeflate-gzip';
const MOST_BYTES = 64 * 1024 * 1024;
const SYSTEM_AT = 9;

export function gzip(content: Uint8Array): Buffer {
  const { error, status, stdout, stderr } = spawnSync(PROGRAM, ['-12', '-n', '-c'], {
    input: content,
    maxBuffer: MOST_BYTES,
  });
  if (error !== undefined) throw new Error(`${PROGRAM} of Debian's libdeflate-tools: ${error.message}`);
  if (status !== 0) throw new Error(`${PROGRAM} ended with ${status}: ${stderr}`);
  stdout.writeUInt32LE(0, 4);
  stdout[SYSTEM_AT] = 0xff;
  return stdout;
}
