// Bundles for tests: valid ones, and one for each kind of fault. Every program that verifies bundles must agree
// with `verdicts.json`.

import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleOf, packed } from './bundle.ts';
import { certificatesOf } from './certificates.ts';
import { type CpioEntry, readCpio, writeCpio } from './cpio.ts';
import { type BundleFacts, describe, descriptionName, payloadName, signatureName } from './description.ts';
import { makeTestKeys } from './pki.ts';
import { type Signing, sign, signAs, signatureForm } from './sign.ts';

/** Why a bundle is refused; "good" if it is not. */
export type Verdict = 'good' | 'signature' | 'board' | 'payload' | 'form';

export interface VectorOptions {
  readonly board: string;
  readonly slots: BundleFacts['slots'];
  readonly payload: Buffer;
}

/** Parts of a vector. */
class Parts {
  readonly facts: BundleFacts;
  readonly payload: Buffer;
  /** Signed by `signer-ec`. */
  readonly good: Buffer;
  readonly entries: readonly CpioEntry[];
  readonly description: Buffer;
  readonly #keys: string;

  constructor(keys: string, { board, slots, payload }: VectorOptions) {
    this.#keys = keys;
    this.payload = payload;
    this.facts = {
      version: '1.2.0',
      description: `Postern 1.2.0 for ${board}`,
      board,
      brand: 'postern',
      buildId: '0123456789abcdef',
      counter: 3,
      schema: 31,
      built: 1_767_225_600,
      notes: 'Doors open sooner.\nعربي «ü»',
      slots,
    };
    this.good = this.by('signer-ec');
    this.entries = readCpio(this.good);
    this.description = describe(this.facts, payload);
  }

