// The kinds of fault: each takes a node of the syntax tree and returns the possible edits.

import type { Edit } from './mutants.ts';
import { childrenOf, type Node } from './syntax.ts';

/** Log lines, and assertions of compile time and run time. */
export const isLeftOutCall = (callee: string): boolean => /^(log_|assert|static_assert|_Static_assert)/.test(callee);

type Operator = (node: Node) => Edit[];

const replace = (node: Node, ...texts: string[]): Edit[] =>
  texts.map((to) => ({ start: node.startIndex, end: node.endIndex, to }));

const otherOperators: Readonly<Record<string, readonly string[]>> = {
  '==': ['!='],
  '!=': ['=='],
  '<': ['<=', '>='],
  '>': ['>=', '<='],
  '<=': ['<', '>'],
  '>=': ['>', '<'],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '&': ['|'],
  '|': ['&'],
  '<<': ['>>'],
  '>>': ['<<'],
};

/** Replaces a comparison or calculation by another one. */
const operatorChanged: Operator = (node) => {
  const sign = node.type === 'binary_expression' ? node.childForFieldName('operator') : null;
  return sign === null ? [] : replace(sign, ...(otherOperators[sign.text] ?? []));
};

/** Removes a negation, or negates a truth value. */
const negationChanged: Operator = (node) => {
  if (node.type === 'true') return replace(node, 'false');
  if (node.type === 'false') return replace(node, 'true');
  if (node.type !== 'unary_expression' || node.childForFieldName('operator')?.text !== '!') return [];
  const argument = node.childForFieldName('argument');
  return argument === null ? [] : replace(node, `(${argument.text})`);
};

/** Changes a number by one. */
const constantChanged: Operator = (node) => {
  if (node.type !== 'number_literal' || !/^\d+[uUlL]*$/.test(node.text)) return [];
  const suffix = node.text.replace(/^\d+/, '');
  const value = BigInt(node.text.replace(/\D/g, ''));
  return replace(node, value === 1n ? `0${suffix}` : `${value + 1n}${suffix}`);
};

/** Makes a branch always or never taken; skips a loop. */
const conditionFixed: Operator = (node) => {
  if (!['if_statement', 'while_statement', 'for_statement', 'conditional_expression'].includes(node.type)) return [];
  const condition = node.childForFieldName('condition');
  if (condition === null) return [];
  const isLoop = node.type === 'while_statement' || node.type === 'for_statement';
  return replace(condition, '(0)', ...(isLoop ? [] : ['(1)']));
};

/** The call in a statement whose result is not used: `f(x);` and `(void)f(x);`. */
function bareCall(statement: Node): Node | undefined {
  let inner = childrenOf(statement)[0];
  while (inner?.type === 'cast_expression') inner = inner.childForFieldName('value') ?? undefined;
  return inner?.type === 'call_expression' ? inner : undefined;
}

/** Removes a call, an assignment or a step. */
const statementRemoved: Operator = (node) => {
  if (node.type === 'break_statement' || node.type === 'continue_statement') return replace(node, ';');
  if (node.type !== 'expression_statement') return [];
  const inner = childrenOf(node)[0];
  if (inner === undefined) return [];
  const callee = bareCall(node)?.childForFieldName('function')?.text;
  if (callee !== undefined) return isLeftOutCall(callee) ? [] : replace(node, ';');
  return ['assignment_expression', 'update_expression'].includes(inner.type) ? replace(node, ';') : [];
};

/** The first of two arguments whose order does not matter: factors of a product, and operands of an equality. */
function symmetricAt(call: Node | null): number {
  const callee = call?.childForFieldName('function')?.text ?? '';
  if (callee === 'calloc') return 0;
  if (callee === 'arena_calloc') return 1;
  const sign = call?.parent?.type === 'binary_expression' ? call.parent.childForFieldName('operator')?.text : undefined;
  return /^(mem|str|strn|strcase)cmp$/.test(callee) && (sign === '==' || sign === '!=') ? 0 : -1;
}

/** Swaps two neighbouring arguments. */
const argumentsSwapped: Operator = (node) => {
  if (node.type !== 'argument_list') return [];
  const given = childrenOf(node).filter((child) => child.type !== 'comment');
  const symmetric = symmetricAt(node.parent);
  return given.slice(1).flatMap((second, index) => {
    const first = given[index];
    if (first === undefined || first.text === second.text || symmetric === index) return [];
    const between = node.text.slice(first.endIndex - node.startIndex, second.startIndex - node.startIndex);
    return [{ start: first.startIndex, end: second.endIndex, to: `${second.text}${between}${first.text}` }];
  });
};

const isVoid = (definition: Node): boolean =>
  definition.childForFieldName('type')?.text === 'void' &&
  definition.childForFieldName('declarator')?.type === 'function_declarator';

/** Changes a return value. */
const returnChanged: Operator = (node) => {
  const value = node.type === 'return_statement' ? childrenOf(node)[0] : undefined;
  if (value === undefined || ['true', 'false'].includes(value.type)) return [];
  if (/^(0|NULL)$/.test(value.text)) return replace(value, '-1');
  return replace(value, '0');
};

/** Returns before a statement of the function's body. */
const returnedEarly: Operator = (node) => {
  const body = node.type === 'function_definition' ? node.childForFieldName('body') : null;
  if (body === null) return [];
  const what = isVoid(node) ? 'return; ' : 'return 0; ';
  return childrenOf(body)
    .filter(({ type }) => type !== 'comment' && type !== 'return_statement')
    .map(({ startIndex }) => ({ start: startIndex, end: startIndex, to: what }));
};

export const operators: readonly Operator[] = [
  operatorChanged,
  negationChanged,
  constantChanged,
  conditionFixed,
  statementRemoved,
  argumentsSwapped,
  returnChanged,
  returnedEarly,
];
