// Prints the contents of a bundle, and verifies it.

import { createHash } from 'node:crypto';
import { isTest, keyKind, nameOf, signsCode } from './certificates.ts';
import { type PlacedEntry, readCpio } from './cpio.ts';
import { descriptionName, largestDescription, largestHead, payloadName, signatureName } from './description.ts';
import { Fault } from './fault.ts';
import { verify } from './sign.ts';

interface Image {
  readonly filename?: unknown;
  readonly device?: unknown;
  readonly sha256?: unknown;
  readonly size?: unknown;
}

interface Described {
  readonly software?: Readonly<Record<string, unknown>> & {
    readonly postern?: Readonly<Record<string, unknown>>;
    readonly stable?: Readonly<Record<string, { readonly images?: readonly Image[] }>>;
  };
}

export interface Found {
  /** Lines of a table: label and value. */
  readonly facts: readonly (readonly [string, string])[];
  /** Failed checks; empty if all passed. */
  readonly faults: readonly string[];
}

const words = (value: unknown): string =>
  value === undefined ? '(missing)' : typeof value === 'string' ? value : JSON.stringify(value);

function entriesOf(archive: Buffer): [PlacedEntry, PlacedEntry, PlacedEntry] {
  const entries = readCpio(archive);
  const names = entries.map(({ name }) => name).join(', ');
  const [description, signature, payload] = entries;
  const wanted = [descriptionName, signatureName, payloadName].join(', ');
  if (description === undefined || signature === undefined || payload === undefined || names !== wanted) {
    throw new Fault(`its entries are ${names}, not ${wanted}`);
  }
  return [description, signature, payload];
}

function described(data: Buffer): Described {
  try {
    return JSON.parse(data.toString()) as Described;
  } catch {
    throw new Fault('its description is no JSON');
  }
}

function slotFaults(slot: string, image: Image | undefined, payload: Buffer): string[] {
  const faults: string[] = [];
  const digest = createHash('sha256').update(payload).digest('hex');
  if (image?.filename !== payloadName) faults.push(`slot ${slot} does not name ${payloadName}`);
  if (image?.sha256 !== digest) faults.push(`the payload is not the one that slot ${slot} names (SHA-256)`);
  if (image?.size !== payload.length) faults.push(`slot ${slot} names another size than the payload has`);
  return faults;
}

/** Names that a terminal allows in an object of the description; it refuses every other. */
const allowed = {
  description: ['software'],
  software: ['version', 'description', 'hardware-compatibility', 'postern', 'stable'],
  stable: ['a', 'b'],
  slot: ['images'],
  image: ['filename', 'type', 'device', 'installed-directly', 'sha256', 'size'],
} as const;

function foreignNames(what: keyof typeof allowed, object: unknown): string[] {
  const names: readonly string[] = allowed[what];
  return Object.keys(object ?? {})
    .filter((name) => !names.includes(name))
    .map((name) => `${what} has ${name}, which a terminal refuses`);
}

function nameFaults(description: Described): string[] {
  const { software } = description;
  const slots = Object.values(software?.stable ?? {});
  return [
    ...foreignNames('description', description),
    ...foreignNames('software', software),
    ...foreignNames('stable', software?.stable),
    ...slots.flatMap((slot) => foreignNames('slot', slot)),
    ...slots.flatMap((slot) => (slot.images ?? []).flatMap((image) => foreignNames('image', image))),
  ];
}

function signatureLines(description: Buffer, signature: Buffer, roots: string | undefined): Found {
  try {
    const signer = verify(description, signature, roots);
    const test = isTest(signer) ? ', a test key' : '';
    const trust = roots === undefined ? 'holds; whether a root stands behind it was not asked (--roots)' : 'holds';
    const signed = `«${nameOf(signer)}», ${keyKind(signer) ?? 'a key of another kind'}${test}`;
    const times = `${signer.validFrom} to ${signer.validTo}`;
    return {
      facts: [
        ['signer', signed],
        ['valid', times],
        ['signature', trust],
      ],
      faults: signsCode(signer) ? [] : ['the signer is not for signing code'],
    };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { facts: [], faults: [error.message] };
  }
}

/** `roots` names a PEM file. */
export function inspect(archive: Buffer, roots: string | undefined): Found {
  const [description, signature, payload] = entriesOf(archive);
  const parsed = described(description.data);
  const { software } = parsed;
  const own = software?.postern;
  const images = ['a', 'b'].map((slot) => software?.stable?.[slot]?.images?.[0]);
  const signed = signatureLines(description.data, signature.data, roots);
  const built =
    typeof own?.['built'] === 'number' ? new Date(own['built'] * 1000).toISOString() : words(own?.['built']);
  const notes = words(own?.['notes']);
  const sizes: string[] = [];
  if (description.data.length > largestDescription) sizes.push(`the description is over ${largestDescription} octets`);
  if (signature.end > largestHead) sizes.push(`the head is over ${largestHead} octets`);
  return {
    facts: [
      ['version', words(software?.['version'])],
      ['description', words(software?.['description'])],
      ['boards', words(software?.['hardware-compatibility'])],
      ['brand', words(own?.['brand'])],
      ['build id', words(own?.['buildId'])],
      ['counter', words(own?.['counter'])],
      ['schema', words(own?.['schema'])],
      ['built', built],
      ['notes', notes === '' ? '(none)' : notes.replaceAll('\n', '\n               ')],
      ['slot a', words(images[0]?.device)],
      ['slot b', words(images[1]?.device)],
      ['payload', `${payload.data.length} octets, SHA-256 ${createHash('sha256').update(payload.data).digest('hex')}`],
      ['head', `${signature.end} octets`],
      ...signed.facts,
    ],
    faults: [
      ...signed.faults,
      ...sizes,
      ...nameFaults(parsed),
      ...slotFaults('a', images[0], payload.data),
      ...slotFaults('b', images[1], payload.data),
    ],
  };
}
