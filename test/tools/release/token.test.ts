// Signing with a token, which here is SoftHSM: the key is in it, and nowhere else when it signs.

import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { folder, release } from './command.ts';

const library = '/usr/lib/softhsm/libsofthsm2.so';
const pin = '738216';
let place: ReturnType<typeof folder>;
const env = (): NodeJS.ProcessEnv => ({ SOFTHSM2_CONF: place.file('softhsm2.conf') });

function softhsm(...args: string[]): void {
  const ran = spawnSync('softhsm2-util', args, { env: { ...process.env, ...env() }, encoding: 'utf8' });
  if (ran.status !== 0) throw new Error(`softhsm2-util: ${ran.error?.message ?? ran.stderr}`);
}

beforeAll(() => {
  place = folder();
  mkdirSync(place.file('tokens'));
  writeFileSync(place.file('softhsm2.conf'), `directories.tokendir = ${place.file('tokens')}\nlog.level = ERROR\n`);
  writeFileSync(place.file('pin'), pin);
  writeFileSync(place.file('wrong-pin'), '000000');
  expect(release(['test-keys', '--out', place.file('keys')])).toMatchObject({ status: 0 });
  softhsm('--init-token', '--free', '--label', 'release', '--so-pin', '11111111', '--pin', pin);
  for (const [index, name] of ['signer-ec', 'signer-rsa'].entries()) {
    const key = place.file(`keys/${name}.key`);
    softhsm('--import', key, '--token', 'release', '--label', name, '--id', `0${index + 1}`, '--pin', pin);
    rmSync(key);
  }
});

afterAll(() => place[Symbol.dispose]());

function bundle(
  object: string,
  cert: string,
  more: readonly string[] = [],
  pinFile = 'pin',
): ReturnType<typeof release> {
  const facts = ['--board', 'laptop', '--version', '1.2.0', '--counter', '3', '--schema', '31', '--build-id', 'ab'];
  facts.push('--brand', 'postern', '--built', '0', '--slots', 'a=/x/a,b=/x/b', '--payload', '/etc/os-release');
  const uri = `pkcs11:token=release;object=${object}?pin-source=file:${place.file(pinFile)}`;
  const signing = ['--key', uri, '--cert', place.file(`keys/${cert}.pem`), '--out', place.file('out.swu')];
  return release(['bundle', ...facts, ...signing, ...(more.length > 0 ? more : ['--module', library])], env());
}

describe('a key on a token', () => {
  it.each(['signer-ec', 'signer-rsa'])('signs a bundle that holds (%s)', (name) => {
    expect(bundle(name, name)).toMatchObject({ status: 0, error: '' });
    const seen = release(['inspect', place.file('out.swu'), '--roots', place.file('keys/roots.pem')]);
    expect(seen).toMatchObject({ status: 0, error: '' });
    expect(seen.out).toMatch(/^signature +holds$/m);
  });

  it('that is not there, or not the certificate’s, does not sign, and says so without the PIN', () => {
    const missing = bundle('nobody', 'signer-ec');
    expect(missing.status).toBe(1);
    expect(missing.error).toMatch(/^release: --key pkcs11:token=release;object=nobody.* does not sign: /);
    expect(bundle('signer-rsa', 'signer-ec')).toMatchObject({ status: 1 });
    const wrong = bundle('signer-ec', 'signer-ec', [], 'wrong-pin');
    expect(wrong.status).toBe(1);
    expect(wrong.error).not.toContain('000000');
    expect(bundle('signer-ec', 'signer-ec', ['--module', '/nowhere.so']).error).toContain('--module: there is no');
  });
});
