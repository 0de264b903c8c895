/* What holds for every day of attendance, whatever its figures are: people, and one change each of a day's punches. */
import type { Random } from '../rules/weeks.ts';
import { days, months, someMonth, somePlan, worksPlan } from './months.ts';
import {
  type Belongings,
  belongingsOf,
  candidatesOn,
  type Day,
  type Duty,
  dateOf,
  dayOf,
  type Owned,
} from './naive.ts';
import { type Line, OUT, type Outcome, type Person, type Plan, type Question, type Shift } from './plan.ts';

const pick = <T>(random: Random, from: readonly T[]): T => from[random(from.length)] as T;

export const properties = ['between', 'earlier', 'later', 'moved'] as const;
export type Property = (typeof properties)[number];

/** A line more, or one that is a minute earlier or later. */
interface Change {
  readonly property: Property;
  readonly day: Day;
  readonly duty: Duty;
  readonly added?: Line;
  readonly moved?: { readonly line: Line; readonly by: number };
}

/** A month of a person. */
export interface Asked {
  readonly person: Person;
  readonly question: Question;
  readonly belongings: Belongings;
}

/** A month, and the same one with changes on days that have nothing to do with each other. */
interface Variant extends Asked {
  readonly base: Asked;
  readonly changes: readonly Change[];
}

/** People of one plan, asked in one go. */
export interface Chunk {
  readonly plan: Plan;
  readonly months: readonly Asked[];
  readonly variants: readonly Variant[];
}

/** Figures of a day come from the punches of three days before and after it, and of duties that reach into these. */
const apart = 6;

const minuteOf = ({ ms }: Line): number => Math.floor(ms / 60_000);

const ownOf = ({ punches }: Belongings, duty: Duty): readonly Owned[] =>
  punches.filter((punch) => punch.duty?.day === duty.day && punch.duty.shift.number === duty.shift.number);

function addedLine(random: Random, property: Property, punches: readonly Owned[]): Line {
  const [first, last] = [punches[0]?.minute ?? 0, punches.at(-1)?.minute ?? 0];
  const far = 1 + random(pick(random, [3, 60, 600]));
  const minute = { earlier: first - far, later: last + far }[property as string] ?? first + random(last - first + 1);
  const status = property === 'between' ? pick(random, [0, 0, 2, 3]) : pick(random, [0, OUT, 3]);
  return { ms: minute * 60_000 + random(60_000), status, what: pick(random, ['access', 'correction']) };
}

/** A punch alone in its minute, to a minute without punch. */
function movedLine(random: Random, log: readonly Line[], punches: readonly Owned[]): Change['moved'] {
  const by = pick(random, [-1, 1]);
  const { minute } = pick(random, punches);
  const [line, ...more] = log.filter((each) => [minute, minute + by].includes(minuteOf(each)));
  return line === undefined || more.length > 0 ? undefined : { line, by };
}

function someChange(random: Random, { person, belongings }: Asked, day: Day): Change | undefined {
  const duties = belongings.days.find((each) => each.day === day)?.duties ?? [];
  const [duty] = duties.length === 0 ? [] : [pick(random, duties)];
  const property = pick(random, properties);
  const punches = duty === undefined ? [] : ownOf(belongings, duty);
  if (duty === undefined || punches.length < 2) {
    return undefined;
  }
  if (property !== 'moved') {
    return { property, day, duty, added: addedLine(random, property, punches) };
  }
  const moved = movedLine(random, person.log, punches);
  return moved === undefined ? undefined : { property, day, duty, moved };
}

function changed(log: readonly Line[], changes: readonly Change[]): Line[] {
  const moves = changes.flatMap(({ moved }) => moved ?? []);
  return [
    ...log.map((line) => ({ ...line, ms: line.ms + (moves.find((move) => move.line === line)?.by ?? 0) * 60_000 })),
    ...changes.flatMap(({ added }) => added ?? []),
  ];
}

function variantsOf(random: Random, plan: Plan, base: Asked): Variant[] {
  const { person, question } = base;
  return Array.from({ length: apart }, (_, offset): Variant => {
    const changes = base.belongings.days
      .filter(({ day }) => day % apart === offset)
      .flatMap(({ day }) => someChange(random, base, day) ?? []);
    const other = { ...person, log: changed(person.log, changes) };
    return { base, changes, person: other, question, belongings: belongingsOf(plan, other, question) };
  });
}

/** Half of the people have one shift a day. */
function somebody(random: Random, plan: Plan, firstDay: Day): Person {
  const { person } = someMonth(random, plan, firstDay);
  return random(2) === 0 ? person : { ...person, own: [], ofGroup: [] };
}

/** About so many days. */
export function someChunk(random: Random, count: number): Chunk {
  const [, firstDay] = pick(random, months);
  const some = random(4) === 0 ? worksPlan(firstDay) : somePlan(random, firstDay);
  /* By turns one more punch makes work of times out, and the other way round. */
  const plan: Plan = { ...some, reading: some.reading === 'turns' ? 'keys' : some.reading };
  const question = { first: dateOf(firstDay), count: days, now: (firstDay + days + 30) * 86_400 };
  const asked = Array.from({ length: Math.ceil(count / days) }, (): Asked => {
    const person = somebody(random, plan, firstDay);
    return { person, question, belongings: belongingsOf(plan, person, question) };
  });
  return { plan, months: asked, variants: asked.flatMap((each) => variantsOf(random, plan, each)) };
}

/** A day before and after its change. */
export interface Pair {
  readonly plan: Plan;
  readonly change: Change;
  readonly before: Outcome;
  readonly after: Outcome;
  readonly base: Asked;
  readonly variant: Asked;
}

