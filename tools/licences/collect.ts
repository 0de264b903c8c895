// Shipped components and their licences: bundled into the console, compiled into posternd, and
// linked to it. Each is read from its source, so that the list cannot become outdated.

import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';

export interface Part {
  readonly name: string;
  /** Of npm packages; Debian's libraries differ between its releases. */
  readonly version: string;
  readonly licence: string;
  readonly where: 'console' | 'compiled in' | 'linked';
  /** The licence text as shipped by its authors. */
  readonly text: string;
}

interface Known {
  readonly name: string;
  readonly licence: string;
  /** Text that the licence file must contain for our entry to be right. */
  readonly says: string;
}

interface Libraries {
  readonly linked: readonly (Known & { readonly soname: string; readonly package: string })[];
  readonly partsOfLibc: readonly string[];
  readonly compiledIn: readonly (Known & { readonly file: string })[];
}

interface Lock {
  readonly packages: Readonly<Record<string, { readonly version?: string; readonly license?: string }>>;
}

const read = (path: string): string => readFileSync(path, 'utf8');
const json = <T>(path: string): T => JSON.parse(read(path)) as T;

function confirm(known: Known, text: string): void {
  if (!new RegExp(known.says).test(text))
    throw new Error(`${known.name} is no longer under ${known.licence}, it seems`);
}

function licenceFile(folder: string): string {
  const name = readdirSync(folder).find((file) => /^(licen[cs]e|copying)(\.|$)/i.test(file));
  return name === undefined ? '' : read(`${folder}/${name}`);
}

/** Packages in the bundle, as reported by the bundler, with version and licence of the lock file. */
export function bundled(sizes: { readonly packages: readonly string[] }, lock: Lock): Omit<Part, 'text'>[] {
  return sizes.packages.map((name) => {
    const entry = lock.packages[`node_modules/${name}`];
    if (entry?.version === undefined || entry.license === undefined) {
      throw new Error(`package-lock.json does not tell version and licence of ${name}`);
    }
    return { name, version: entry.version, licence: entry.license, where: 'console' };
  });
}

/** Names of the shared libraries that a program needs, without their versions. */
export function neededLibraries(readelf: string): string[] {
  const names = [...readelf.matchAll(/\(NEEDED\)[^[]*\[([^\]]+)\]/g)].map((match) => match[1] ?? '');
  return [...new Set(names.map((name) => name.replace(/\.so.*$/, '')))].sort();
}

/** The known libraries; an unknown one is an error, and so is one that is no longer needed. */
export function linkedOf(needed: readonly string[], libraries: Libraries): Libraries['linked'] {
  const known = libraries.linked.map((library) => library.soname);
  const unknown = needed.find((name) => !known.includes(name) && !libraries.partsOfLibc.includes(name));
  if (unknown !== undefined) throw new Error(`posternd is linked to ${unknown}, which tools/licences does not know`);
  const gone = known.find((name) => !needed.includes(name));
  if (gone !== undefined) throw new Error(`tools/licences knows ${gone}, which posternd is not linked to`);
  return libraries.linked;
}

function copyrightOf(pattern: string): string {
  const folder = readdirSync('/usr/share/doc').find((name) => new RegExp(`^${pattern}(t64)?$`).test(name));
  const path = `/usr/share/doc/${folder}/copyright`;
  if (folder === undefined || !existsSync(path)) throw new Error(`no copyright file of Debian's package ${pattern}`);
  return read(path);
}

export function collect(binary: string, console: string): Part[] {
  const libraries = json<Libraries>('tools/licences/libraries.json');
  const packages = bundled(json(`${console}/sizes.json`), json('package-lock.json')).map((part) => ({
    ...part,
    text: licenceFile(`node_modules/${part.name}`),
  }));
  const compiled = libraries.compiledIn.map((known): Part => {
    const source = read(known.file);
    confirm(known, source);
    const text = source
      .split('\n')
      .filter((line) => line.startsWith('//'))
      .slice(0, 20)
      .join('\n');
    return {
      name: known.name,
      version: /MG_VERSION "([^"]+)"/.exec(read(known.file.replace(/c$/, 'h')))?.[1] ?? '?',
      licence: known.licence,
      where: 'compiled in',
      text,
    };
  });
  const needed = neededLibraries(execFileSync('readelf', ['-d', binary], { encoding: 'utf8' }));
  const linked = linkedOf(needed, libraries).map((known): Part => {
    const text = copyrightOf(known.package);
    confirm(known, text);
    return { name: known.name, version: "Debian's", licence: known.licence, where: 'linked', text };
  });
  return [...compiled, ...linked, ...packages];
}
