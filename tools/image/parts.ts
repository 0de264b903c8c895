// Components of an image: Debian's packages with a file in it, the code compiled into our programs, the packages bundled
// by the console, and our own programs.

import { createHash } from 'node:crypto';
import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { relative } from 'node:path';
import { bundled } from '../licences/collect.ts';
import { sysroot } from './compile.ts';
import { ownersOf } from './debs.ts';
import { type Locked, lockedOf } from './lock.ts';
import { run } from './run.ts';

export interface Part {
  readonly name: string;
  readonly version: string;
  /** An SPDX expression. */
  readonly licence: string;
  readonly kind: 'debian' | 'npm' | 'source' | 'own';
  readonly sha256?: string;
  /** Package URL. */
  readonly purl?: string;
  /** The licence text as shipped by its authors. */
  readonly text: string;
}

interface Libraries {
  readonly linked: readonly { readonly package: string; readonly licence: string }[];
}

const read = (path: string): string => readFileSync(path, 'utf8');
const json = <T>(path: string): T => JSON.parse(read(path)) as T;
const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex');

/** Licence of a Debian package's programs and libraries, without its build system and tests. */
function licenceOf(name: string): string {
  const own = json<Record<string, string>>('tools/image/licences.json');
  const found = Object.entries(own).find(([prefix]) => name === prefix || name.startsWith(`${prefix}-`));
  if (found !== undefined) return found[1];
  const { linked } = json<Libraries>('tools/licences/libraries.json');
  const known = linked.find((library) => new RegExp(`^${library.package}(t64)?$`).test(name));
  if (known === undefined) throw new Error(`tools/image/licences.json does not know ${name}, which is in the image`);
  return known.licence === 'public domain' ? 'LicenseRef-public-domain' : known.licence;
}

function debianPart(entry: Locked): Part {
  const { name, version, arch } = entry;
  const copyright = `${sysroot}/usr/share/doc/${name}/copyright`;
  if (!existsSync(copyright)) throw new Error(`${name} has no copyright file`);
  return {
    name,
    version,
    licence: licenceOf(name),
    kind: 'debian',
    sha256: entry.sha256,
    purl: `pkg:deb/debian/${name}@${encodeURIComponent(version)}?arch=${arch}`,
    text: read(copyright),
  };
}

/** The package of a file of the sysroot; for a link, of its target. */
function packageOf(path: string, owners: ReadonlyMap<string, string>): string {
  const real = relative(realpathSync(sysroot), realpathSync(`${sysroot}/${path}`));
  const owner = owners.get(path) ?? owners.get(real);
  if (owner === undefined) throw new Error(`no package of the lock has ${path}`);
  return owner;
}

function consoleParts(brand: string): Part[] {
  return bundled(json(`build/web/${brand}/sizes.json`), json('package-lock.json')).map(
    ({ name, version, licence }) => ({
      name,
      version,
      licence,
      kind: 'npm',
      purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
      text: '',
    }),
  );
}

function mongoosePart(folder: string): Part {
  const source = `${folder}/mongoose.c`;
  const version = /MG_VERSION "([^"]+)"/.exec(read(`${folder}/mongoose.h`))?.[1] ?? '';
  const text = read(source)
    .split('\n')
    .filter((line) => line.startsWith('//'))
    .slice(0, 20)
    .join('\n');
  if (!/GPL-2.0-only/.test(text)) throw new Error('Mongoose is no longer under GPL-2.0-only, it seems');
  return { name: 'mongoose', version, licence: 'GPL-2.0-only', kind: 'source', sha256: sha256(source), text };
}

/** SWUpdate, whose archive the set-up has verified and built. */
function installerPart(): Part {
  const value = (name: string): string =>
    new RegExp(`^archive_${name}=([\\w.]+)$`, 'm').exec(read('tools/setup/archive.sh'))?.[1] ?? '';
  const [version, hash] = [value('version'), value('sha')];
  const archive = `build/deps/swupdate/swupdate_${version}+dfsg.orig.tar.xz`;
  const text = run('tar', ['-xJOf', archive, `swupdate-${version}/LICENSES/GPL-2.0-only.txt`]);
  return { name: 'swupdate', version, licence: 'GPL-2.0-only', kind: 'source', sha256: hash, text };
}

export interface Contents {
  readonly lock: readonly Locked[];
  readonly brand: string;
  readonly mongoose: string;
  readonly version: string;
  /** Files of Debian's packages, as paths below the sysroot. */
  readonly debian: readonly string[];
  /** Packages with a part in the image outside the root: boot loader, the C library in the static program. */
  readonly besides: readonly string[];
  /** Our own programs: name and file. */
  readonly own: ReadonlyMap<string, string>;
}

const order = (a: Part, b: Part): number => (`${a.kind} ${a.name}` < `${b.kind} ${b.name}` ? -1 : 1);

export function partsOf(contents: Contents): Part[] {
  const owners = ownersOf(sysroot);
  const names = new Set([...contents.debian.map((path) => packageOf(path, owners)), ...contents.besides]);
  const own = [...contents.own].map(
    ([name, file]): Part => ({
      name,
      version: contents.version,
      licence: 'MIT',
      kind: 'own',
      sha256: sha256(file),
      text: read('LICENSE'),
    }),
  );
  const debian = [...names].map((name) => debianPart(lockedOf(contents.lock, 'target', name)));
  return [...own, ...debian, mongoosePart(contents.mongoose), installerPart(), ...consoleParts(contents.brand)].sort(
    order,
  );
}
