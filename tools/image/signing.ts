// The signer of bundles and the trusted roots of the image: the manufacturer's, or test keys that are made once
// per machine. No release may use those.

import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { certificatesOf, checkChain, checkLeadsTo, checkRoots } from '../release/certificates.ts';
import { makeTestKeys } from '../release/pki.ts';
import type { Signing } from '../release/sign.ts';

export interface Trust {
  /** File of the one or two roots that the image gets. */
  readonly roots: string;
  /** Undefined if the key is elsewhere: tools/release then makes the bundle. */
  readonly signing: Signing | undefined;
}

const testFolder = 'build/image/keys/release';

function testTrust(): Trust {
  const roots = `${testFolder}/roots.pem`;
  if (!existsSync(roots)) makeTestKeys(testFolder);
  /* RSA: two builds give the same bytes. */
  const name = `${testFolder}/signer-rsa`;
  return { roots, signing: { key: `${name}.key`, chain: [new X509Certificate(readFileSync(`${name}.pem`))] } };
}

/** From a folder: roots.pem, and signer.key with signer.pem if the bundle key is available; or the test keys. */
export function trustOf(folder: string | undefined, release: boolean): Trust {
  if (folder === undefined) {
    if (release) throw new Error('a release has the roots of KEYS=FOLDER, not those for tests');
    return testTrust();
  }
  const rules = { release, now: new Date() };
  const roots = `${folder}/roots.pem`;
  const trusted = certificatesOf(readFileSync(roots, 'utf8'), roots);
  checkRoots(trusted, roots, rules);
  const [key, certificates] = [`${folder}/signer.key`, `${folder}/signer.pem`];
  if (!existsSync(key)) return { roots, signing: undefined };
  const chain = certificatesOf(readFileSync(certificates, 'utf8'), certificates);
  checkChain(chain, certificates, rules);
  checkLeadsTo(trusted, chain, certificates);
  return { roots, signing: { key, chain } };
}
