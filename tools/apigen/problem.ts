/** A location in a specification file. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** One error in the specification. */
export interface Problem extends Place {
  readonly text: string;
}

/** All errors, so that one build shows them all. Each line reads `file:line: text`, as compilers write it. */
export class SpecError extends Error {
  readonly problems: readonly Problem[];

  constructor(problems: readonly Problem[]) {
    super(problems.map((p) => `${p.file}:${p.line}: ${p.text}`).join('\n'));
    this.name = 'SpecError';
    this.problems = problems;
  }
}
