// Rules of rooms: the order of the folders of core/, the same names in store/, and access to tables.

import { isC, layerOf, roomOf, rooms, target } from './layers.ts';
import type { Finding, Rule } from './rule.ts';
import { includesOf } from './text.ts';
import type { Tree } from './tree.ts';

/** The violation of an include, by its target path; undefined if there is none. */
type Judge = (path: string, to: string) => string | undefined;

function includesBy(layer: string, judge: Judge): Rule['check'] {
  return (tree) =>
    tree.paths
      .filter((path) => isC(path) && layerOf(path) === layer)
      .flatMap((path) =>
        includesOf(tree.read(path)).flatMap(({ line, file, system }) => {
          const to = system ? undefined : target(tree, path, file);
          const wrong = to === undefined ? undefined : judge(path, to);
          return wrong === undefined ? [] : [{ path, line, text: `${wrong} includes ${file}` }];
        }),
      );
}

/** Files of the layer that are in a folder of unknown name or, if that is refused, in none. */
function misplaced(tree: Tree, layer: string, top: 'top allowed' | 'top refused'): Finding[] {
  return tree.paths
    .filter((path) => isC(path) && path.startsWith(`firmware/${layer}/`))
    .flatMap((path) => {
      const room = roomOf(path);
      if (room === undefined) return top === 'top allowed' ? [] : [{ path, line: 0, text: `stands in no room` }];
      return rooms.includes(room) ? [] : [{ path, line: 0, text: `${room} is no room` }];
    });
}

const place = (path: string): number => rooms.indexOf(roomOf(path) ?? '');

const upward = includesBy('core', (path, to) => {
  if (layerOf(to) !== 'core' || place(path) < 0 || place(to) < 0 || place(to) <= place(path)) return undefined;
  return roomOf(path);
});

const acrossTables = includesBy('store', (path, to) => {
  const folder = roomOf(to);
  return layerOf(to) !== 'store' || folder === undefined || folder === roomOf(path)
    ? undefined
    : (roomOf(path) ?? 'the engine');
});

/** An administrator is a row of the users' table: sign-in reads and writes it, below the room that owns it. */
const borrowed: Readonly<Record<string, readonly string[]>> = { accounts: ['users'] };

const foreignTables = includesBy('core', (path, to) => {
  const folder = roomOf(to);
  const room = roomOf(path) ?? '';
  const allowed =
    layerOf(to) !== 'store' ||
    folder === undefined ||
    rooms.indexOf(folder) <= rooms.indexOf(room) ||
    borrowed[room]?.includes(folder);
  return allowed ? undefined : room;
});

export const roomRules: readonly Rule[] = [
  {
    name: 'core-in-rooms',
    holds: `every file of core/ stands in one of its rooms: ${rooms.join(', ')}`,
    check: (tree) => misplaced(tree, 'core', 'top refused'),
  },
  {
    name: 'room-order',
    holds: `a room knows those before it and no other: ${rooms.join(', ')}`,
    check: upward,
  },
  {
    name: 'store-in-rooms',
    holds: 'folders of store/ with C have names of rooms of core/; what stands outside them is the engine',
    check: (tree) => misplaced(tree, 'store', 'top allowed'),
  },
  {
    name: 'tables-keep-apart',
    holds: 'a folder of store/ knows the engine and itself, the engine knows no folder',
    check: acrossTables,
  },
  {
    name: 'tables-of-their-room',
    holds: 'a room reaches the tables of its own name and of rooms before it; accounts also the rows of users',
    check: foreignTables,
  },
];
