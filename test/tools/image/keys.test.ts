import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readBoard } from '../../../tools/image/boards.ts';
import { build } from '../../../tools/image/build.ts';
import { bootKeys } from '../../../tools/image/keys.ts';
import { run } from '../../../tools/image/run.ts';

let folder: string;
const at = (name: string): string => join(folder, name);

function make(name: string, subject: string, algorithm: readonly string[]): void {
  const files = ['-nodes', '-keyout', at(`${name}.key`), '-out', at(`${name}.crt`)];
  run('openssl', ['req', '-x509', '-newkey', ...algorithm, ...files, '-subj', subject, '-days', '30']);
}

function use(key: string, certificate = key): string {
  copyFileSync(at(`${key}.key`), at('boot.key'));
  copyFileSync(at(`${certificate}.crt`), at('boot.crt'));
  return folder;
}

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'postern-test-keys-'));
  make('maker', '/O=Maker/CN=Maker boot', ['rsa:2048']);
  make('other', '/O=Maker/CN=Maker boot', ['rsa:2048']);
  make('test', '/CN=Postern TEST boot key', ['rsa:2048']);
  make('curve', '/O=Maker/CN=Maker boot', ['ec', '-pkeyopt', 'ec_paramgen_curve:P-256']);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the key that signs what boots', () => {
  it("is the manufacturer's", () => {
    expect(bootKeys(use('maker'), true)).toEqual({ folder, name: 'boot', algorithm: 'rsa2048' });
  });

  it('is none for tests in a release', () => {
    expect(() => bootKeys(undefined, true)).toThrow(/KEYS=FOLDER/);
    expect(() => bootKeys(use('test'), true)).toThrow(/for tests/);
    expect(bootKeys(use('test'), false).name).toBe('boot');
  });

  it('is asked for before anything is made', () => {
    const options = {
      brand: 'postern',
      folder: at('image'),
      programs: at('image'),
      epoch: 0,
      mongoose: 'none',
      keys: undefined,
    };
    expect(() => build({ ...options, board: readBoard('qemu-arm64'), release: true })).toThrow(/KEYS=FOLDER/);
    expect(existsSync(at('image'))).toBe(false);
  });

  it('is one that U-Boot knows, with its certificate', () => {
    expect(() => bootKeys(use('curve'), false)).toThrow(/no RSA key/);
    expect(() => bootKeys(use('maker', 'other'), false)).toThrow(/is not of/);
  });
});
