// The key that signs boot images. Without a manufacturer's key a test key is made, once per machine, whose name
// says so; no release may use it.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { run } from './run.ts';

export interface Keys {
  /** Contains NAME.key and NAME.crt. */
  readonly folder: string;
  readonly name: string;
  readonly algorithm: 'rsa2048' | 'rsa3072' | 'rsa4096';
}

const testName = 'TEST-boot';

/** The keys of a folder, or the test keys. */
export function bootKeys(folder: string | undefined, release: boolean): Keys {
  if (folder === undefined && release)
    throw new Error('a release is signed with KEYS=FOLDER, not with the key for tests');
  const at = folder ?? 'build/image/keys';
  const name = folder === undefined ? testName : 'boot';
  const key = `${at}/${name}.key`;
  const certificate = `${at}/${name}.crt`;
  if (folder === undefined && !existsSync(certificate)) {
    mkdirSync(at, { recursive: true, mode: 0o700 });
    const subject = ['-subj', '/CN=Postern TEST boot key', '-days', '10000'];
    const made = ['req', '-x509', '-newkey', 'rsa:3072', '-nodes', '-keyout', key, '-out', certificate, ...subject];
    run('openssl', made);
  }
  const text = run('openssl', ['x509', '-in', certificate, '-noout', '-subject']);
  if (release && /TEST/.test(text)) throw new Error(`${certificate} is a certificate for tests`);
  const bits = /\((\d+) bit/.exec(run('openssl', ['pkey', '-in', key, '-noout', '-text']))?.[1];
  if (bits !== '2048' && bits !== '3072' && bits !== '4096') throw new Error(`${key} is no RSA key that U-Boot knows`);
  /* mkimage signs with the key and embeds the certificate's public key in the boot loader. */
  if (!new X509Certificate(readFileSync(certificate)).checkPrivateKey(createPrivateKey(readFileSync(key))))
    throw new Error(`${certificate} is not of ${key}`);
  return { folder: at, name, algorithm: `rsa${bits}` };
}
