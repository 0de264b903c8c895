/* Random months of random people, day by day: the firmware's functions against the naive ones. */
import { describe, expect, it } from 'vitest';
import { type Random, randomOf } from '../rules/weeks.ts';
import { changePlan, days, type Irregularity, months, someMonth, someNow, somePlan, worksPlan } from './months.ts';
import { type Day, dateOf, dayOf, naiveDays, utcOf } from './naive.ts';
import {
  daysCommand,
  flags,
  kinds,
  type Outcome,
  type Person,
  type Plan,
  personCommands,
  planCommands,
  type Question,
  spans,
  tell,
} from './plan.ts';
import { askHours, builtHours } from './program.ts';

const program = builtHours();

interface Asked {
  readonly person: Person;
  readonly question: Question;
}

const askAll = (plan: Plan, asked: readonly Asked[]): Outcome[] =>
  askHours(program(), [
    ...planCommands(plan),
    ...asked.flatMap(({ person, question }) => [...personCommands(person), daysCommand(question)]),
  ]);

/** What to tell the driver to see it again. */
function commandsFor(plan: Plan, { person, question }: Asked, date: number): string {
  const begin = utcOf(plan.clock, dayOf(date) * 1440) * 60_000;
  const log = person.log.filter(({ ms }) => Math.abs(ms - begin) < 4 * 86_400_000);
  return [
    ...planCommands(plan),
    ...personCommands({ ...person, log }),
    daysCommand({ ...question, first: date, count: 1 }),
  ].join('\n');
}

function differences(plan: Plan, asked: readonly Asked[], said: readonly Outcome[]): string[] {
  const wanted = asked.flatMap((each) =>
    naiveDays(plan, each.person, each.question).map((outcome) => ({ each, outcome })),
  );
  return wanted.flatMap(({ each, outcome }, index) => {
    const other = said[index];
    const line = other === undefined ? 'nothing' : tell(other);
    return line === tell(outcome) ? [] : [`${line}\nnot\n${tell(outcome)}\n${commandsFor(plan, each, outcome.date)}`];
  });
}

/** Kinds, flags, spans and a second duty that no outcome has. */
const neverSeen = (outcomes: readonly Outcome[]): string[] => [
  ...kinds.filter((kind) => outcomes.every((outcome) => outcome.kind !== kind)),
  ...[...flags, ...spans, 'secondShift' as const].filter((figure) =>
    outcomes.every((outcome) => outcome[figure] === 0),
  ),
];

interface Employed extends Asked {
  readonly happened: ReadonlySet<Irregularity>;
}

const employ = (random: Random, plan: Plan, firstDay: Day, people: number): Employed[] =>
  Array.from({ length: people }, () => {
    const { person, happened } = someMonth(random, plan, firstDay);
    const now = someNow(random, plan, person, firstDay);
    return { person, question: { first: dateOf(firstDay), count: days, now }, happened };
  });

const rounds = 20;
const people = 5;

/** Rounds of random months, each by its own plan: both say the same, and everything happens. */
function expectAgreement(random: Random, firstDay: Day, planOf: () => Plan): void {
  const seen: Outcome[] = [];
  for (let round = 0; round < rounds; round++) {
    const plan = planOf();
    const asked = employ(random, plan, firstDay, people);
    const said = askAll(plan, asked);
    expect(differences(plan, asked, said).slice(0, 3)).toEqual([]);
    seen.push(...said);
  }
  expect(seen).toHaveLength(rounds * people * days);
  /* It is no test where a rule never decides. */
  expect(neverSeen(seen)).toEqual([]);
}

describe('a random month', () => {
  it.each(months)('of everybody is as the page says: %s', (name, firstDay) => {
    const random = randomOf(`hours ${name}`);
    expectAgreement(random, firstDay, () => somePlan(random, firstDay));
  });
});

it.each(['spring forward', 'any'])('a month in which the clock is set to other zones agrees, too: %s', (name) => {
  const [, firstDay] = months.find(([each]) => each === name) ?? ['', 0];
  const random = randomOf(`hours and zones ${name}`);
  expectAgreement(random, firstDay, () => changePlan(random, somePlan(random, firstDay), firstDay));
});

const irregularities: readonly Irregularity[] = [
  ...(['forgotten', 'double', 'time out', 'added', 'voided'] as const),
  ...(['changed clock', 'clock set back', 'imported'] as const),
  ...(['single', 'far', 'lunch', 'two duties', 'free day', 'over a free midnight'] as const),
];

it('a month of 200 people with every irregularity agrees to the minute', () => {
  const firstDay = dayOf(20_261_001);
  const plan = worksPlan(firstDay);
  const asked = employ(randomOf('hours of the works'), plan, firstDay, 200);
  const said = askAll(plan, asked);
  expect(differences(plan, asked, said).slice(0, 3)).toEqual([]);
  expect(said).toHaveLength(200 * days);
  expect(neverSeen(said)).toEqual(['odd']); // it reads by keys
  const monthOf = (person: number): readonly Outcome[] => said.slice(person * days, (person + 1) * days);
  const isOvernight = ({ kind, shift, lastOut }: Outcome): boolean => kind === 'work' && shift === 3 && lastOut >= 0;
  const met: Readonly<Record<string, (person: number) => boolean>> = {
    ...Object.fromEntries(
      irregularities.map((each) => [each, (person: number) => asked[person]?.happened.has(each) === true]),
    ),
    'over midnight': (person) => monthOf(person).some(isOvernight),
    'DST day': (person) => monthOf(person).some((day) => day.date === 20_261_024 && day.planned === 510),
    'shift changed': (person) => new Set(monthOf(person).map(({ shift }) => shift)).size > 1,
    leave: (person) => monthOf(person).some(({ leave }) => leave > 0),
    holiday: (person) => monthOf(person).some(({ kind }) => kind === 'holiday'),
    'flexible hours': (person) => monthOf(person).some(({ balance }) => balance !== 0),
    'split day': (person) => monthOf(person).some(({ secondShift }) => secondShift > 0),
  };
  const counts = Object.entries(met).map(([name, isMet]) => [name, asked.filter((_, n) => isMet(n)).length] as const);
  expect(counts.filter(([, people]) => people < 10)).toEqual([]);
});