const isNear = (day: Day, punch: Owned): boolean => Math.abs(punch.day - day) <= 3;
const keyOf = ({ minute, status, duty }: Owned): string => `${minute} ${status} ${duty?.day} ${duty?.shift.number}`;

function less<T>(all: readonly T[], some: readonly T[]): T[] {
  const left = [...all];
  for (const each of some) {
    const index = left.indexOf(each);
    if (index >= 0) left.splice(index, 1);
  }
  return left;
}

/** The change is all that happened: everything else belongs to what it belonged to, and the day has the same duties. */
function isSmall({ base, belongings }: Variant, { day, duty, moved }: Change): boolean {
  const keys = (from: Belongings): string[] => from.punches.filter((punch) => isNear(day, punch)).map(keyOf);
  const [was, is] = [keys(base.belongings), keys(belongings)];
  const ofDuty = ` ${duty.day} ${duty.shift.number}`;
  const [gone, come] = [less(was, is), less(is, was)];
  const dutiesOf = (from: Belongings): string =>
    String(from.days.find((each) => each.day === day)?.duties.map(({ shift }) => shift.number));
  return (
    gone.length === (moved === undefined ? 0 : 1) &&
    come.length === 1 &&
    [...gone, ...come].every((key) => key.endsWith(ofDuty)) &&
    dutiesOf(base.belongings) === dutiesOf(belongings)
  );
}

/** `answers`: of all months of the chunk and then of all its variants, day by day. */
export function pairsOf({ plan, months: asked, variants }: Chunk, answers: readonly Outcome[]): Pair[] {
  const ofMonth = (index: number, day: Day, first: number): Outcome =>
    answers[index * days + day - dayOf(first)] as Outcome;
  return variants.flatMap((variant, index) =>
    variant.changes
      .filter((change) => isSmall(variant, change))
      .map((change): Pair => {
        const { base, question } = variant;
        const before = ofMonth(asked.indexOf(base), change.day, question.first);
        const after = ofMonth(asked.length + index, change.day, question.first);
        return { plan, change, before, after, base, variant };
      }),
  );
}

const hasMissing = ({ missingIn, missingOut }: Outcome): boolean => missingIn === 1 || missingOut === 1;

const minutesOfBreaks = ({ breaks }: Shift): number =>
  breaks.reduce((sum, [from, to]) => sum + ((to - from + 1440) % 1440), 0);

function hasOneShift({ plan, change, base }: Pair): boolean {
  return [-2, -1, 0, 1, 2].every((by) => candidatesOn(plan, base.person, change.day + by).length <= 1);
}

/** From when on only OUT follows, up to before the last punch: these begin nothing as long as nothing else follows. */
function unfollowedFrom(punches: readonly Owned[]): number {
  const back = punches.findLastIndex(({ status }) => status !== OUT);
  const [last, from] = [punches.at(-1)?.minute ?? 0, punches[back + 1]?.minute ?? Number.POSITIVE_INFINITY];
  return from < last ? from : Number.POSITIVE_INFINITY;
}

/** A punch that makes an OUT begin a time out, where there was none before. */
function beginsTimeOut({ change, base }: Pair): boolean {
  const { property, duty, added } = change;
  const punches = ownOf(base.belongings, duty);
  const [first] = punches;
  if (added === undefined || first === undefined) {
    return false;
  }
  if (property === 'earlier') {
    return punches.some(({ minute, status }) => minute === first.minute && status === OUT);
  }
  return added.status !== OUT && unfollowedFrom(punches) <= minuteOf(added);
}

/** Its check-in or check-out is missing; the mark of the day may be that of punches beside it. */
function hasOnePunch({ belongings }: Asked, duty: Duty): boolean {
  const punches = ownOf(belongings, duty);
  return (punches.at(-1)?.minute ?? 0) - (punches[0]?.minute ?? 0) <= 1;
}

/** The page promises something about the day. */
export function isMeant(pair: Pair): boolean {
  const { change, before, base, variant } = pair;
  switch (change.property) {
    case 'between':
      return !beginsTimeOut(pair);
    case 'moved':
      return !hasOnePunch(base, change.duty) && !hasOnePunch(variant, change.duty);
    default:
      return hasOneShift(pair) && !hasMissing(before) && !beginsTimeOut(pair);
  }
}

/** By how many minutes it is not as promised; 0: it is. With `asPunched` a time out of a minute may stand for a break. */
export function excess({ change: { property, duty }, before, after }: Pair): number {
  const { overtimeStep, overtimeBefore, overtimeAfter, breakRule } = duty.shift;
  const isStanding = breakRule === 'asPunched' && (property === 'between' || property === 'moved');
  const breaks = isStanding ? minutesOfBreaks(duty.shift) : 0;
  if (property === 'moved') {
    const jump = before.overtime === after.overtime ? 0 : overtimeStep + Math.max(overtimeBefore, overtimeAfter);
    const changes = [after.worked - before.worked, after.balance - before.balance].map(Math.abs);
    return Math.max(...changes.map((change) => change - 1 - jump - breaks), 0);
  }
  return Math.max(before.worked - after.worked - breaks, 0);
}

/** Worked is more than the time there though no missing punch is credited. */
export function isTooMuch({ worked, inTime, missingIn, missingOut, shift, secondShift }: Outcome, plan: Plan): boolean {
  const shifts = [plan.shifts.get(shift), plan.shifts.get(secondShift)];
  const isCredited = shifts.some(
    (each) => (missingIn === 1 && (each?.missingIn ?? 0) > 0) || (missingOut === 1 && (each?.missingOut ?? 0) > 0),
  );
  return worked > inTime && !isCredited;
}
