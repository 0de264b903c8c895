// Certificates of signers and roots, and their requirements.

import { X509Certificate } from 'node:crypto';
import { Fault } from './fault.ts';

/** In the subject of every certificate that `test-keys` makes. */
export const testOrganisation = 'Postern TEST';

const codeSigning = '1.3.6.1.5.5.7.3.3';
const mostRoots = 2;
/** Signer and intermediates: wolfSSL's limit. */
const longestChain = 4;

/** The certificates of a PEM file, in their order. */
export function certificatesOf(pem: string, option: string): X509Certificate[] {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (blocks.length === 0) throw new Fault(`${option} holds no certificate in PEM`);
  try {
    return blocks.map((block) => new X509Certificate(block));
  } catch {
    throw new Fault(`${option} holds a damaged certificate`);
  }
}

/** The common name, or else the whole subject in one line. */
export function nameOf(certificate: X509Certificate): string {
  return /^CN=(.+)$/m.exec(certificate.subject)?.[1] ?? certificate.subject.replaceAll('\n', ', ');
}

export function isTest(certificate: X509Certificate): boolean {
  const line = `O=${testOrganisation}`;
  return [certificate.subject, certificate.issuer].some((name) => name.split('\n').includes(line));
}

/** "ECDSA P-256" or "RSA-3072"; undefined for any other key. */
export function keyKind(certificate: X509Certificate): string | undefined {
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey;
  if (type === 'ec' && details?.namedCurve === 'prime256v1') return 'ECDSA P-256';
  if (type === 'rsa' && details?.modulusLength === 3072) return 'RSA-3072';
  return undefined;
}

export function signsCode(certificate: X509Certificate): boolean {
  return !certificate.ca && (certificate.keyUsage ?? []).includes(codeSigning);
}

function checkKey(certificate: X509Certificate, option: string): void {
  if (keyKind(certificate) === undefined) {
    throw new Fault(`${option}: the key of «${nameOf(certificate)}» is neither ECDSA P-256 nor RSA-3072`);
  }
}

function checkTime(certificate: X509Certificate, option: string, now: Date): void {
  if (now < new Date(certificate.validFrom) || now > new Date(certificate.validTo)) {
    const time = `${certificate.validFrom} to ${certificate.validTo}`;
    throw new Fault(`${option}: «${nameOf(certificate)}» is valid from ${time} only`);
  }
}

function refuseTest(certificates: readonly X509Certificate[], option: string): void {
  const test = certificates.find(isTest);
  if (test !== undefined) {
    throw new Fault(`${option}: «${nameOf(test)}» is a test key (${testOrganisation}), which --release refuses`);
  }
}

function issued(issuer: X509Certificate, certificate: X509Certificate): boolean {
  return certificate.checkIssued(issuer) && certificate.verify(issuer.publicKey);
}

export interface CertificateRules {
  /** No test keys. */
  readonly release: boolean;
  readonly now: Date;
}

/** The signer's certificate first, then the intermediates, without the root. */
export function checkChain(chain: readonly X509Certificate[], option: string, rules: CertificateRules): void {
  const [signer, ...between] = chain;
  if (signer === undefined) throw new Fault(`${option} holds no certificate`);
  if (chain.length > longestChain) throw new Fault(`${option} holds over ${longestChain} certificates`);
  if (!signsCode(signer)) {
    throw new Fault(`${option}: «${nameOf(signer)}», which comes first, is not for signing code`);
  }
  for (const [index, certificate] of between.entries()) {
    const below = chain[index];
    if (!certificate.ca || below === undefined || !issued(certificate, below)) {
      throw new Fault(`${option}: «${nameOf(certificate)}» has not issued the certificate before it`);
    }
    if (issued(certificate, certificate)) throw new Fault(`${option} holds a root; roots stand in the terminal`);
  }
  for (const certificate of chain) {
    checkKey(certificate, option);
    checkTime(certificate, option, rules.now);
  }
  if (rules.release) refuseTest(chain, option);
}

/** The check of a terminal with these roots for a valid chain: one of them must have issued its last certificate. */
export function checkLeadsTo(
  roots: readonly X509Certificate[],
  chain: readonly X509Certificate[],
  option: string,
): void {
  const last = chain.at(-1);
  if (last === undefined || !roots.some((root) => issued(root, last)))
    throw new Fault(`${option} leads to none of the roots: no terminal that has them would take what it signs`);
}

/** One or two roots, as accepted by a terminal. */
export function checkRoots(roots: readonly X509Certificate[], option: string, rules: CertificateRules): void {
  if (roots.length > mostRoots) throw new Fault(`${option} holds ${roots.length} roots; a terminal takes ${mostRoots}`);
  for (const root of roots) {
    if (!root.ca || !issued(root, root)) throw new Fault(`${option}: «${nameOf(root)}» is no root`);
    checkKey(root, option);
    checkTime(root, option, rules.now);
  }
  if (rules.release) refuseTest(roots, option);
}
