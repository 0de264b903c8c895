// What became of each mutant, and the score of each room.

export type State = 'killed' | 'survived' | 'noCoverage' | 'timeout' | 'invalid';

export interface Outcome {
  readonly room: string;
  readonly file: string;
  readonly line: number;
  readonly from: string;
  /** The name of the mutation, then the code in the place of `from`. */
  readonly to: string;
  readonly state: State;
  /** The mutant's share of the time that its room took. */
  readonly seconds: number;
}

/** States as Stryker names them. A mutant that breaks its file for all tests is noticed as well as one that fails a test. */
const states: Readonly<Record<string, State>> = {
  Killed: 'killed',
  Survived: 'survived',
  NoCoverage: 'noCoverage',
  Timeout: 'timeout',
  RuntimeError: 'killed',
  CompileError: 'invalid',
};

export function stateOf(status: string): State {
  const state = states[status];
  if (state === undefined) throw new Error(`Stryker reports the unknown state ${status}`);
  return state;
}

export const isNoticed = ({ state }: Pick<Outcome, 'state'>): boolean => state === 'killed' || state === 'timeout';
export const isMissed = ({ state }: Pick<Outcome, 'state'>): boolean => state === 'survived' || state === 'noCoverage';

export interface Score {
  readonly room: string;
  readonly noticed: number;
  readonly counted: number;
}

/** Invalid mutants count for nothing. */
export function scoresOf(outcomes: readonly Outcome[]): Score[] {
  const rooms = [...new Set(outcomes.map(({ room }) => room))];
  return rooms.map((room) => {
    const counted = outcomes.filter((outcome) => outcome.room === room && (isNoticed(outcome) || isMissed(outcome)));
    return { room, noticed: counted.filter(isNoticed).length, counted: counted.length };
  });
}

export function scoreLine({ room, noticed, counted }: Score): string {
  const percent = counted === 0 ? 100 : Math.floor((100 * noticed) / counted);
  return `${room.padEnd(24)} ${String(noticed).padStart(4)} of ${String(counted).padStart(4)}  ${String(percent).padStart(3)} %`;
}
