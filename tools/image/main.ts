// Makes the image of a board.
//
//   npx node tools/image/main.ts [--board qemu-arm64] [--brand postern] [--folder build/image/BOARD] [--keys FOLDER] [--release]
//       [--next]   and a bundle of the next version, for the tests, in FOLDER/next
//   npx node tools/image/main.ts --lock     writes packages.lock again with what the mirrors have now
//
// The result is in FOLDER/out; see docs/image.md. MONGOOSE_DIR as elsewhere. SOURCE_DATE_EPOCH is the time of
// all dated files; default: the time of the last commit.

import { parseArgs } from 'node:util';
import { readBoard } from './boards.ts';
import { type BuildOptions, build } from './build.ts';
import { digestOf, forgetBuilt, isBuilt, noteBuilt } from './built.ts';
import { renew } from './debs.ts';
import { bootKeys } from './keys.ts';
import { run } from './run.ts';
import { trustOf } from './signing.ts';

const { values } = parseArgs({
  options: {
    board: { type: 'string', default: 'qemu-arm64' },
    brand: { type: 'string', default: 'postern' },
    folder: { type: 'string' },
    keys: { type: 'string' },
    release: { type: 'boolean', default: false },
    next: { type: 'boolean', default: false },
    lock: { type: 'boolean', default: false },
  },
});

function epoch(): number {
  const given = process.env['SOURCE_DATE_EPOCH'];
  const seconds = Number(given ?? run('git', ['log', '-1', '--format=%ct']));
  if (!Number.isSafeInteger(seconds)) throw new Error('SOURCE_DATE_EPOCH is no number of seconds');
  return seconds;
}

/** Only with test keys: a manufacturer's are checked each time, and a release is always built. */
function digest(options: BuildOptions): string | undefined {
  if (options.keys !== undefined || options.release) return undefined;
  const trust = trustOf(undefined, false);
  const keys = bootKeys(undefined, false);
  const mongoose = ['mongoose.c', 'mongoose.h'].map((name) => `${options.mongoose}/${name}`);
  const { board, brand, epoch } = options;
  return digestOf({
    root: '.',
    files: [trust.roots, `${keys.folder}/${keys.name}.crt`, ...mongoose],
    options: { board, brand, epoch },
  });
}

function makeImage(): void {
  const board = readBoard(values.board);
  const options: BuildOptions = {
    board,
    brand: values.brand,
    folder: values.folder ?? `build/image/${board.id}`,
    programs: values.folder ?? `build/image/${board.base ?? board.id}`,
    epoch: epoch(),
    mongoose: process.env['MONGOOSE_DIR'] ?? 'build/deps/mongoose',
    keys: values.keys,
    release: values.release,
    next: values.next,
  };
  const inputs = digest(options);
  if (inputs !== undefined && isBuilt(options.folder, inputs, values.next)) {
    console.log(`image: ${options.folder}/out is up to date`);
    return;
  }
  forgetBuilt(options.folder);
  const { out, asLocked } = build(options);
  if (inputs !== undefined && asLocked) noteBuilt(options.folder, inputs, values.next);
  console.log(`image: ${out}`);
}

try {
  if (values.lock) {
    renew();
  } else {
    makeImage();
  }
} catch (error) {
  console.error(`image: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
