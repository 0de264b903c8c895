// Rules of words: one name for one thing in spec/, api/, core/, store/, the console and the unit tests.

import { posix } from 'node:path';
import { layerOf, rank, rooms } from './layers.ts';
import type { Finding, Rule } from './rule.ts';
import type { Tree } from './tree.ts';

/** Files of api/ that are of no group: they read, decide and write calls of every group. */
const engine: readonly string[] = ['api', 'decode', 'encode', 'json_scan', 'route', 'settings', 'status'];

const spec = /^firmware\/api\/spec\/(?!(?:errors|effects|formats)\.)(\w+)\.json$/;

function groups(tree: Tree): Finding[] {
  return tree.paths.flatMap((path) => {
    const group = spec.exec(path)?.[1];
    if (group === undefined) return [];
    if (!rooms.includes(group)) return [{ path, line: 0, text: `${group} is no room of core/` }];
    const feature = `web/features/${group}/`;
    return tree.paths.some((other) => other.startsWith(feature)) ? [] : [{ path, line: 0, text: `no ${feature}` }];
  });
}

const startsWithWord = (name: string, words: readonly string[]): boolean =>
  words.some((word) => name === word || name.startsWith(`${word}_`));

function handlers(tree: Tree): Finding[] {
  return tree.paths
    .filter((path) => /^firmware\/api\/[^/]+\.[ch]$/.test(path))
    .filter((path) => !startsWithWord(posix.basename(path).slice(0, -2), [...rooms, ...engine]))
    .map((path) => ({ path, line: 0, text: 'begins neither with a group nor with a part of the engine' }));
}

/** Folders below firmware/LAYER/ that may have the source of a unit test: the one of that name, otherwise any. */
function tests(tree: Tree): Finding[] {
  const foldersOf = new Map<string, Set<string>>();
  const folders = new Set<string>();
  for (const path of tree.paths.filter((other) => /^firmware\/.*\.c$/.test(other))) {
    const folder = posix.dirname(path);
    const key = `${layerOf(path)} ${posix.basename(path, '.c')}`;
    folders.add(folder);
    foldersOf.set(key, (foldersOf.get(key) ?? new Set()).add(folder));
  }
  return tree.paths.flatMap((path) => {
    const match = /^test\/unit\/((\w+)(?:\/\w+)*)\/test_(\w+)\.c$/.exec(path);
    if (match === null || !((match[2] ?? '') in rank)) return [];
    const [, place = '', layer = '', name = ''] = match;
    const folder = `firmware/${place}`;
    const own = foldersOf.get(`${layer} ${name}`) ?? foldersOf.get(`${layer} ${name.replace(`${layer}_`, '')}`);
    if (own?.has(folder) ?? folders.has(folder)) return [];
    return [{ path, line: 0, text: own === undefined ? `no ${folder}/` : `its source is in ${[...own].join(', ')}` }];
  });
}

export const wordRules: readonly Rule[] = [
  {
    name: 'groups-are-rooms',
    holds: 'a group of calls has the name of a room of core/, and a feature of the console has the same',
    check: groups,
  },
  {
    name: 'handlers-are-named-by-group',
    holds: `a file of api/ begins with the name of a room, or is of the engine: ${engine.join(', ')}`,
    check: handlers,
  },
  {
    name: 'unit-tests-mirror-firmware',
    holds: 'a unit test stands in the folder of its source, below test/unit/ instead of firmware/',
    check: tests,
  },
];
