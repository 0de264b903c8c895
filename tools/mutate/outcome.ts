// What the mutation of one place came to, for C and for TypeScript alike.

export type State = 'killed' | 'survived' | 'no test' | 'invalid';

export interface Outcome {
  /** Room of the file, as the score is told by room: `core/door`, `store`, `web/features/bulk`. */
  readonly room: string;
  readonly file: string;
  readonly line: number;
  /** Trimmed text of that line before the mutation. */
  readonly text: string;
  readonly from: string;
  /** Of TypeScript with the name of the mutation before it. */
  readonly to: string;
  readonly state: State;
}

/** Mutants that count: those that compile and change what the program does. */
export const counts = ({ state }: Outcome): boolean =>
  state === 'killed' || state === 'survived' || state === 'no test';
