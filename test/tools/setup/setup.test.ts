/* The set-up with programs of our own in the place of apt, npm and the rest: how it behaves when they do not work at once. */
import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

let folder: string;

/** A program that comes before the machine's own. */
function program(name: string, script: string): void {
  writeFileSync(join(folder, 'bin', name), `#!/bin/bash\n${script}\n`);
  chmodSync(join(folder, 'bin', name), 0o755);
}

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'setup-'));
  for (const name of ['bin', 'tools/setup']) mkdirSync(join(folder, name), { recursive: true });
  copyFileSync('tools/setup/setup.sh', join(folder, 'tools/setup/setup.sh'));
  writeFileSync(join(folder, 'tools/setup/packages.txt'), 'postern-absent image a package\n');
  program('sudo', 'exec "$@"');
  program('dpkg-query', 'exit 1');
  program('sleep', 'echo "sleep $*" >>calls');
});
afterEach(() => rmSync(folder, { recursive: true }));

function setUp(...groups: string[]) {
  const env = { ...process.env, PATH: `${join(folder, 'bin')}:${process.env['PATH'] ?? ''}` };
  return spawnSync('tools/setup/setup.sh', groups, { cwd: folder, env, encoding: 'utf8' });
}

const calls = (): string[] => readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');

const locked = 'E: Could not get lock /var/lib/apt/lists/lock. It is held by process 812 (apt-get)';

/** apt-get that fails as it is told for the first times, and then works. */
const apt = (times: number, message: string): void =>
  program(
    'apt-get',
    `echo "apt-get \${@: -2}" >>calls; [ $(grep -c apt-get calls) -gt ${times} ] || { echo "${message}" >&2; exit 100; }`,
  );

describe('the installation of Debian packages', () => {
  it('waits for another program that installs, and says once for what', () => {
    apt(2, locked);
    const { status, stdout, stderr } = setUp('image');
    expect([status, stderr]).toStrictEqual([0, '']);
    expect(stdout.split('\n').filter((line) => line.includes('It is held by process 812 (apt-get)'))).toHaveLength(1);
    const once = 'apt-get DPkg::Lock::Timeout=5 update';
    const installed = 'apt-get --no-install-recommends postern-absent';
    expect(calls()).toStrictEqual([once, 'sleep 5', once, 'sleep 5', once, installed]);
  });

  it('ends with what apt says when anything else is wrong', () => {
    apt(9, 'E: Unable to locate package postern-absent');
    const { status, stderr } = setUp('image');
    expect(status).toBe(1);
    expect(stderr).toContain('Unable to locate package postern-absent');
    expect(calls()).toStrictEqual(['apt-get DPkg::Lock::Timeout=5 update']);
  });
});

describe('the packages of the simulated face module', () => {
  beforeEach(() => {
    mkdirSync(join(folder, 'tools/face/node_modules'), { recursive: true });
    writeFileSync(join(folder, 'tools/face/package-lock.json'), '{}\n');
    program('npm', 'echo "npm $*" >>calls');
  });

  it('are installed once for a lock file', () => {
    expect(setUp('face')).toMatchObject({ status: 0, stderr: '' });
    expect(setUp('face')).toMatchObject({ status: 0, stdout: '' });
    expect(calls()).toStrictEqual(['npm ci --prefix tools/face --ignore-scripts --no-audit --no-fund']);
    writeFileSync(join(folder, 'tools/face/package-lock.json'), '{ "lockfileVersion": 3 }\n');
    setUp('face');
    expect(calls()).toHaveLength(2);
  });
});

it('refuses a group that it does not know', () => {
  expect(setUp('all')).toMatchObject({ status: 2, stderr: "setup: unknown group 'all' (run, face, test, image)\n" });
});
