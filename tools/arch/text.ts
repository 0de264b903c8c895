// Views of source text for searching: removed parts keep their line breaks, so that line numbers stay.

const blank = (text: string): string => text.replace(/[^\n]/g, ' ');

const cToken = /\/\*[\s\S]*?\*\/|\/\/[^\n]*|"(?:\\[\s\S]|[^"\\\n])*"|'(?:\\[\s\S]|[^'\\\n])*'/g;

/** C without comments. */
export function withoutComments(text: string): string {
  return text.replace(cToken, (token) => (token.startsWith('/') ? blank(token) : token));
}

/** C without comments and without the contents of strings and characters; includes keep their file names. */
export function codeOnly(text: string): string {
  return text
    .split('\n')
    .map((line) => (/^\s*#\s*include\b/.test(line) ? '' : line))
    .join('\n')
    .replace(cToken, (token) =>
      token.startsWith('/') ? blank(token) : token[0] + blank(token.slice(1, -1)) + token[0],
    );
}

export interface Include {
  readonly line: number;
  readonly file: string;
  readonly system: boolean;
}

export function includesOf(text: string): Include[] {
  return withoutComments(text)
    .split('\n')
    .flatMap((line, index) => {
      const match = /^\s*#\s*include\s*(["<])([^">]+)[">]/.exec(line);
      if (match === null) return [];
      return [{ line: index + 1, file: match[2] ?? '', system: match[1] === '<' }];
    });
}

export interface Import {
  readonly line: number;
  readonly from: string;
}

/** Static and dynamic imports and re-exports of a TypeScript text. */
export function importsOf(text: string): Import[] {
  const pattern = /(?:\bfrom\s*|\bimport\s*\(\s*|^\s*import\s+)(['"])([^'"\n]+)\1/gm;
  return [...text.matchAll(pattern)].map((match) => {
    const quote = match.index + match[0].length - 1;
    return { line: text.slice(0, quote).split('\n').length, from: match[2] ?? '' };
  });
}
