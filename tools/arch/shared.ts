// Rules for state shared between threads: `struct core_shared` in core/base, and its list in ADR 2.

import { isC, roomOf } from './layers.ts';
import { type Finding, findInLines, type Rule } from './rule.ts';
import { codeOnly } from './text.ts';
import type { Tree } from './tree.ts';

interface Member {
  readonly path: string;
  readonly line: number;
  readonly name: string;
  /** Tag of the struct that the member points to; undefined if it is not such a pointer. */
  readonly tag: string | undefined;
}

const isBase = (path: string): boolean => /^firmware\/core\/base\/.*\.h$/.test(path);
const isList = (path: string): boolean => /^docs\/adr\/0002-.*\.md$/.test(path);

/** Members of the struct, one per line as formatted; empty in a tree without it. */
export function sharedMembers(tree: Tree): Member[] {
  return tree.paths.filter(isBase).flatMap((path) => {
    const lines = codeOnly(tree.read(path)).split('\n');
    const start = lines.indexOf('struct core_shared {');
    const end = lines.indexOf('};', start);
    if (start < 0) return [];
    return lines.slice(start + 1, end).flatMap((text, index) => {
      const match = /^\s+(?:(?:const )?struct (\w+) \*|[\w\s*]*[\s*])(\w+)(?:\[\w+\])?;/.exec(text);
      return match === null ? [] : [{ path, line: start + 2 + index, name: match[2] ?? '', tag: match[1] }];
    });
  });
}

/** Files that define the struct of this tag. */
function homesOf(tree: Tree, tag: string): string[] {
  const definition = new RegExp(`^struct ${tag} \\{`, 'm');
  return tree.paths.filter((path) => isC(path) && definition.test(tree.read(path)));
}

const isCore = (path: string): boolean => path.startsWith('firmware/core/');

/**
 * Room of a member: the one whose file defines its struct. Structs of a lower layer are only lent, and
 * all of core/ may use them: undefined.
 */
function ownerOf(tree: Tree, { tag }: Member): string | undefined {
  if (tag === undefined) return 'base';
  const home = homesOf(tree, tag).find(isCore);
  return home === undefined ? undefined : roomOf(home);
}

function reaching(tree: Tree): Finding[] {
  const owners = new Map(sharedMembers(tree).map((member) => [member.name, ownerOf(tree, member)]));
  const mayReach = (path: string, owner: string | undefined): boolean =>
    isCore(path) && (owner === undefined || [owner, 'base', 'start'].includes(roomOf(path) ?? ''));
  return findInLines(tree, {
    applies: isC,
    view: codeOnly,
    find: (line, path) => {
      const reach = [...line.matchAll(/\bshared->(\w+)/g)].find(
        ([, name = '']) => owners.has(name) && !mayReach(path, owners.get(name)),
      );
      return reach === undefined ? undefined : `${reach[0]} is of ${owners.get(reach[1] ?? '') ?? 'core'}`;
    },
  });
}

function open(tree: Tree): Finding[] {
  return sharedMembers(tree).flatMap((member) => {
    const { path, line, name, tag } = member;
    if (tag === undefined) return [{ path, line, text: `${name} is no pointer to a struct of its owner` }];
    const shown = homesOf(tree, tag).filter((home) => isCore(home) && /(?<!_impl)\.h$/.test(home));
    return shown.map((home) => ({ path, line, text: `${name}: ${home} shows what is in it` }));
  });
}

/** Members that the list names, each at the head of an item: - `name`: what it is. */
function listed(tree: Tree): Finding[] {
  const members = sharedMembers(tree);
  return tree.paths.filter(isList).flatMap((path) => {
    const items = tree
      .read(path)
      .split('\n')
      .flatMap((text, index) => {
        const name = /^- `(\w+)`/.exec(text)?.[1];
        return name === undefined ? [] : [{ name, line: index + 1 }];
      });
    const missing = members
      .filter(({ name }) => items.every((item) => item.name !== name))
      .map((member) => ({ path: member.path, line: member.line, text: `${member.name} is not in ${path}` }));
    const gone = items
      .filter(({ name }) => members.every((member) => member.name !== name))
      .map(({ name, line }) => ({ path, line, text: `${name} is no member of struct core_shared` }));
    return [...missing, ...gone];
  });
}

export const sharedRules: readonly Rule[] = [
  {
    name: 'shared-state-has-owners',
    holds: 'only the room that owns a member of struct core_shared reaches for it; others call its functions',
    check: reaching,
  },
  {
    name: 'shared-state-is-opaque',
    holds: 'a member of struct core_shared points to a struct that its owner keeps to itself',
    check: open,
  },
  {
    name: 'shared-state-is-listed',
    holds: 'ADR 2 lists the members of struct core_shared, all of them and nothing else',
    check: listed,
  },
];
