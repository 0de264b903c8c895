import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { bundled, linkedOf, neededLibraries } from '../../../tools/licences/collect.ts';
import { isCurrent, listOf, textsOf, withList } from '../../../tools/licences/list.ts';

const lock = {
  packages: {
    'node_modules/preact': { version: '11.2.0', license: 'MIT' },
    'node_modules/unclear': { version: '1.0.0' },
  },
};
const known = (soname: string) => ({ soname, package: `${soname}1`, name: soname, licence: 'MIT', says: 'MIT' });
const libraries = { linked: [known('libcjson'), known('libc')], partsOfLibc: ['libm'], compiledIn: [] };

describe('what ships', () => {
  it('is named with version and licence of the lock file', () => {
    expect(bundled({ packages: ['preact'] }, lock)).toEqual([
      { name: 'preact', version: '11.2.0', licence: 'MIT', where: 'console' },
    ]);
  });

  it('must tell its licence', () => {
    expect(() => bundled({ packages: ['unclear'] }, lock)).toThrow('version and licence of unclear');
    expect(() => bundled({ packages: ['absent'] }, lock)).toThrow('version and licence of absent');
  });

  it('counts what the program is linked to', () => {
    const readelf = [
      ' 0x0001 (NEEDED)             Shared library: [libcjson.so.1]',
      ' 0x0001 (NEEDED)             Shared library: [libc.so.6]',
      ' 0x000e (SONAME)             Library soname: [libother.so.6]',
    ].join('\n');
    expect(neededLibraries(readelf)).toEqual(['libc', 'libcjson']);
  });

  it('has no library that nobody has looked at, and none that has gone', () => {
    expect(linkedOf(['libc', 'libcjson', 'libm'], libraries)).toHaveLength(2);
    expect(() => linkedOf(['libc', 'libcjson', 'libcurl'], libraries)).toThrow('linked to libcurl');
    expect(() => linkedOf(['libc'], libraries)).toThrow('knows libcjson');
  });
});

it('our own code is under the MIT licence, in every place that says so', () => {
  expect(readFileSync('LICENSE', 'utf8')).toMatch(/^MIT License\n\nCopyright \(c\) \d+ Postern contributors\n/);
  for (const file of ['package.json', 'tools/face/package.json'])
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ license: 'MIT' });
});

describe('the engine of the simulated face module', () => {
  interface FaceLock {
    readonly packages: Readonly<Record<string, { readonly license?: string; readonly dependencies?: object }>>;
  }
  const { packages } = JSON.parse(readFileSync('tools/face/package-lock.json', 'utf8')) as FaceLock;

  it('has packages under the licences that docs/licensing.md names', () => {
    const page = readFileSync('docs/licensing.md', 'utf8').replaceAll(/\s+/g, ' ');
    for (const name of Object.keys(packages['']?.dependencies ?? {})) {
      const licence = packages[`node_modules/${name}`]?.license;
      expect(page).toMatch(new RegExp(`${name}\\b[^()]*\\(${licence}\\b`));
    }
  });

  it('brings nothing that could not be used beside them', () => {
    const licences = Object.entries(packages).flatMap(([path, { license }]) => (path === '' ? [] : [license ?? path]));
    const used = new Set(licences.flatMap((licence) => licence.split(' AND ')));
    expect([...used].toSorted()).toStrictEqual(['Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']);
  });
});

describe('the list', () => {
  const parts = [
    { name: 'preact', version: '11.2.0', licence: 'MIT', where: 'console', text: 'Free of charge\n' },
  ] as const;
  const page = 'Before\n<!-- list: written by make licences -->\nold\n<!-- end of list -->\nafter\n';

  it('replaces what stood in its place, and is then current', () => {
    const list = listOf(parts);
    expect(isCurrent(page, list)).toBe(false);
    const written = withList(page, list);
    expect(written).toMatch(/^Before\n[\s\S]*\| preact \| 11\.2\.0 \| MIT \| in the console \|[\s\S]*after\n$/);
    expect(isCurrent(written, list)).toBe(true);
    expect(withList(written, list)).toBe(written);
  });

  it('needs its place in the page', () => {
    expect(() => isCurrent('nothing', '')).toThrow('no place for the list');
  });

  it('comes with all texts', () => {
    expect(textsOf(parts)).toContain('preact: MIT');
    expect(textsOf(parts)).toContain('Free of charge');
  });
});
