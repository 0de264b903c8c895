/** Moving punches, in bounded steps, so that every answer is soon there and a page that is left stops. */
import { type MovePunchesRequest, movePunches, type VoidRefusal } from '@gen/records.ts';
import type { CallOptions } from '@gen/runtime.ts';

export type Move = Pick<MovePunchesRequest, 'what' | 'first' | 'last' | 'fromDay' | 'toDay' | 'shift' | 'reason'>;

export interface Moved {
  readonly moved: number;
  readonly refused: readonly VoidRefusal[];
  /** Records that were written, for the way back. */
  readonly first: number;
  readonly last: number;
}

const NONE_MOVED: Moved = { moved: 0, refused: [], first: 0, last: 0 };

interface Steps {
  options: CallOptions;
  /** How many so far. */
  onStep: (moved: Moved) => void;
  isStopped: () => boolean;
}

/** Moves them, or counts only; what was done stays done when a call fails. */
export async function moveAll(move: Move, dryRun: boolean, { options, onStep, isStopped }: Steps): Promise<Moved> {
  let all = NONE_MOVED;
  let { first } = move;
  do {
    const { moved, refused, next, firstSeq, lastSeq } = await movePunches({ ...move, first, dryRun }, options);
    all = {
      moved: all.moved + moved,
      refused: [...all.refused, ...refused],
      first: all.first === 0 ? firstSeq : all.first,
      last: Math.max(all.last, lastSeq),
    };
    onStep(all);
    first = next;
  } while (first !== 0 && !isStopped());
  return all;
}

/** The way back of a move. */
export const backOf = ({ shift, reason }: Move, { first, last }: Moved): Move => ({
  what: 'corrected',
  first,
  last,
  shift: -shift,
  reason,
});

/** A span as people type it. */
export interface Span {
  readonly days: number | null;
  readonly hours: number | null;
  readonly minutes: number | null;
  readonly way: 'later' | 'earlier';
}

const MINUTE = 60;
const HOUR = 3600;
const DAY = 86_400;

export function spanOf(shift: number): Span {
  const size = Math.abs(shift);
  return {
    days: Math.floor(size / DAY),
    hours: Math.floor(size / HOUR) % 24,
    minutes: Math.floor(size / MINUTE) % 60,
    way: shift < 0 ? 'earlier' : 'later',
  };
}

export function shiftOf({ days, hours, minutes, way }: Span): number {
  const size = (days ?? 0) * DAY + (hours ?? 0) * HOUR + (minutes ?? 0) * MINUTE;
  return way === 'earlier' ? -size : size;
}
