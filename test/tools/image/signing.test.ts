import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { trustOf } from '../../../tools/image/signing.ts';
import { makeTestKeys } from '../../../tools/release/pki.ts';

let keys: string;
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'postern-test-signing-'));
  keys = join(folder, 'keys');
  makeTestKeys(keys);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const copied = (from: string, to: string): void => copyFileSync(join(keys, from), join(keys, to));

describe('whom an image trusts', () => {
  it('a folder says, whose key of bundles may be elsewhere', () => {
    expect(trustOf(keys, false)).toEqual({ roots: join(keys, 'roots.pem'), signing: undefined });
    copied('signer-2.key', 'signer.key');
    copied('signer-2.pem', 'signer.pem');
    expect(trustOf(keys, false).signing?.key).toBe(join(keys, 'signer.key'));
  });

  it('has to be a root, and a signer of code', () => {
    copied('expired.key', 'signer.key');
    copied('expired.pem', 'signer.pem');
    expect(() => trustOf(keys, false)).toThrow(/valid from/);
    copied('signer-ec.pem', 'roots.pem');
    expect(() => trustOf(keys, false)).toThrow(/no root/);
    copied('root-1.pem', 'roots.pem');
  });

  it('has to be of one of the roots', () => {
    copied('signer-2.key', 'signer.key');
    copied('signer-2.pem', 'signer.pem');
    copied('root-2.pem', 'roots.pem');
    expect(() => trustOf(keys, false)).not.toThrow();
    copied('root-1.pem', 'roots.pem');
    expect(() => trustOf(keys, false)).toThrow(/none of the roots/);
  });

  it('is never a test key in a release', () => {
    expect(() => trustOf(keys, true)).toThrow(/which --release refuses/);
    expect(() => trustOf(undefined, true)).toThrow(/KEYS=FOLDER/);
  });
});
