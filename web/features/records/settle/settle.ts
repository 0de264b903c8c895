/** Days to settle, found and settled in bounded steps, so that every answer is soon there and a page that is left stops. */
import {
  daysToSettle,
  settleDaysLimits as limits,
  type SettleAct,
  type SettleDay,
  type SettleRefusal,
  settleDays,
  voidPunches,
} from '@gen/records.ts';
import { problemText } from '../../../lib/problem.ts';
import { dayMs, type ReportAsked } from '../report/reportState.ts';
import { shown } from '../report/useReport.ts';

/** Days that are settled at once at most; what is left is settled after them. */
export const SETTLE_MOST = 5000;
const DAYS = limits.days.maxItems;
const SEQS = 100;
const DAY_MS = 86_400_000;

/** Of a day of a user, as a number for lists. */
export const dayId = ({ row }: SettleDay): number => row.userid * 1e5 + dayMs(row.date) / DAY_MS;

export const hasProposal = ({ proposals }: SettleDay): boolean => proposals.length > 0;

export const peopleOf = (days: readonly SettleDay[]): number => new Set(days.map(({ row }) => row.userid)).size;

/** All days that the filter finds; `onFound` is told how many there are so far. */
export async function findDays(
  asked: ReportAsked,
  onFound: (count: number) => void,
  isStopped: () => boolean,
): Promise<SettleDay[]> {
  const found: SettleDay[] = [];
  let after = '';
  do {
    const page = await daysToSettle({ ...asked, limit: DAYS, ...(after === '' ? {} : { after }) }, shown);
    found.push(...page.days);
    after = page.next;
    onFound(found.length);
  } while (after !== '' && found.length < SETTLE_MOST && !isStopped());
  return found.slice(0, SETTLE_MOST);
}

export interface Settled {
  readonly settled: number;
  /** Records that were written. */
  readonly seqs: readonly number[];
  readonly refused: readonly SettleRefusal[];
  /** Days that were not tried any more, and why. */
  readonly left: number;
  readonly problem: string | undefined;
}

export const NONE_SETTLED: Settled = { settled: 0, seqs: [], refused: [], left: 0, problem: undefined };

/** Settles days; `onDone` is told how many were tried so far. What was done stays done when a call fails. */
export async function settleMany(
  act: SettleAct,
  days: readonly SettleDay[],
  reason: string,
  onDone: (count: number) => void,
  isStopped: () => boolean,
): Promise<Settled> {
  let all = NONE_SETTLED;
  for (let at = 0; at < days.length; at += DAYS) {
    const some = days.slice(at, at + DAYS);
    const items = some.map(({ row, seen }) => ({ userid: row.userid, day: row.date, seen }));
    if (isStopped()) return { ...all, left: days.length - at };
    try {
      const { settled, seqs, refused } = await settleDays({ act, days: items, reason }, shown);
      all = {
        ...all,
        settled: all.settled + settled,
        seqs: [...all.seqs, ...seqs],
        refused: [...all.refused, ...refused],
      };
    } catch (error) {
      return { ...all, left: days.length - at, problem: problemText(error) };
    }
    onDone(at + some.length);
  }
  return all;
}

/** Takes back what was written; returns how much of it could not be. */
export async function withdrawMany(seqs: readonly number[], reason: string): Promise<number> {
  let refused = 0;
  for (let at = 0; at < seqs.length; at += SEQS) {
    const reply = await voidPunches({ seqs: seqs.slice(at, at + SEQS), reason }, shown);
    refused += reply.refused.length;
  }
  return refused;
}

/** How often each reason came, most frequent first. */
export function refusalCounts(
  refused: readonly Pick<SettleRefusal, 'code'>[],
): readonly { code: number; count: number }[] {
  const counts = new Map<number, number>();
  for (const { code } of refused) counts.set(code, (counts.get(code) ?? 0) + 1);
  return [...counts].map(([code, count]) => ({ code, count })).sort((a, b) => b.count - a.count || a.code - b.code);
}
