// The outcome of one mutant, for C and TypeScript.

export type State = 'killed' | 'survived' | 'no test' | 'invalid';

export interface Outcome {
  /** Room of the file, by which scores are listed: `core/door`, `store`, `web/features/bulk`. */
  readonly room: string;
  readonly file: string;
  readonly line: number;
  /** Trimmed text of that line before the mutation. */
  readonly text: string;
  readonly from: string;
  /** For TypeScript preceded by the name of the mutation. */
  readonly to: string;
  readonly state: State;
}

/** Mutants that count: those that compile and change the program's behaviour. */
export const counts = ({ state }: Outcome): boolean =>
  state === 'killed' || state === 'survived' || state === 'no test';
