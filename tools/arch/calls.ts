// A light reader of C: which file defines a function, and which files name it.

import { isC } from './layers.ts';
import { codeOnly } from './text.ts';
import type { Tree } from './tree.ts';

export interface Edge {
  readonly from: string;
  readonly to: string;
  /** First use of `to` in `from`, and the word. */
  readonly line: number;
  readonly word: string;
}

interface Definition {
  readonly name: string;
  /** It is not visible outside of the file. */
  readonly isOwn: boolean;
  /** Offsets of the body in the text. */
  readonly start: number;
  readonly end: number;
}

/* A definition begins a line, ends its body with a brace that begins one, and has no ; before the body. */
const head = /^([A-Za-z_][\w\s*]*?[\s*])(\w+)\(([^;{}]*)\)\s*\{/gm;

function definitionsIn(code: string, isHeader: boolean): Definition[] {
  return [...code.matchAll(head)].map((match) => {
    const start = match.index + match[0].length;
    const close = code.indexOf('\n}', start);
    return {
      name: match[2] ?? '',
      isOwn: !isHeader && /\bstatic\b/.test(match[1] ?? ''),
      start,
      end: close < 0 ? code.length : close,
    };
  });
}

/** Of a header only the function bodies count: all else are declarations. */
function bodiesOnly(code: string, definitions: readonly Definition[]): string {
  let view = '';
  for (const { start, end } of definitions) {
    view += code.slice(view.length, start).replace(/[^\n]/g, ' ') + code.slice(start, end);
  }
  return view;
}

/** A name on its own: not a member, not a tag. */
const word = /(?<![\w.]|->|\b(?:struct|enum|union|goto)\s)[A-Za-z_]\w*/g;

/** A header with functions is read as part of the source of its name. */
function unitOf(tree: Tree, path: string): string {
  const source = path.replace(/\.h$/, '.c');
  return tree.has(source) ? source : path;
}

interface Reading {
  readonly path: string;
  readonly code: string;
  readonly definitions: readonly Definition[];
}

function readAll(tree: Tree): Reading[] {
  return tree.paths.filter(isC).map((path) => {
    const code = codeOnly(tree.read(path));
    const isHeader = path.endsWith('.h');
    const definitions = definitionsIn(code, isHeader);
    return { path, code: isHeader ? bodiesOnly(code, definitions) : code, definitions };
  });
}

function definersOf(tree: Tree, readings: readonly Reading[]): Map<string, Set<string>> {
  const definers = new Map<string, Set<string>>();
  for (const { path, definitions } of readings) {
    for (const { name, isOwn } of definitions) {
      if (!isOwn) definers.set(name, (definers.get(name) ?? new Set()).add(unitOf(tree, path)));
    }
  }
  return definers;
}

/* A macro that calls a function represents it: store_step() is store_step_at() with the location of the caller. */
const macro = /^#define (\w+)\([^)]*\)(?:\s|\\\n)*(\w+)\(/gm;

function addMacros(tree: Tree, definers: Map<string, Set<string>>): void {
  for (const path of tree.paths.filter((one) => isC(one) && one.endsWith('.h'))) {
    for (const [, name = '', called = ''] of codeOnly(tree.read(path)).matchAll(macro)) {
      const files = definers.get(called);
      if (files !== undefined) definers.set(name, new Set([...(definers.get(name) ?? []), ...files]));
    }
  }
}

/** Edges between files: calls of a function, or uses of its address; one per pair of files, with the first name. */
export function callsOf(tree: Tree): Edge[] {
  const readings = readAll(tree);
  const definers = definersOf(tree, readings);
  addMacros(tree, definers);
  const edges = new Map<string, Edge>();
  for (const { path, code, definitions } of readings) {
    const from = unitOf(tree, path);
    const own = new Set(definitions.map(({ name }) => name));
    for (const match of code.matchAll(word)) {
      if (own.has(match[0])) continue;
      for (const to of definers.get(match[0]) ?? []) {
        const key = `${from} ${to}`;
        if (to === from || edges.has(key)) continue;
        edges.set(key, { from, to, line: code.slice(0, match.index).split('\n').length, word: match[0] });
      }
    }
  }
  return [...edges.values()];
}
