// C syntax trees: Tree-sitter's C grammar, in WebAssembly.

import { createRequire } from 'node:module';
import { Language, type Node, Parser } from 'web-tree-sitter';

export type { Node } from 'web-tree-sitter';

const require = createRequire(import.meta.url);

async function makeParser(): Promise<Parser> {
  await Parser.init();
  const parser = new Parser();
  parser.setLanguage(await Language.load(require.resolve('tree-sitter-c/tree-sitter-c.wasm')));
  return parser;
}

let parser: Promise<Parser> | undefined;

/** The root of the syntax tree of a C text. */
export async function parseC(text: string): Promise<Node> {
  parser ??= makeParser();
  const tree = (await parser).parse(text);
  if (tree === null) throw new Error('the C text could not be parsed');
  return tree.rootNode;
}

/** The children of a node, without the null values that the types allow. */
export const childrenOf = (node: Node): Node[] => node.namedChildren.filter((child) => child !== null);

/** This node and all nodes below it, except below nodes named by `skip`. */
export function* nodesOf(node: Node, skip: (node: Node) => boolean): Generator<Node> {
  if (skip(node)) return;
  yield node;
  for (const child of childrenOf(node)) yield* nodesOf(child, skip);
}
