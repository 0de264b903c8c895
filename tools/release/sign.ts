// Signing and verifying a description: CMS, detached, without signed attributes, so that an RSA key always gives the same
// signature for the same bytes.

import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameOf } from './certificates.ts';
import { Fault } from './fault.ts';
import { openssl, withFolder } from './openssl.ts';

export interface Signing {
  /** A PEM file, or a `pkcs11:` URI. */
  readonly key: string;
  /** The token's own library; not used with a file. */
  readonly module?: string | undefined;
  /** The signer's certificate first. */
  readonly chain: readonly X509Certificate[];
}

/** libp11's engine is in both Debian releases; OpenSSL's provider for tokens is not. */
function keyArguments({ key, module }: Signing): { args: string[]; env: NodeJS.ProcessEnv } {
  if (key.startsWith('pkcs11:')) {
    if (module === undefined) throw new Fault('--key names a token: --module has to name its library');
    if (!existsSync(module)) throw new Fault(`--module: there is no ${module}`);
    const args = ['-engine', 'pkcs11', '-keyform', 'engine', '-inkey', key];
    return { args, env: { PKCS11_MODULE_PATH: module } };
  }
  if (!existsSync(key)) throw new Fault(`--key: there is no ${key}`);
  return { args: ['-inkey', key], env: {} };
}

/** Options of `openssl cms` for the signature of a bundle. */
export const signatureForm: readonly string[] = ['-binary', '-noattr', '-md', 'sha256'];

/** The signature in DER. It is verified with the signer's certificate before it is returned. */
export function sign(description: Buffer, signing: Signing): Buffer {
  const signer = signing.chain[0];
  if (signer === undefined) throw new Fault('--cert holds no certificate');
  const signature = signAs(description, signing, signatureForm);
  const by = verify(description, signature, undefined);
  if (by.fingerprint256 !== signer.fingerprint256) {
    throw new Fault(`signed by «${nameOf(by)}», not by «${nameOf(signer)}» as --cert says`);
  }
  return signature;
}

/** Signs in any form, without checks. */
export function signAs(description: Buffer, signing: Signing, form: readonly string[]): Buffer {
  const [signer, ...between] = signing.chain;
  if (signer === undefined) throw new Fault('--cert holds no certificate');
  const { args, env } = keyArguments(signing);
  return withFolder((folder) => {
    const file = (name: string, content: string | Buffer): string => {
      writeFileSync(join(folder, name), content);
      return join(folder, name);
    };
    const input = ['-in', file('description', description), '-signer', file('signer.pem', signer.toString())];
    const rest = between.map((certificate) => certificate.toString()).join('');
    if (rest !== '') input.push('-certfile', file('between.pem', rest));
    return openssl(
      `--key ${signing.key} does not sign`,
      ['cms', '-sign', ...form, '-outform', 'DER', ...input, ...args],
      env,
    );
  });
}

/** openssl would accept any digest, and embedded content besides the verified one. */
function checkForm(cms: string): void {
  const print = openssl('the signature cannot be read', [
    'cms',
    '-cmsout',
    '-print',
    '-noout',
    '-inform',
    'DER',
    '-in',
    cms,
  ]);
  const text = print.toString();
  const digests = [...text.matchAll(/digestAlgorithm: *\n *algorithm: (\w+)/g)].map((match) => match[1]);
  if (digests.length !== 1 || digests[0] !== 'sha256') {
    throw new Fault(`the signature does not hold: made with ${digests.join(', ')}, not with sha256 alone`);
  }
  if (!/eContent: <ABSENT>/.test(text)) throw new Fault('the signature does not hold: it has content of its own');
}

/** The signer's certificate; throws if the signature is invalid or, with `roots`, chains to none of them. */
export function verify(description: Buffer, signature: Buffer, roots: string | undefined): X509Certificate {
  return withFolder((folder) => {
    const [content, cms, by] = [join(folder, 'description'), join(folder, 'cms'), join(folder, 'signer.pem')];
    writeFileSync(content, description);
    writeFileSync(cms, signature);
    checkForm(cms);
    const trust =
      roots === undefined ? ['-noverify'] : ['-CAfile', roots, '-no-CApath', '-no-CAstore', '-purpose', 'any'];
    const args = ['cms', '-verify', '-binary', '-inform', 'DER', '-in', cms, '-content', content, '-signer', by];
    openssl('the signature does not hold', [...args, ...trust, '-out', '/dev/null']);
    return new X509Certificate(readFileSync(by));
  });
}
