// Rules against cycles: of includes, and of calls between files.

import { posix } from 'node:path';
import { callsOf, type Edge } from './calls.ts';
import { isC, target } from './layers.ts';
import type { Finding, Rule } from './rule.ts';
import { includesOf } from './text.ts';
import type { Tree } from './tree.ts';

function includeEdges(tree: Tree): Edge[] {
  return tree.paths.filter(isC).flatMap((from) =>
    includesOf(tree.read(from)).flatMap(({ line, file, system }) => {
      const to = system ? undefined : target(tree, from, file);
      return to === undefined || !tree.has(to) ? [] : [{ from, to, line, word: posix.basename(file) }];
    }),
  );
}

/** The shortest path along edges; undefined if there is none. */
function way(from: string, to: string, edgesFrom: ReadonlyMap<string, readonly Edge[]>): Edge[] | undefined {
  const cameBy = new Map<string, Edge>();
  const waiting = [from];
  for (let at = waiting.shift(); at !== undefined && at !== to; at = waiting.shift()) {
    for (const edge of edgesFrom.get(at) ?? []) {
      if (edge.to === from || cameBy.has(edge.to)) continue;
      cameBy.set(edge.to, edge);
      waiting.push(edge.to);
    }
  }
  const path: Edge[] = [];
  for (let at = to; at !== from; ) {
    const edge = cameBy.get(at);
    if (edge === undefined) return undefined;
    path.unshift(edge);
    at = edge.from;
  }
  return path;
}

/** The same cycle, starting at its first file. */
function fromFirst(circle: readonly Edge[]): readonly Edge[] {
  const first = circle.map(({ from }) => from).sort()[0];
  const at = circle.findIndex(({ from }) => from === first);
  return [...circle.slice(at), ...circle.slice(0, at)];
}

/** The shortest cycle for every edge on a cycle; an edge between files that belong together makes none. */
export function circles(edges: readonly Edge[], together: (a: string, b: string) => boolean): (readonly Edge[])[] {
  const edgesFrom = new Map<string, Edge[]>();
  for (const edge of edges) edgesFrom.set(edge.from, [...(edgesFrom.get(edge.from) ?? []), edge]);
  const found = new Map<string, readonly Edge[]>();
  for (const edge of edges) {
    const back = together(edge.from, edge.to) ? undefined : way(edge.to, edge.from, edgesFrom);
    if (back === undefined) continue;
    const circle = fromFirst([edge, ...back]);
    found.set(circle.map(({ from }) => from).join(' '), circle);
  }
  return [...found.values()];
}

function told(circle: readonly Edge[]): Finding[] {
  const [first] = circle;
  if (first === undefined) return [];
  const steps = circle.map(({ to, word }) => ` -> ${posix.relative('firmware', to)} (${word})`);
  return [{ path: first.from, line: first.line, text: `circle${steps.join('')}` }];
}

/** Implementation headers of the file's own folder that it includes, also indirectly. */
function implementationsOf(tree: Tree, path: string): Set<string> {
  const found = new Set<string>();
  const look = (at: string): void => {
    for (const { file } of includesOf(tree.read(at))) {
      const to = target(tree, at, file);
      if (to === undefined || !to.endsWith('_impl.h') || posix.dirname(to) !== posix.dirname(path)) continue;
      if (found.has(to)) continue;
      found.add(to);
      look(to);
    }
  };
  look(path);
  return found;
}

function callCircles(tree: Tree): Finding[] {
  const known = new Map<string, Set<string>>();
  const headers = (path: string): Set<string> => {
    const set = known.get(path) ?? implementationsOf(tree, path);
    known.set(path, set);
    return set;
  };
  const together = (a: string, b: string): boolean => [...headers(a)].some((header) => headers(b).has(header));
  return circles(callsOf(tree), together).flatMap(told);
}

export const circleRules: readonly Rule[] = [
  {
    name: 'no-circle-of-includes',
    holds: 'no file of firmware/ includes itself through others',
    check: (tree) => circles(includeEdges(tree), () => false).flatMap(told),
  },
  {
    name: 'no-circle-of-calls',
    holds: 'files of firmware/ do not call each other in a circle, but for the files of one implementation header',
    check: callCircles,
  },
];
