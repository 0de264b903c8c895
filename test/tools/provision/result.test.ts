import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { rootPath } from '../../harness/paths.ts';

const passed = `postern-production-test 1
serial = PT-7K3MQ4ZX2N
tester = admin
device = clock passed; drift 0 ms
result = passed
`;
let folder: string;
const file = (name: string): string => join(folder, name);
const openssl = (...args: string[]) => execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' });

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'postern-test-result-'));
  for (const name of ['line', 'other']) {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', `${name}.key`];
    openssl('req', '-x509', ...key, '-out', `${name}.pem`, '-subj', `/CN=${name}`, '-days', '30');
  }
  writeFileSync(file('line.log'), '{"serial":"PT-7K3MQ4ZX2N"}\n');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Signs as docs/production.md says. */
function sign(text: string, by = 'line'): void {
  writeFileSync(file('result.txt'), text);
  const how = ['-sign', '-binary', '-md', 'sha256', '-outform', 'DER'];
  openssl('cms', ...how, '-in', 'result.txt', '-signer', `${by}.pem`, '-inkey', `${by}.key`, '-out', 'result.p7s');
}

function verify(...more: string[]): { status: number | null; said: string } {
  const files = ['--result', file('result.txt'), '--signature', file('result.p7s'), '--roots', file('line.pem')];
  const ran = spawnSync(process.execPath, [rootPath('tools/provision/result.ts'), ...files, ...more], {
    encoding: 'utf8',
  });
  return { status: ran.status, said: ran.stdout + ran.stderr };
}

it('takes what passed, was signed by the line, and is a terminal of it', () => {
  sign(passed);
  expect(verify('--log', file('line.log'))).toEqual({ status: 0, said: 'PT-7K3MQ4ZX2N: passed\n' });
});

it('refuses another signer, another text, and a serial that nobody gave', () => {
  sign(passed, 'other');
  expect(verify()).toMatchObject({ status: 1, said: expect.stringContaining('result: --signature: ') });
  sign(passed);
  writeFileSync(file('result.txt'), passed.replace('drift 0', 'drift 1'));
  expect(verify().status).toBe(1);
  sign(passed.replace('7K3MQ4ZX2N', 'OTHER99999'));
  expect(verify('--log', file('line.log')).said).toContain('does not stand in');
});

it('refuses what failed, or is not whole, however well it is signed', () => {
  const failed = passed.replace('clock passed; drift 0 ms', 'clock failed wrong; drift 9000 ms');
  for (const text of [failed, failed.replace('result = passed', 'result = failed')]) {
    sign(text);
    expect(verify()).toMatchObject({ status: 1, said: expect.stringContaining('device = clock failed wrong') });
  }
  for (const text of [
    passed.slice(0, -1),
    passed.replace('result = passed\n', ''),
    passed.replace('test 1', 'test 2'),
  ]) {
    sign(text);
    expect(verify().status).toBe(1);
  }
});
