// sw-description: what a bundle says about itself, to SWUpdate and to the terminal.

import { createHash } from 'node:crypto';
import { Fault } from './fault.ts';

export const descriptionName = 'sw-description';
export const signatureName = 'sw-description.sig';
export const payloadName = 'slot.img';
export const largestDescription = 32 * 1024;
/** The two first entries with their heads: what is judged before a slot is written. */
export const largestHead = 64 * 1024;

export interface BundleFacts {
  /** Of the firmware, as semver.org has it. */
  readonly version: string;
  /** One line for people. */
  readonly description: string;
  readonly board: string;
  readonly brand: string;
  readonly buildId: string;
  /** Security counter: a terminal that has confirmed a higher one refuses this. */
  readonly counter: number;
  /** Of the database that this firmware writes. */
  readonly schema: number;
  /** Seconds since 1970. */
  readonly built: number;
  readonly notes: string;
  /** Where the two slots are on this board. */
  readonly slots: { readonly a: string; readonly b: string };
}

function slot(device: string, payload: Buffer): object {
  const sha256 = createHash('sha256').update(payload).digest('hex');
  const image = {
    filename: payloadName,
    type: 'raw',
    device,
    'installed-directly': true,
    sha256,
    size: payload.length,
  };
  return { images: [image] };
}

/** The same facts and payload give the same bytes. */
export function describe(facts: BundleFacts, payload: Buffer): Buffer {
  const { version, description, board, brand, buildId, counter, schema, built, notes, slots } = facts;
  const software = {
    version,
    description,
    'hardware-compatibility': [board],
    postern: { format: 1, brand, buildId, counter, schema, built, notes },
    stable: { a: slot(slots.a, payload), b: slot(slots.b, payload) },
  };
  const text = Buffer.from(`${JSON.stringify({ software }, undefined, 2)}\n`);
  if (text.length > largestDescription) {
    throw new Fault(`the description takes ${text.length} octets, ${largestDescription} at most: shorten --notes`);
  }
  return text;
}
