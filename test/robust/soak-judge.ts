// What becomes of somebody who shows something: the naive decision with what the door remembers.

import { naiveDecision } from '../tools/decide/naive.ts';
import { naiveDoor, naiveGroup, naiveMissed, wallOf } from '../tools/rules/naive.ts';
import type { Person, Rules, Shown } from './soak-history.ts';
import { soakClock } from './soak-plan.ts';

const minuteMs = 60_000;
const dayMinutes = 1440;
export const factorBits = { card: 1, password: 4 };

export interface Judged {
  readonly verdict: 'granted' | 'refused' | 'waits';
  readonly reason: string;
  /** Factors that are asked for besides. */
  readonly missing: number;
  /** Against anti-passback, and let in all the same. */
  readonly marked: boolean;
  /** Where it leads: 0 nowhere, 1 inside, 2 outside. */
  readonly area: number;
  /** Let in, and not recorded again. */
  readonly repeated: boolean;
  readonly have: number;
  readonly temperature: number;
  readonly status: number;
  /** Of the time zone, period group or holiday that decided; 0: none. */
  readonly number: number;
  /** The hours that were missed, as the line has them; empty: none. */
  readonly missed: string;
}

/** Somebody is asked for another factor. */
export interface Begun {
  readonly userid: number;
  readonly time: number;
  readonly have: number;
  readonly skin: number;
  /** Its time is over: its line is written, or will be before anything else. */
  over: boolean;
  /** The person was deleted since. */
  gone: boolean;
}

/** What is known of whoever shows something, and of the moment. */
export interface Standing {
  readonly time: number;
  readonly person: Person | undefined;
  readonly begun: Begun | undefined;
  readonly area: number;
  /** When the person was let in and recorded last. */
  readonly lastPunch: number | undefined;
  readonly status: number;
}

/** When the wall showed the minute last, at its first time where the clock went back; -Infinity: never. */
export function resetBefore(ms: number, reset: number): number {
  const now = Math.floor(ms / minuteMs);
  for (let minute = now; reset < dayMinutes && minute > now - 2 * dayMinutes; minute--) {
    if (wallOf(soakClock, minute) % dayMinutes !== reset) continue;
    const before = minute - soakClock.change;
    return (wallOf(soakClock, before) === wallOf(soakClock, minute) ? before : minute) * minuteMs;
  }
  return Number.NEGATIVE_INFINITY;
}

function numberOf({ plan }: Rules, person: Person | undefined, wall: number, reason: string): number {
  const [, , zone, period, holiday] = naiveGroup(plan, person?.group ?? 0, wall)
    .split(' ')
    .map(Number);
  const door = Number(naiveDoor(plan, wall).split(' ')[1]);
  const numbers: Readonly<Record<string, number | undefined>> = {
    timeZone: zone,
    period,
    holiday,
    doorOpen: door,
    alwaysClosed: door,
  };
  return numbers[reason] ?? 0;
}

const clockTime = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;

function missedOf({ plan }: Rules, person: Person | undefined, wall: number, reason: string): string {
  const missed = reason === 'outsideHours' ? naiveMissed(plan, person?.group ?? 0, wall) : undefined;
  if (missed === undefined) return '';
  const by = missed.late < 0 ? `early:${-missed.late}` : `late:${missed.late}`;
  return `hours:${clockTime(missed.start)}-${clockTime(missed.end)} ${by}`;
}

export function judge(rules: Rules, { factor, right, skin }: Shown, standing: Standing): Judged {
  const { time, person, begun, area, lastPunch, status } = standing;
  const { plan, command, limit, passback, work, duplicate } = rules;
  const wall = wallOf(soakClock, Math.floor(time / minuteMs));
  /* Of what was not recognised nothing was shown. */
  const have = (person !== undefined && right ? factorBits[factor] : 0) | (begun?.have ?? 0);
  const temperature = Math.max(skin, begun?.skin ?? 0);
  const said = naiveDecision(plan, person?.group ?? 0, wall, {
    command,
    device: 0,
    shown: person === undefined ? 1 : right ? 0 : 4,
    userid: person?.userid ?? 0,
    from: person?.from ?? 0,
    to: person?.to ?? 0,
    needed: person?.code === undefined ? 0 : factorBits.card | factorBits.password,
    have,
    duress: 0,
    before: 0,
    temperature,
    limit,
    passback,
    area,
    status,
    two: 0,
    first: 0,
    server: 0,
    work,
  }).split(' ');
  const reason = said[1] ?? '';
  const isIn = said[0] === '0';
  return {
    verdict: (['granted', 'refused', 'waits'] as const)[Number(said[0])] ?? 'refused',
    reason,
    missing: Number(said[2]),
    marked: said[7] === '1',
    area: Number(said[8]),
    repeated: isIn && lastPunch !== undefined && time >= lastPunch && time - lastPunch < duplicate * minuteMs,
    have,
    temperature,
    status,
    number: numberOf(rules, person, wall, reason),
    missed: missedOf(rules, person, wall, reason),
  };
}
