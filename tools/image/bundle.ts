// Makes an update bundle of a slot.

import { writeFileSync } from 'node:fs';
import { bundleOf } from '../release/bundle.ts';
import { factsOf } from '../release/facts.ts';
import { type Signing, sign } from '../release/sign.ts';
import { schemaOf } from '../release/source.ts';
import { buildIdOf, type Program } from './compile.ts';

/** Paths of the slots as created by `start` (rootfs/), on every board. */
const slots = 'a=/run/postern/slot-a,b=/run/postern/slot-b';

export interface BundleAbout {
  readonly board: string;
  readonly brand: string;
  readonly version: string;
  readonly counter: number;
  readonly notes: string;
  readonly epoch: number;
  readonly daemon: Program;
}

/** Writes FOLDER/BOARD-VERSION.swu; returns its path. */
export function writeBundle(about: BundleAbout, slot: Buffer, signing: Signing, folder: string): string {
  const { board, brand, version, counter, notes, epoch, daemon } = about;
  const facts = factsOf({
    ...{ board, brand, version, notes, slots, description: undefined, 'build-id': buildIdOf(daemon) },
    ...{ counter: String(counter), schema: String(schemaOf()), built: String(epoch) },
  });
  const file = `${folder}/${board}-${version}.swu`;
  writeFileSync(
    file,
    bundleOf(facts, slot, (description) => sign(description, signing)),
  );
  return file;
}
