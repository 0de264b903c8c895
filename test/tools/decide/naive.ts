/* Who is let in, once more, written from docs/rules.md alone: the refusals are looked for one by one, whatever the firmware's
 * order of functions. */
import { naiveDoor, naiveGroup } from '../rules/naive.ts';
import type { Plan } from '../rules/plan.ts';

/** Numbers, in the order in which the driver reads them. */
export interface Facts {
  /** Of the door besides its schedule: 0 nothing, 3 lock-down, 4 fire. */
  readonly command: number;
  readonly device: number;
  readonly shown: number;
  readonly userid: number;
  readonly from: number;
  readonly to: number;
  readonly needed: number;
  readonly have: number;
  readonly duress: number;
  readonly before: number;
  readonly temperature: number;
  readonly limit: number;
  readonly passback: number;
  readonly area: number;
  readonly status: number;
  readonly two: number;
  readonly first: number;
  readonly server: number;
  readonly work: number;
}

interface Answer {
  readonly verdict: 'granted' | 'refused' | 'waits';
  readonly reason: string;
  readonly missing?: number;
}

const refused = (reason: string): Answer => ({ verdict: 'refused', reason });
const granted = (reason: string): Answer => ({ verdict: 'granted', reason });

const shownReasons = ['', 'unknown', 'poorReading', 'notLive', 'wrongCode', 'keypadPause', 'error'];
const groupReasons: Readonly<Record<string, string>> = { zone: 'timeZone', outside: 'outsideHours' };

/** Is where the punch leads already: IN is 0 and leads inside (1), OUT is 1 and leads outside (2). */
const breaksPassback = ({ area, status }: Facts): boolean =>
  (area === 1 && status === 0) || (area === 2 && status === 1);

function hoursOf(plan: Plan, group: number, wall: number): { may: boolean; reason: string } {
  if (group < 2) return { may: group === 1, reason: group === 1 ? 'anyTime' : 'never' };
  const [may = '', word = ''] = naiveGroup(plan, group, wall).split(' ');
  return { may: may === '1', reason: groupReasons[word] ?? word };
}

const dateOf = (wall: number): number => Number(new Date(wall * 60_000).toISOString().slice(0, 10).replaceAll('-', ''));

function answerOf(plan: Plan, group: number, wall: number, facts: Facts): Answer {
  const schedule = naiveDoor(plan, wall).split(' ')[0];
  const today = dateOf(wall);
  const hours = hoursOf(plan, group, wall);
  if (facts.command === 4) return granted('fire');
  if (facts.command === 3) return refused('lockedDown');
  if (schedule === 'closed') return refused('alwaysClosed');
  if (facts.device === 2) return refused('notAuthorized');
  if (facts.device === 3) return refused('deviceGroup');
  if (facts.shown !== 0) return refused(shownReasons[facts.shown] ?? '');
  if (today < facts.from) return refused('notYet');
  if (facts.to !== 0 && facts.to < today) return refused('expired');
  if (!hours.may) return refused(hours.reason);
  if (schedule === 'open') return granted('doorOpen');
  const missing = [0, 1, 2, 3, 4, 5]
    .map((bit) => 2 ** bit)
    .filter((factor) => (facts.needed & factor) > 0 && (facts.have & factor) === 0)
    .reduce((sum, factor) => sum + factor, 0);
  if (missing > 0) return { verdict: 'waits', reason: 'incomplete', missing };
  if (facts.limit > 0 && facts.temperature > facts.limit) return refused('temperature');
  if (facts.passback === 2 && breaksPassback(facts)) return refused('antiPassback');
  if (facts.two === 1 && [0, facts.userid].includes(facts.first)) return { verdict: 'waits', reason: 'secondPerson' };
  if (facts.server === 2) return refused('serverRefused');
  if (facts.server === 3) return refused('serverSilent');
  return granted(facts.work === 0 ? 'attendance' : hours.reason);
}

/** What the driver says, with the reason in words. */
export function naiveDecision(plan: Plan, group: number, wall: number, facts: Facts): string {
  const { verdict, reason, missing = 0 } = answerOf(plan, group, wall, facts);
  const isIn = verdict === 'granted';
  const isKnown = facts.shown === 0;
  const asksPassback = isIn && !['fire', 'doorOpen'].includes(reason);
  const flags = [
    isIn && reason !== 'fire' && facts.work !== 0,
    isIn && isKnown && facts.work !== 1,
    isKnown && facts.duress + facts.before > 0,
    isKnown && facts.duress > 0,
    asksPassback && facts.passback === 1 && breaksPassback(facts),
  ];
  const area = isIn && isKnown && facts.status < 2 ? facts.status + 1 : 0;
  return [['granted', 'refused', 'waits'].indexOf(verdict), reason, missing, ...flags.map(Number), area].join(' ');
}
