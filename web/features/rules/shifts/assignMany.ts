/** A shift for many users: counted first, then assigned, so many a call as the contract allows. */
import {
  type AssignShiftManyReply,
  type AssignShiftManyRequest,
  assignShiftMany,
  assignShiftManyLimits as limits,
} from '@gen/rules.ts';

export type Wish = Pick<AssignShiftManyRequest, 'shift' | 'from' | 'to'>;

const NONE: AssignShiftManyReply = { assigned: 0, meeting: 0, own: 0, full: 0, unknown: 0 };

const added = (one: AssignShiftManyReply, other: AssignShiftManyReply): AssignShiftManyReply => ({
  assigned: one.assigned + other.assigned,
  meeting: one.meeting + other.meeting,
  own: one.own + other.own,
  full: one.full + other.full,
  unknown: one.unknown + other.unknown,
});

export interface Step {
  /** IDs that are through. */
  readonly done: number;
  readonly sum: AssignShiftManyReply;
}

/** Goes on until `onStep` says that it is enough. What was assigned before a call that fails stays. */
export async function assignToAll(
  wish: Wish,
  userids: readonly number[],
  sure: boolean,
  onStep: (step: Step) => boolean,
): Promise<void> {
  let sum = NONE;
  for (let from = 0; from < userids.length; from += limits.userids.maxItems) {
    const slice = userids.slice(from, from + limits.userids.maxItems);
    sum = added(sum, await assignShiftMany({ ...wish, userids: slice, sure }));
    if (!onStep({ done: from + slice.length, sum })) return;
  }
}
