// The mutants of a C text: each comparison, and each «and» and «or», turned into another.

export interface Mutant {
  readonly line: number;
  readonly from: string;
  readonly to: string;
  readonly text: string;
}

const others: Readonly<Record<string, readonly string[]>> = {
  '==': ['!='],
  '!=': ['=='],
  '<': ['<=', '>='],
  '>': ['>=', '<='],
  '<=': ['<', '>'],
  '>=': ['>', '<'],
  '&&': ['||'],
  '||': ['&&'],
};

/** Comments, texts and directives as blanks, so that places stay where they are. */
function codeOf(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|"(?:\\.|[^"\\])*"|^#.*$/gm, (part) => part.replace(/[^\n]/g, ' '));
}

export function mutantsOf(text: string): Mutant[] {
  return [...codeOf(text).matchAll(/(?<= )(==|!=|<=|>=|<|>|&&|\|\|)(?= )/g)].flatMap(({ 0: from, index }) =>
    (others[from] ?? []).map((to) => ({
      line: text.slice(0, index).split('\n').length,
      from,
      to,
      text: text.slice(0, index) + to + text.slice(index + from.length),
    })),
  );
}
