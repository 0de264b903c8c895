/**
 * Reads the subject and validity of a certificate before it is uploaded (RFC 5280 §4.1). The
 * terminal verifies it; this only parses, and returns null if it cannot.
 */
export interface CertificateFacts {
  /** Common name of the subject, else its organization, else ''. */
  readonly subject: string;
  /** Seconds since 1970 UTC. */
  readonly notBefore: number;
  readonly notAfter: number;
}

const BLOCK = /-----BEGIN CERTIFICATE-----([A-Za-z0-9+/=\s]+)-----END CERTIFICATE-----/;

const TAG = { utf8: 0x0c, generalizedTime: 0x18, sequence: 0x30, version: 0xa0 };
const COMMON_NAME = '55.4.3';
const ORGANIZATION = '55.4.a';

interface Node {
  readonly tag: number;
  readonly body: Uint8Array;
}

/** Facts of the first certificate of a PEM text. */
export function certificateFacts(pem: string): CertificateFacts | null {
  const block = BLOCK.exec(pem)?.[1];
  if (block === undefined) return null;
  try {
    return factsOf(Uint8Array.from(atob(block.replace(/\s/g, '')), (octet) => octet.charCodeAt(0)));
  } catch {
    return null;
  }
}

/** Whether a text contains a private key. */
export function hasPrivateKey(pem: string): boolean {
  return /-----BEGIN (EC |RSA )?PRIVATE KEY-----/.test(pem);
}

function factsOf(der: Uint8Array): CertificateFacts | null {
  const certificate = nodesIn(der)[0];
  const signed = certificate && nodesIn(certificate.body)[0];
  if (signed?.tag !== TAG.sequence) return null;
  const parts = nodesIn(signed.body);
  /* version (optional), serial number, algorithm, issuer, validity, subject */
  const [, , , validity, subject] = parts[0]?.tag === TAG.version ? parts.slice(1) : parts;
  if (!validity || !subject) return null;
  const [notBefore, notAfter] = nodesIn(validity.body).map(timeOf);
  if (notBefore === undefined || notAfter === undefined || Number.isNaN(notBefore + notAfter)) return null;
  return { subject: nameOf(subject), notBefore, notAfter };
}

/** The consecutive DER nodes in some bytes. Throws RangeError when one does not fit. */
function nodesIn(octets: Uint8Array): Node[] {
  const nodes: Node[] = [];
  for (let at = 0; at < octets.length; ) {
    const tag = octets[at];
    const { length, start } = lengthAt(octets, at + 1);
    if (tag === undefined || start + length > octets.length) throw new RangeError('no DER');
    nodes.push({ tag, body: octets.subarray(start, start + length) });
    at = start + length;
  }
  return nodes;
}

function lengthAt(octets: Uint8Array, at: number): { length: number; start: number } {
  const first = octets[at] ?? 0;
  if (first < 0x80) return { length: first, start: at + 1 };
  const count = first & 0x7f;
  if (count === 0 || count > 3) throw new RangeError('no DER');
  const length = octets.subarray(at + 1, at + 1 + count).reduce((sum, octet) => sum * 256 + octet, 0);
  return { length, start: at + 1 + count };
}

function timeOf({ tag, body }: Node): number {
  const digits = new TextDecoder().decode(body);
  const parts = /^(\d{2}|\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})Z$/.exec(digits)?.slice(1).map(Number);
  const [year = Number.NaN, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts ?? [];
  const century = tag === TAG.generalizedTime ? 0 : year < 50 ? 2000 : 1900;
  return Date.UTC(century + year, month - 1, day, hour, minute, second) / 1000;
}

function nameOf(subject: Node): string {
  const names = new Map<string, string>();
  for (const set of nodesIn(subject.body)) {
    for (const attribute of nodesIn(set.body)) {
      const [type, value] = nodesIn(attribute.body);
      if (type && value) names.set([...type.body].map((octet) => octet.toString(16)).join('.'), textOf(value));
    }
  }
  return names.get(COMMON_NAME) ?? names.get(ORGANIZATION) ?? '';
}

/** UTF-8, or one of the older kinds, which are read as Latin-1. */
function textOf({ tag, body }: Node): string {
  return new TextDecoder(tag === TAG.utf8 ? 'utf-8' : 'latin1').decode(body);
}
