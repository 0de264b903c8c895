// The .deb files of the lock: fetched once, checked every time, unpacked without dpkg's state.

import { createHash } from 'node:crypto';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { Apt, mirrors } from './apt.ts';
import { addressesOf, download, type Wanted } from './archive.ts';
import { boardNames, readBoard } from './boards.ts';
import { formatLock, type Locked, lockFile, type Root, readLock } from './lock.ts';
import { run } from './run.ts';

interface Packages {
  readonly release: string;
  readonly target: { readonly build: readonly string[]; readonly run: readonly string[] };
  readonly tools: readonly string[];
  readonly leftOut: readonly string[];
}

export const packages = JSON.parse(readFileSync('tools/image/packages.json', 'utf8')) as Packages;
export const store = 'build/deps/image';
/** The packages to unpack: those of the lock, or newer ones for tests. */
export const unpackedLock = `${store}/packages.lock`;
const archOf: Readonly<Record<Root, string>> = { target: 'arm64', tools: 'amd64' };

const hashOf = (path: string, algorithm: 'sha256' | 'sha1' = 'sha256'): string =>
  createHash(algorithm).update(readFileSync(path)).digest('hex');
const fileOf = (entry: Pick<Locked, 'name' | 'version' | 'arch'>): string =>
  `${store}/debs/${entry.name}_${entry.version.replaceAll(':', '%3a')}_${entry.arch}.deb`;

/** The file of a locked package, which locked() has fetched. */
export const debOf = (entry: Locked): string => fileOf(entry);

const isWhole = ({ file, sha256 }: Pick<Wanted, 'file' | 'sha256'>): boolean =>
  existsSync(file) && hashOf(file) === sha256;

export interface Fetched {
  readonly gone: readonly Locked[];
  /** apt's messages for them. */
  readonly said: string;
}

/** Fetches missing and damaged files. */
function fetch(lock: readonly Locked[]): Fetched {
  const bases = { ...mirrors(), snapshot: 'http://snapshot.debian.org' };
  const wanted = lock.map((entry) => ({
    entry,
    addresses: addressesOf(entry, bases),
    file: fileOf(entry),
    sha256: entry.sha256,
  }));
  const missing = wanted.filter((one) => !isWhole(one));
  if (missing.length > 0) console.log(`image: fetching ${missing.length} Debian packages`);
  mkdirSync(`${store}/debs`, { recursive: true });
  for (const { file } of missing) rmSync(file, { force: true });
  const said = download(missing, isWhole);
  return { gone: missing.filter((one) => !isWhole(one)).map(({ entry }) => entry), said };
}

/** Kernels and boot loaders of all boards: without their dependencies. */
function alone(): string[] {
  const names = boardNames()
    .map(readBoard)
    .flatMap((board) => [board.kernel.package, board.uboot.package]);
  return [...new Set(names)];
}

/** Name of the source package; the field is missing if it equals the package's own name, and may have a version in brackets. */
function sourceOf(deb: string, name: string): string {
  const field = run('dpkg-deb', ['-f', deb, 'Source']).trim();
  return field === '' ? name : field.replace(/ .*/, '');
}

/** Writes a lock with the current packages of the mirrors. */
export function renew(file: string = lockFile): void {
  const entries: Locked[] = [];
  for (const root of ['target', 'tools'] as const) {
    const apt = new Apt(packages.release, archOf[root], store);
    apt.update();
    const roots = root === 'target' ? [...packages.target.build, ...packages.target.run] : packages.tools;
    const singles = root === 'target' ? alone().map((name) => (isKernel(name) ? apt.standsFor(name) : name)) : [];
    const left = root === 'tools' ? packages.leftOut : [];
    const names = [...new Set([...apt.closure(roots), ...singles])].filter((name) => !left.includes(name));
    const folder = `${store}/new-${root}`;
    rmSync(folder, { recursive: true, force: true });
    apt.download(names, folder);
    mkdirSync(`${store}/debs`, { recursive: true });
    for (const deb of readdirSync(folder)) {
      const at = join(folder, deb);
      const [name = '', version = '', arch = ''] = deb.replace(/\.deb$/, '').split('_');
      const known = { root, name, version: decodeURIComponent(version), arch };
      const entry = { ...known, source: sourceOf(at, name), sha256: hashOf(at), sha1: hashOf(at, 'sha1') };
      entries.push(entry);
      renameSync(at, fileOf(entry));
    }
    rmSync(folder, { recursive: true });
  }
  writeFileSync(file, formatLock(entries));
}

