// The mutants of a C file: each is the file with one small fault, of kinds that people make and tests should detect.

import { isLeftOutCall, operators } from './operators.ts';
import { type Node, nodesOf, parseC } from './syntax.ts';

export interface Edit {
  /** Range in the text, as character indexes. */
  readonly start: number;
  readonly end: number;
  readonly to: string;
}

export interface Mutant {
  readonly file: string;
  /** Name of the function; empty outside of functions. */
  readonly func: string;
  readonly line: number;
  /** The trimmed text of that line. */
  readonly text: string;
  readonly from: string;
  readonly to: string;
  readonly edit: Edit;
}

/** Not mutated: directives, sizes of arrays, strings, log lines, assertions. */
function isLeftOut(node: Node): boolean {
  if (node.type.startsWith('preproc_') && !['preproc_if', 'preproc_ifdef', 'preproc_else'].includes(node.type))
    return true;
  if (
    ['ERROR', 'array_declarator', 'enumerator', 'attribute_specifier', 'string_literal', 'bitfield_clause'].includes(
      node.type,
    )
  )
    return true;
  const callee = node.type === 'call_expression' ? (node.childForFieldName('function')?.text ?? '') : '';
  return isLeftOutCall(callee);
}

function nameOfFunction(definition: Node): string {
  let declarator = definition.childForFieldName('declarator');
  while (declarator !== null && declarator.type !== 'identifier')
    declarator = declarator.childForFieldName('declarator');
  return declarator?.text ?? '';
}

function functionOf(node: Node): Node | null {
  let at: Node | null = node;
  while (at !== null && at.type !== 'function_definition') at = at.parent;
  return at;
}

/** One line, at most as long as a terminal's. */
const short = (text: string): string => {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length > 80 ? `${line.slice(0, 77)}...` : line;
};

/** All mutants of a C text, in text order. */
export async function mutantsOf(file: string, text: string): Promise<Mutant[]> {
  const lines = text.split('\n');
  const mutants: Mutant[] = [];
  for (const node of nodesOf(await parseC(text), isLeftOut)) {
    const definition = functionOf(node);
    const func = definition === null ? '' : nameOfFunction(definition);
    for (const { start, end, to } of operators.flatMap((operator) => operator(node))) {
      const line = text.slice(0, start).split('\n').length;
      const from = start === end ? '(before)' : short(text.slice(start, end));
      const shown = to === '' ? '(removed)' : short(to);
      mutants.push({
        file,
        func,
        line,
        text: (lines[line - 1] ?? '').trim(),
        from,
        to: shown,
        edit: { start, end, to },
      });
    }
  }
  return mutants.sort((a, b) => a.edit.start - b.edit.start);
}

/** The text with the edit; line numbers after it do not change. */
export function mutated(text: string, { start, end, to }: Edit): string {
  const lost = text.slice(start, end).split('\n').length - to.split('\n').length;
  return text.slice(0, start) + to + '\n'.repeat(Math.max(0, lost)) + text.slice(end);
}
