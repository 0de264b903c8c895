// sw-description: the description of a bundle for SWUpdate and the terminal.

import { createHash } from 'node:crypto';
import { Fault } from './fault.ts';

export const descriptionName = 'sw-description';
export const signatureName = 'sw-description.sig';
export const payloadName = 'slot.img';
export const largestDescription = 32 * 1024;
/** The first two entries with their heads: the part that is checked before a slot is written. */
export const largestHead = 64 * 1024;

export interface BundleFacts {
  /** Version of the firmware, by semver.org. */
  readonly version: string;
  /** One line for people. */
  readonly description: string;
  readonly board: string;
  readonly brand: string;
  readonly buildId: string;
  /** Security counter: a terminal that has confirmed a higher one refuses this. */
  readonly counter: number;
  /** Database version of this firmware. */
  readonly schema: number;
  /** Seconds since 1970. */
  readonly built: number;
  readonly notes: string;
  /** Paths of the two slots on this board. */
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