/** Kernel packages have their version in the name; returns the one of the lock for this name. */
const isKernel = (name: string): boolean => /^linux-image-[a-z]/.test(name);

const merged = ['bin', 'lib', 'lib64', 'sbin'];

/** Absolute links would point into the build machine. */
function makeRelative(folder: string, top: string): void {
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) {
      const to = readlinkSync(path);
      if (!to.startsWith('/')) continue;
      unlinkSync(path);
      symlinkSync(relative(dirname(path), join(top, to)), path);
    } else if (stat.isDirectory()) {
      makeRelative(path, top);
    }
  }
}

/** A path of a package, with /lib as a link to /usr/lib. */
const inMerged = (path: string): string => path.replace(/^\.\//, '').replace(/^(bin|lib|lib64|sbin)\//, 'usr/$1/');

/** The package of each file of an unpacked folder. */
export function ownersOf(folder: string): ReadonlyMap<string, string> {
  return new Map(Object.entries(JSON.parse(readFileSync(`${folder}.owners`, 'utf8')) as Record<string, string>));
}

/** Unpacks packages into a new folder; a second call with the same packages does nothing. */
export function unpack(entries: readonly Locked[], folder: string): void {
  const stamp = entries.map(({ name, sha256: hash }) => `${name} ${hash}`).join('\n');
  const mark = `${folder}.packages`;
  if (existsSync(mark) && existsSync(`${folder}.owners`) && readFileSync(mark, 'utf8') === stamp) return;
  rmSync(folder, { recursive: true, force: true });
  for (const name of merged) {
    mkdirSync(`${folder}/usr/${name}`, { recursive: true });
    symlinkSync(`usr/${name}`, `${folder}/${name}`);
  }
  /* dpkg-deb -x would replace these links by folders. */
  const unpackOne = 'set -o pipefail; dpkg-deb --fsys-tarfile "$1" | tar -xv --keep-directory-symlink -C "$2"';
  const owners: Record<string, string> = {};
  for (const entry of entries) {
    const listed = run('bash', ['-c', unpackOne, 'unpack', fileOf(entry), folder]);
    for (const path of listed.split('\n')) if (!path.endsWith('/')) owners[inMerged(path)] = entry.name;
  }
  makeRelative(folder, resolve(folder));
  writeFileSync(`${folder}.owners`, JSON.stringify(owners));
  writeFileSync(mark, stamp);
}

/** The fetched packages: those of the lock, or newer ones for those no longer available. */
export interface Fetch {
  readonly packages: readonly Locked[];
  readonly asLocked: boolean;
}

/** Reading, fetching and updating a lock: replaced in tests. */
export interface Ways {
  read(file?: string): readonly Locked[];
  fetch(lock: readonly Locked[]): Fetched;
  renew(file: string): void;
  /** Records the packages to unpack. */
  note(lock: readonly Locked[]): void;
}

const real: Ways = {
  read: readLock,
  fetch,
  renew,
  note: (lock) => writeFileSync(unpackedLock, formatLock(lock)),
};

/**
 * The packages of the lock, fetched. `newestIfGone`: for tests, which must not fail because Debian has replaced a package; they use
 * the current packages of the mirrors, all of them, and say so.
 */
export function locked({ newestIfGone }: { readonly newestIfGone: boolean }, ways: Ways = real): Fetch {
  const lock = ways.read();
  const { gone, said } = ways.fetch(lock);
  if (gone.length === 0) {
    ways.note(lock);
    return { packages: lock, asLocked: true };
  }
  const names = gone.map(({ name, version }) => `${name} ${version}`).join(', ');
  if (!newestIfGone)
    throw new Error(`${names}: neither a mirror nor snapshot.debian.org has it; make image-lock renews\n${said}`);
  console.log(`image: ${names}: gone; the newest packages are taken, for tests alone. make image-lock renews`);
  ways.renew(unpackedLock);
  return { packages: ways.read(unpackedLock), asLocked: false };
}
