// Builds the files for a manufacturer from sources and packages.

import { copyFileSync, mkdirSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import type { Signing } from '../release/sign.ts';
import { counterOf, notesOf } from '../release/source.ts';
import type { Board } from './boards.ts';
import { writeBundle } from './bundle.ts';
import {
  compileDaemon,
  compileDatakey,
  compileEarly,
  compileGrow,
  compileInstaller,
  compileNext,
  compileUsb,
  hal,
  nextVersion,
  type Program,
  sysroot,
  takeHook,
} from './compile.ts';
import { locked, unpack } from './debs.ts';
import { type Placed, place, writeDisk } from './disk.ts';
import { fresh, writeEnvironment } from './environment.ts';
import { controlTree, type FitPlace, scriptImage } from './fit.ts';
import { complaints, judgeProgram } from './harden.ts';
import { bootKeys } from './keys.ts';
import { Kernel } from './modules.ts';
import { type Contents, partsOf } from './parts.ts';
import { cycloneDx, licenceList, spdx } from './sbom.ts';
import { trustOf } from './signing.ts';
import { makeSlot, type SlotParts } from './slot.ts';
import { prepareTools, runTool, tool } from './tools.ts';

export interface BuildOptions {
  readonly board: Board;
  readonly brand: string;
  /** Everything except the programs is made below it. */
  readonly folder: string;
  /** Programs are compiled below it; boards with the same programs share it. */
  readonly programs: string;
  readonly epoch: number;
  readonly mongoose: string;
  readonly keys: string | undefined;
  readonly release: boolean;
  /** Also makes the bundle of a next version, for the tests. */
  readonly next?: boolean;
}

const mib = 1 << 20;
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { readonly version: string };

/** The second block of `env`, until the data partition is created. */
const newDisk = Buffer.from('postern-new-');

function environmentPartition(): Buffer {
  const content = Buffer.alloc(8192);
  writeEnvironment(fresh).copy(content, 0);
  newDisk.copy(content, 4096);
  return content;
}

function bootPartition(board: Board, { folder, epoch }: FitPlace, script: string): Buffer {
  const file = `${folder}/boot.fat`;
  writeFileSync(file, Buffer.alloc((board.sizes.boot ?? 0) * mib));
  const env = { TZ: 'UTC', MTOOLS_SKIP_CHECK: '1' };
  utimesSync(script, epoch, epoch); /* the file system keeps it */
  runTool('mkfs.vfat', ['--invariant', '-n', 'BOOT', file], env);
  runTool('mcopy', ['-i', file, '-m', script, '::boot.scr'], env);
  return readFileSync(file);
}

/** Builds everything for one board; `out` has the results. */
export function build(options: BuildOptions): { readonly out: string; readonly asLocked: boolean } {
  const { board, folder, programs, epoch } = options;
  /* First: a refused key must be reported before the long compilation. */
  const trust = trustOf(options.keys, options.release);
  const keys = bootKeys(options.keys, options.release);
  const work = `${folder}/work`;
  const out = `${folder}/out`;
  for (const path of [work, out]) mkdirSync(path, { recursive: true });
  for (const name of readdirSync(out)) if (name.endsWith('.swu')) rmSync(`${out}/${name}`);
  const step = stepper();

  const { packages: lock, asLocked } = locked({ newestIfGone: options.next === true });
  prepareTools(lock);
  unpack(
    lock.filter((entry) => entry.root === 'target'),
    sysroot,
  );
  const kernel = new Kernel(sysroot);
  step('packages');
  const daemon = compileDaemon({ ...options, folder: programs });
  const early = compileEarly(programs);
  const grow = compileGrow(programs);
  const usb = compileUsb(programs);
  const datakey = compileDatakey(programs);
  const installer = compileInstaller(programs);
  const hook = takeHook(programs);
  judgeAll([daemon, early, grow, usb, datakey, installer, hook], options.release);
  step('programs');

  const ofTpm = board.dataKey === undefined ? [] : [datakey];
  const parts = { board, kernel, daemon, early, grow, usb, datakey, installer, hook, roots: trust.roots, keys, epoch };
  const { image: slot, content, verity, squashfs } = makeSlot(parts, work);
  writeFileSync(`${out}/slot.img`, slot);
  step('slot');

  const where = { folder: work, epoch };
  const uboot = (file: string): Buffer => readFileSync(`${sysroot}/${file}`);
  if (board.uboot.rom !== undefined) writeFileSync(`${out}/u-boot.bin`, uboot(board.uboot.rom));
  if (board.uboot.script === 'control-dtb') copyFileSync(controlTree(board, keys, where), `${out}/control.dtb`);
  const pieces = (board.uboot.pieces ?? []).map(({ file, at }) => ({ at, content: uboot(file) }));
  const boot =
    board.uboot.script === 'boot-partition' ? bootPartition(board, where, scriptImage(board, where)) : undefined;
  const layout = {
    firstLba: board.firstLba,
    tableLength: board.tableLength ?? 128,
    partitions: [
      { name: 'env', size: board.sizes.env * mib, content: environmentPartition() },
      ...(boot === undefined ? [] : [{ name: 'boot', size: boot.length, content: boot, type: 'esp' as const }]),
      { name: 'slot-a', size: board.sizes.slot * mib, content: slot },
      { name: 'slot-b', size: board.sizes.slot * mib, content: slot },
      { name: 'data', size: board.sizes.data * mib },
    ],
  };
  writeDisk(`${out}/disk.img`, layout, pieces);
  const facts = {
    board: board.id,
    brand: options.brand,
    hal,
    built: epoch,
    kernel: kernel.version,
    key: keys.name,
    ...verity,
  };
  const places = { fitSize: board.sizes.fit * mib, slotSize: slot.length, squashfs };
  writeFileSync(`${out}/image.json`, `${JSON.stringify({ ...facts, ...places }, null, 2)}\n`);
  writeLists(options, out, {
    lock,
    brand: options.brand,
    mongoose: options.mongoose,
    version,
    debian: content.debian,
    besides: [board.uboot.package, `linux-image-${kernel.version}`, 'libc6'],
    own: new Map([daemon, early, grow, usb, ...ofTpm, hook].map(({ file }) => [file.replace(/.*\//, ''), file])),
  });
  step('disk');
  const { signing } = trust;
  const about = { board: board.id, brand: options.brand, epoch };
  if (signing === undefined) {
    console.log('image: no key for bundles at hand; tools/release makes one of slot.img');
  } else {
    writeBundle({ ...about, version, counter: counterOf(), notes: notesOf(), daemon }, slot, signing, out);
    if (options.next) writeNext({ ...about, signing, parts, programs }, folder);
    step('bundle');
  }
  report(place(layout), slot, verity.size, squashfs);
  return { out, asLocked };
}

/** For the tests: the same source under the next version and counter, as a bundle below FOLDER/next. */
function writeNext(
  {
    signing,
    parts,
    programs,
    ...about
  }: { board: string; brand: string; epoch: number; signing: Signing; parts: SlotParts; programs: string },
  folder: string,
): void {
  const daemon = compileNext(programs);
  const { image } = makeSlot({ ...parts, daemon }, `${folder}/next`);
  const next = { version: nextVersion, counter: counterOf() + 1, notes: 'The same under the next number.', daemon };
  writeBundle({ ...about, ...next }, image, signing, `${folder}/next`);
}

/** Checks how our programs are built: a program that fails prevents the image. */
function judgeAll(programs: readonly Program[], release: boolean): void {
  const wrong = programs.flatMap(({ whole }) =>
    complaints(whole, judgeProgram(whole, release, tool('aarch64-linux-gnu-readelf'))),
  );
  if (wrong.length > 0) throw new Error(wrong.join('\n'));
}

function writeLists({ board, brand, epoch }: BuildOptions, out: string, contents: Contents): void {
  const parts = partsOf(contents);
  const about = { board: board.id, brand, version: contents.version, built: epoch };
  const json = (value: object): string => `${JSON.stringify(value, null, 2)}\n`;
  writeFileSync(`${out}/sbom.spdx.json`, json(spdx(parts, about)));
  writeFileSync(`${out}/sbom.cdx.json`, json(cycloneDx(parts, about)));
  writeFileSync(`${out}/licences.txt`, licenceList(parts));
}

function stepper(): (name: string) => void {
  let before = performance.now();
  return (name) => {
    const now = performance.now();
    console.log(`image: ${name.padEnd(10)} ${((now - before) / 1000).toFixed(1)} s`);
    before = now;
  };
}

function report(placed: readonly Placed[], slot: Buffer, root: number, squashfs: number): void {
  const inMib = (octets: number): string => (octets / mib).toFixed(1);
  console.log(`image: slot ${inMib(slot.length)} MiB, of it root and hash tree ${inMib(root)} (${squashfs} octets)`);
  for (const { name, first, last } of placed) console.log(`image:   ${name.padEnd(8)} sectors ${first} to ${last}`);
}