  #signing(signer: string, certificates = signer): Signing {
    const pem = readFileSync(join(this.#keys, `${certificates}.pem`), 'utf8');
    return { key: join(this.#keys, `${signer}.key`), chain: certificatesOf(pem, certificates) };
  }

  by(
    signer: string,
    { certificates = signer, ...facts }: Partial<BundleFacts> & { certificates?: string } = {},
  ): Buffer {
    const signing = this.#signing(signer, certificates);
    return bundleOf({ ...this.facts, ...facts }, this.payload, (description) => sign(description, signing));
  }

  /** With its own description, and a signature over `signed` in any form that openssl supports. */
  signedAs(form: readonly string[], description = this.description, signed = description): Buffer {
    return packed(description, signAs(signed, this.#signing('signer-ec'), form), this.payload, this.facts.built);
  }

  /** With a word of the description replaced, and signed. */
  described(word: string, other: string): Buffer {
    return this.signedAs(signatureForm, replaced(word, other)(this.description));
  }

  /** The valid one with other content in an entry, with a right checksum. */
  changed(name: string, change: (data: Buffer) => Buffer): Buffer {
    return this.of(this.entries.map((entry) => (entry.name === name ? { name, data: change(entry.data) } : entry)));
  }

  of(entries: readonly CpioEntry[]): Buffer {
    return writeCpio(entries, this.facts.built);
  }
}

function flipped(octets: Buffer, at: number): Buffer {
  const copy = Buffer.from(octets);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

const replaced =
  (word: string, other: string) =>
  (data: Buffer): Buffer =>
    Buffer.from(data.toString().replace(word, other));

const forms: Readonly<Record<string, readonly [Verdict, (parts: Parts) => Buffer]>> = {
  'good-ec': ['good', ({ good }) => good],
  'good-rsa': ['good', (parts) => parts.by('signer-rsa')],
  root2: ['good', (parts) => parts.by('signer-2')],
  between: ['good', (parts) => parts.by('signer-between', { certificates: 'signer-between.chain' })],
  attributes: ['good', (parts) => parts.signedAs(['-binary', '-md', 'sha256'])],
  'counter-2': ['good', (parts) => parts.by('signer-ec', { version: '1.1.0', counter: 2 })],
  'counter-4': ['good', (parts) => parts.by('signer-ec', { version: '1.3.0', counter: 4 })],
  'schema-30': ['good', (parts) => parts.by('signer-ec', { schema: 30 })],
  'other-brand': ['good', (parts) => parts.by('signer-ec', { brand: 'meridian' })],

  'between-missing': ['signature', (parts) => parts.by('signer-between')],
  expired: ['signature', (parts) => parts.by('expired')],
  future: ['signature', (parts) => parts.by('future')],
  'not-code': ['signature', (parts) => parts.by('not-code')],
  stranger: ['signature', (parts) => parts.by('stranger')],
  'below-signer': ['signature', (parts) => parts.by('below-signer', { certificates: 'below-signer.chain' })],
  sha1: ['signature', (parts) => parts.signedAs(['-binary', '-noattr', '-md', 'sha1'])],
  /* A valid signature of something else, which is embedded. */
  embedded: [
    'signature',
    (parts) => parts.signedAs([...signatureForm, '-nodetach'], parts.description, Buffer.from('{}\n')),
  ],
  'flipped-description': [
    'signature',
    (parts) => parts.changed(descriptionName, replaced('"counter": 3', '"counter": 7')),
  ],
  'flipped-signature': ['signature', (parts) => parts.changed(signatureName, (data) => flipped(data, data.length - 1))],
  'empty-signature': ['signature', (parts) => parts.changed(signatureName, () => Buffer.alloc(0))],

  'wrong-board': ['board', (parts) => parts.by('signer-ec', { board: 'other-board' })],

  'flipped-payload': ['payload', (parts) => parts.changed(payloadName, (data) => flipped(data, data.length >> 1))],
  'short-payload': ['payload', (parts) => parts.changed(payloadName, (data) => data.subarray(0, -5))],

  'bad-checksum': ['form', ({ good, description }) => flipped(good, 100 + description.length)],
  unsigned: ['form', (parts) => parts.of(parts.entries.filter(({ name }) => name !== signatureName))],
  'signature-first': [
    'form',
    (parts) => parts.of(parts.entries.toSpliced(0, 2, ...parts.entries.slice(0, 2).reverse())),
  ],
  'two-payloads': ['form', (parts) => parts.of([...parts.entries, { name: payloadName, data: parts.payload }])],
  'large-description': [
    'form',
    (parts) => parts.signedAs(signatureForm, Buffer.concat([parts.description, Buffer.alloc(33_000, ' ')])),
  ],
  /* SWUpdate would execute them. */
  scripts: ['form', (parts) => parts.described('"stable": {', '"scripts": [],\n    "stable": {')],
  properties: ['form', (parts) => parts.described('"type": "raw"', '"properties": {},\n            "type": "raw"')],
  'cut-head': ['form', ({ good }) => good.subarray(0, 300)],
  'cut-payload': ['form', ({ good, payload }) => good.subarray(0, good.length - (payload.length >> 1))],
  'not-cpio': ['form', () => Buffer.from('<!doctype html><title>A page</title>\n'.repeat(40))],
};

/** Constant bytes that look random. */
export function noise(length: number): Buffer {
  const octets = Buffer.alloc(length);
  let state = 0x2545f491;
  for (let at = 0; at < length; at += 1) {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    octets[at] = state & 0xff;
  }
  return octets;
}

/** Writes NAME.swu for each, `verdicts.json` and `roots.pem`; the keys are in `keys/`, made when there are none. */
export function writeVectors(out: string, options: VectorOptions): void {
  const keys = join(out, 'keys');
  mkdirSync(out, { recursive: true });
  if (!existsSync(join(keys, 'roots.pem'))) makeTestKeys(keys);
  const parts = new Parts(keys, options);
  for (const [name, [, make]] of Object.entries(forms)) writeFileSync(join(out, `${name}.swu`), make(parts));
  for (const name of ['roots.pem', 'root-1.pem']) writeFileSync(join(out, name), readFileSync(join(keys, name)));
  const verdicts = Object.fromEntries(Object.entries(forms).map(([name, [verdict]]) => [name, verdict]));
  writeFileSync(join(out, 'verdicts.json'), `${JSON.stringify(verdicts, undefined, 2)}\n`);
}
