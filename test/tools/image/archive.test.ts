// Packages of the lock from the places that still have them: addresses as Debian's archive has them, and files from a server of
// each place that has some and not others.

import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressesOf, download, type Wanted } from '../../../tools/image/archive.ts';
import { type Locked, readLock } from '../../../tools/image/lock.ts';

const bases = { archive: 'http://a/debian', security: 'http://a/debian-security', snapshot: 'http://s' };
const entry = (name: string, version: string, source: string): Locked => ({
  root: 'target',
  name,
  version,
  arch: 'arm64',
  source,
  sha256: 'ab'.repeat(32),
  sha1: 'cd'.repeat(20),
});

describe('the addresses of a package', () => {
  it('are in both archives and at the snapshots', () => {
    expect(addressesOf(entry('linux-libc-dev', '6.1.192-2', 'linux'), bases)).toEqual([
      'http://a/debian/pool/main/l/linux/linux-libc-dev_6.1.192-2_arm64.deb',
      'http://a/debian-security/pool/updates/main/l/linux/linux-libc-dev_6.1.192-2_arm64.deb',
      `http://s/file/${'cd'.repeat(20)}`,
    ]);
  });

  it('have four letters of a library, and no epoch', () => {
    const [first] = addressesOf(entry('libcap2', '1:2.66-4+b1', 'libcap2'), bases);
    expect(first).toBe('http://a/debian/pool/main/libc/libcap2/libcap2_2.66-4+b1_arm64.deb');
  });

  it('leave out an archive that the machine has not', () => {
    expect(addressesOf(entry('busybox', '1:1.35', 'busybox'), { ...bases, security: undefined })).toHaveLength(2);
  });

  it('are known of every package of the lock', () => {
    for (const one of readLock()) expect(one.source, one.name).toMatch(/^[a-z0-9][a-z0-9+.-]+$/);
  });
});

/* download() waits for apt without giving up its thread, so what answers apt needs one of its own. */
const server = `
  const { createServer } = require('node:http');
  const { parentPort, workerData } = require('node:worker_threads');
  const answers = (request, response) => {
    const content = workerData[request.url];
    response.writeHead(content === undefined ? 404 : 200);
    response.end(content);
  };
  const one = createServer(answers).listen(0, '127.0.0.1', () => parentPort.postMessage(one.address().port));
`;

describe('fetching', () => {
  const folder = mkdtempSync(join(tmpdir(), 'postern-archive-'));
  const content = 'a package';
  let worker: Worker;
  let base = '';

  beforeAll(async () => {
    const workerData = {
      '/first/a': content,
      '/second/b': content,
      '/first/c': 'another package',
      '/second/c': content,
    };
    worker = new Worker(server, { eval: true, workerData });
    base = await new Promise<string>((resolve, reject) => {
      worker.once('message', (port: number) => resolve(`http://127.0.0.1:${port}`));
      worker.once('error', reject);
    });
  });
  afterAll(async () => {
    await worker.terminate();
    rmSync(folder, { recursive: true });
  });

  const wanted = (name: string): Wanted => ({
    addresses: [`${base}/first/${name}`, `${base}/second/${name}`],
    file: join(folder, name),
    sha256: createHash('sha256').update(content).digest('hex'),
  });
  const whole = ({ file }: Wanted): boolean => existsSync(file) && readFileSync(file, 'utf8') === content;

  it('takes each file from the first place that has it as it was', () => {
    const files = ['a', 'b', 'c'].map(wanted);
    download(files, whole);
    expect(files.map(whole)).toEqual([true, true, true]);
  });

  it('says of which place a file is gone', () => {
    const files = [wanted('nowhere'), wanted('a')];
    const said = download(files, whole);
    expect(files.map(whole)).toEqual([false, true]);
    expect(said).toMatch(/first\/nowhere.*404/);
    expect(said).toMatch(/second\/nowhere.*404/);
  });
});
