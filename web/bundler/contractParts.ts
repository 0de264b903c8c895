/**
 * The generated modules of the contract, one a group of calls, taken apart: a chunk holds whole modules, and one call that the
 * console makes would bring its whole group along. What the sign-in page and the console use is a module each; the rest of
 * all groups is one, which comes with the kit of pages.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import type { Metafile, Plugin } from 'esbuild';

const NAMESPACE = 'contract';
const REST = 'rest';

/** An import of the rest, for a page that is to have it in the same chunk as all others. */
export const importOfRest = `import * as contractRest from '${NAMESPACE}:${REST}';`;

/** One statement of a module, and what it is called. */
interface Statement {
  readonly name: string;
  readonly text: string;
}

interface GroupModule {
  readonly statements: readonly Statement[];
  /** What it imports: the name → where it is from, as it is written there. */
  readonly imports: ReadonlyMap<string, string>;
}

/** Reads a module as tools/apigen writes it: imports, and statements that each begin with `export` in their own line. */
export function readGroup(source: string): GroupModule {
  const imports = new Map<string, string>();
  for (const [, names = '', from = ''] of source.matchAll(/^import (.+) from '(.+)';$/gm)) {
    for (const [name] of names.replace('* as ', '').matchAll(/\b(?!type\b)\w+/g)) imports.set(name, from);
  }
  const body = source.replace(/^(\/\*.*\*\/|import .+)\n/gm, '').replace(/^\/\*\*.*\n/gm, '');
  const statements = body
    .split(/^(?=export )/m)
    .filter((text) => text.trim() !== '')
    .map((text) => {
      const name = /^export (?:const|type|interface) (\w+)/.exec(text)?.[1];
      if (name === undefined) throw new Error(`the contract has a statement without a name: ${text.slice(0, 80)}`);
      return { name, text };
    });
  return { statements: statements.filter(({ text }) => text.startsWith('export const')), imports };
}

/** What a statement may name: its words that are neither in quotes nor keys of an object. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(text.replace(/'(?:[^'\\]|\\.)*'|\b\w+\??:/g, '').match(/\b[A-Za-z_]\w*\b/g));

const isGroup = (source: string): boolean => /^export const \w+Call\b/m.test(source);

/** The groups of a folder of generated modules: those that declare calls. */
function readGroups(gen: string): ReadonlyMap<string, GroupModule> {
  return new Map(
    readdirSync(gen).flatMap((file) => {
      const source = file.endsWith('.ts') ? readFileSync(join(gen, file), 'utf8') : '';
      return isGroup(source) ? [[basename(file, '.ts'), readGroup(source)]] : [];
    }),
  );
}

/** Statements behind those that they use: validators are constants. */
function inOrder(statements: readonly Statement[]): readonly Statement[] {
  const byName = new Map(statements.map((one) => [one.name, one]));
  const seen = new Set<Statement>();
  const ordered: Statement[] = [];
  const add = (one: Statement): void => {
    if (seen.has(one)) return;
    seen.add(one);
    for (const word of wordsOf(one.text)) {
      const other = byName.get(word);
      if (other !== undefined) add(other);
    }
    ordered.push(one);
  };
  for (const one of statements) add(one);
  return ordered;
}

/** `apart`: the statements that are modules of their own, as `group/name`; without it all are. */
export function contractParts(gen: string, apart?: ReadonlySet<string>): Plugin {
  const groups = readGroups(gen);
  const placeOf = (group: string, name: string): string =>
    apart === undefined || apart.has(`${group}/${name}`) ? `${group}/${name}` : REST;

  /** The import of each name that statements of a group use, and that is none of them. */
  const importsOf = (group: string, { statements, imports }: GroupModule, part: readonly Statement[]): string[] => {
    const own = new Set(statements.map(({ name }) => name));
    const places = new Map<string, string>();
    for (const word of wordsOf(part.map(({ text }) => text).join('\n'))) {
      const from = imports.get(word);
      const other = from === undefined ? '' : basename(from, '.ts');
      if (own.has(word)) places.set(word, `${NAMESPACE}:${placeOf(group, word)}`);
      else if (groups.has(other)) places.set(word, `${NAMESPACE}:${placeOf(other, word)}`);
      else if (from !== undefined) places.set(word, from.startsWith('.') ? resolve(gen, from) : from);
    }
    return [...places].flatMap(([word, place]) => {
      if (part.some(({ name }) => name === word) || (place === `${NAMESPACE}:${REST}` && isRest(part, group)))
        return [];
      return [place === 'valibot' ? `import * as ${word} from '${place}';` : `import { ${word} } from '${place}';`];
    });
  };

  const isRest = (part: readonly Statement[], group: string): boolean =>
    part.some(({ name }) => placeOf(group, name) === REST);

  /** A module of statements of one group, or of several. */
  const moduleOf = (isIn: (group: string, statement: Statement) => boolean): string => {
    const parts = [...groups].map(([group, of]) => {
      const part = of.statements.filter((one) => isIn(group, one));
      return { imports: importsOf(group, of, part), part };
    });
    const imports = new Set(parts.flatMap((one) => one.imports));
    return [...imports, ...inOrder(parts.flatMap(({ part }) => part)).map(({ text }) => text)].join('\n');
  };

  const contentsOf = (path: string): string => {
    const group = groups.get(path);
    if (group === undefined) return moduleOf((of, { name }) => placeOf(of, name) === path);
    /* Not by name: esbuild passes `export *` over where it finds what is wanted, and nothing else of the list counts as used. */
    const places = new Set(group.statements.map(({ name }) => placeOf(path, name)));
    return [...places].map((place) => `export * from '${NAMESPACE}:${place}';`).join('\n');
  };

  return {
    name: 'contract-parts',
    setup(setup) {
      const found = (path: string) => ({ path, namespace: NAMESPACE, sideEffects: false });
      setup.onResolve({ filter: /^@gen\/\w+\.ts$/ }, ({ path }) => {
        const name = path.slice('@gen/'.length, -'.ts'.length);
        if (groups.has(name)) return found(name);
        return name === 'contract' ? { path: resolve(gen, 'contract.ts'), sideEffects: false } : undefined;
      });
      setup.onResolve({ filter: /^\.\/\w+\.ts$/ }, ({ path, importer }) => {
        const name = path.slice('./'.length, -'.ts'.length);
        return importer === resolve(gen, 'contract.ts') && groups.has(name) ? found(name) : undefined;
      });
      setup.onResolve({ filter: new RegExp(`^${NAMESPACE}:`) }, ({ path }) => found(path.slice(NAMESPACE.length + 1)));
      setup.onLoad({ filter: /.*/, namespace: NAMESPACE }, ({ path }) => ({
        contents: contentsOf(path),
        loader: 'ts',
        resolveDir: resolve('.'),
      }));
    },
  };
}

/** The statements that outputs of a bundle of single statements hold: what `apart` is to be. */
export function partsIn(outputs: readonly Metafile['outputs'][string][]): ReadonlySet<string> {
  const prefix = `${NAMESPACE}:`;
  const inputs = outputs.flatMap((output) => Object.entries(output.inputs));
  const used = inputs.filter(([path, { bytesInOutput }]) => path.startsWith(prefix) && bytesInOutput > 0);
  return new Set(used.map(([path]) => path.slice(prefix.length)));
}
