import type { PeriodGroup, SetGroupInfoReply, SetUniversalGroupReply, TimeZone } from '@gen/rules.ts';
import type { Week } from '../../../lib/week.ts';
import { weeksOfPeriods, workingOf } from '../hours/weeks.ts';

/** All data that determines when a group is granted access. */
export interface GroupWorld {
  readonly info: SetGroupInfoReply;
  readonly zones: readonly TimeZone[];
  readonly periods: readonly PeriodGroup[];
  /** undefined: no permission to read the assignments. */
  readonly inForce: SetUniversalGroupReply | undefined;
}

/** Hours of the working period groups that apply to a group. */
export function workingWeeks(group: number, { periods, inForce }: GroupWorld): Week[] {
  return weeksOfPeriods(workingOf(group, inForce?.working ?? []), periods);
}

export function usersIn(group: number, { info }: GroupWorld): number {
  return info.uses.find((one) => one.number === group)?.users ?? 0;
}
