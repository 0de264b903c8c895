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
import { Apt } from './apt.ts';
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
const archOf: Readonly<Record<Root, string>> = { target: 'arm64', tools: 'amd64' };

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');
const fileOf = (entry: Omit<Locked, 'sha256' | 'root'>): string =>
  `${store}/debs/${entry.name}_${entry.version.replaceAll(':', '%3a')}_${entry.arch}.deb`;

/** The file of a locked package, which fetch() has put there. */
export const debOf = (entry: Locked): string => fileOf(entry);

/** Fetches what is missing; a file that is not what the lock says is an error. */
export function fetch(lock: readonly Locked[]): void {
  for (const root of ['target', 'tools'] as const) {
    const missing = lock.filter((entry) => entry.root === root && !existsSync(fileOf(entry)));
    if (missing.length === 0) continue;
    console.log(`image: fetching ${missing.length} Debian packages (${root})`);
    const apt = new Apt(packages.release, archOf[root], store);
    apt.update();
    apt.download(
      missing.map(({ name, version }) => `${name}=${version}`),
      `${store}/debs`,
    );
  }
  for (const entry of lock) {
    const file = fileOf(entry);
    if (!existsSync(file) || sha256(file) !== entry.sha256)
      throw new Error(`${file} is not what ${lockFile} says; is it gone from the mirror? make image-lock renews`);
  }
}

/** Writes the lock again with what the mirrors offer now. `alone`: packages taken without what they depend on. */
export function renew(alone: readonly string[]): void {
  const entries: Locked[] = [];
  for (const root of ['target', 'tools'] as const) {
    const apt = new Apt(packages.release, archOf[root], store);
    apt.update();
    const roots = root === 'target' ? [...packages.target.build, ...packages.target.run] : packages.tools;
    const singles = root === 'target' ? alone.map((name) => (isKernel(name) ? apt.standsFor(name) : name)) : [];
    const left = root === 'tools' ? packages.leftOut : [];
    const names = [...new Set([...apt.closure(roots), ...singles])].filter((name) => !left.includes(name));
    const folder = `${store}/new-${root}`;
    rmSync(folder, { recursive: true, force: true });
    apt.download(names, folder);
    mkdirSync(`${store}/debs`, { recursive: true });
    for (const file of readdirSync(folder)) {
      const [name = '', version = '', arch = ''] = file.replace(/\.deb$/, '').split('_');
      const entry = { root, name, version: decodeURIComponent(version), arch, sha256: sha256(join(folder, file)) };
      entries.push(entry);
      renameSync(join(folder, file), fileOf(entry));
    }
    rmSync(folder, { recursive: true });
  }
  writeFileSync(lockFile, formatLock(entries));
}

/** The packages of a kernel have its version in their names; the lock has the one that this name stood for. */
const isKernel = (name: string): boolean => /^linux-image-[a-z]/.test(name);

const merged = ['bin', 'lib', 'lib64', 'sbin'];

/** Absolute links would lead into the building machine. */
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

/** A path of a package, as it is where /lib is a link to /usr/lib. */
const inMerged = (path: string): string => path.replace(/^\.\//, '').replace(/^(bin|lib|lib64|sbin)\//, 'usr/$1/');

/** Which package each file of an unpacked folder is of. */
export function ownersOf(folder: string): ReadonlyMap<string, string> {
  return new Map(Object.entries(JSON.parse(readFileSync(`${folder}.owners`, 'utf8')) as Record<string, string>));
}

/** Unpacks packages into a folder, afresh; a second call with the same packages does nothing. */
export function unpack(entries: readonly Locked[], folder: string): void {
  const stamp = entries.map(({ name, sha256: hash }) => `${name} ${hash}`).join('\n');
  const mark = `${folder}.packages`;
  if (existsSync(mark) && existsSync(`${folder}.owners`) && readFileSync(mark, 'utf8') === stamp) return;
  rmSync(folder, { recursive: true, force: true });
  for (const name of merged) {
    mkdirSync(`${folder}/usr/${name}`, { recursive: true });
    symlinkSync(`usr/${name}`, `${folder}/${name}`);
  }
  /* dpkg-deb -x would put a folder in the place of these links. */
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

/** The lock, fetched. */
export function locked(): Locked[] {
  const lock = readLock();
  fetch(lock);
  return lock;
}
