// Bundles of the image that was built, for its tests.

import { X509Certificate } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleOf } from '../../tools/release/bundle.ts';
import { readCpio } from '../../tools/release/cpio.ts';
import type { BundleFacts } from '../../tools/release/description.ts';
import { sign } from '../../tools/release/sign.ts';
import { schemaOf } from '../../tools/release/source.ts';

export const out: string = process.env['IMAGE'] ?? 'build/image/qemu-arm64/out';

/** Those that image and bundles are signed with, and those that nobody trusts. */
export const keys = 'build/image/keys/release';

/** Of image.json. */
interface ImageFacts {
  readonly blocks: number;
  readonly fitSize: number;
}

export const imageFacts = JSON.parse(readFileSync(`${out}/image.json`, 'utf8')) as ImageFacts;

/** Where what stands in a slot can be damaged, as bytes of the slot. */
export const placeInSlot = {
  kernel: 4 << 20,
  rootSuperBlock: imageFacts.fitSize + 8,
  rootOfTree: imageFacts.fitSize + imageFacts.blocks * 4096,
} as const;

/** Of the version that the image has. */
export const version: string = (JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string })
  .version;

/** Of the bundle that `--next` makes. */
export const nextVersion = '99.0.0';

/** Where a slot of the image is on a board. */
export const slots = { a: '/run/postern/slot-a', b: '/run/postern/slot-b' };

/** `folder`: what was built, of another board. */
export const slotImage = (folder = out): Buffer => readFileSync(`${folder}/slot.img`);

/** The bundle that the build has left in a folder beside `out`. */
export function builtBundle(folder: 'out' | 'next'): Buffer {
  const place = join(out, '..', folder);
  const name = readdirSync(place).find((file) => file.endsWith('.swu'));
  if (name === undefined) throw new Error(`no bundle in ${place}: npx node tools/image/main.ts --next`);
  return readFileSync(join(place, name));
}

/** The payload of a bundle. */
export function payloadOf(file: Buffer): Buffer {
  const [, , payload] = readCpio(file);
  if (payload === undefined) throw new Error('the bundle has no payload');
  return payload.data;
}

/** A bundle of a payload, of the version after next unless the facts say otherwise. */
export function bundle(payload: Buffer, facts: Partial<BundleFacts> = {}, signer = 'signer-ec'): Buffer {
  const chain = [new X509Certificate(readFileSync(`${keys}/${signer}.pem`))];
  const about = {
    version: '99.1.0',
    description: 'for a test',
    board: 'qemu-arm64',
    brand: 'postern',
    notes: 'Of a test.',
  };
  const rest = { buildId: '0123456789abcdef', counter: 2, schema: schemaOf(), built: 1_767_225_600, slots };
  return bundleOf({ ...about, ...rest, ...facts }, payload, (description) =>
    sign(description, { key: `${keys}/${signer}.key`, chain }),
  );
}

/** The same bytes but for one bit. */
export function flipped(octets: Buffer, at: number): Buffer {
  const copy = Buffer.from(octets);
  copy[at] = (copy[at] ?? 0) ^ 1;
  return copy;
}

/** A slot whose root file system is not what its boot loader's part says: each start ends in a restart. */
export const brokenSlot = (): Buffer => flipped(slotImage(), placeInSlot.rootSuperBlock);
