// Who signs bundles for the image, and whom the image trusts: the manufacturer's, or keys for tests that are made once
// for a machine. Nothing that is released may carry those.

import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { certificatesOf, checkChain, checkLeadsTo, checkRoots } from '../release/certificates.ts';
import { makeTestKeys } from '../release/pki.ts';
import type { Signing } from '../release/sign.ts';

export interface Trust {
  /** File of the one or two roots that the image gets. */
  readonly roots: string;
  /** Undefined where the key is elsewhere: the bundle is then made by tools/release. */
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

/** Of a folder: roots.pem, and signer.key with signer.pem where the key of bundles is at hand; or those for tests. */
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
