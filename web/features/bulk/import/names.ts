/** Names of groups and shifts that the terminal does not know, and what is chosen for them. Pure. */
import type { BulkName, BulkNameUse } from '@gen/bulk.ts';
import { groupLimits } from '@gen/rules.ts';

/** Nothing is said of a name yet: its rows are wrong. */
export const UNDECIDED = '';

/** By name: a number, `out` to leave its rows out, or `make` to make a group of that name. */
export type Chosen = Readonly<Record<string, string>>;

export interface MadeGroup {
  readonly number: number;
  readonly name: string;
}

/** Numbers of groups that are defined. */
export type Defined = Pick<ReadonlySet<number>, 'has'>;

export const keyOf = ({ field, name }: Pick<BulkName, 'field' | 'name'>): string => `${field} ${name}`;

/** Numbers of groups that are not defined yet, from the first on. */
function freeNumbers(groups: Defined): number[] {
  const { min, max } = groupLimits.number;
  return Array.from({ length: max - min + 1 }, (_, at) => min + at).filter((number) => !groups.has(number));
}

/** The next free number, less those for groups that are to be made; undefined: there is none. */
export function freeGroup(groups: Defined, chosen: Chosen): number | undefined {
  return freeNumbers(groups)[Object.values(chosen).filter((value) => value === 'make').length];
}

/** What is said to the terminal, and the groups that are made before. */
export function usesOf(
  names: readonly BulkName[],
  chosen: Chosen,
  groups: Defined,
): { uses: BulkNameUse[]; made: MadeGroup[] } {
  const free = freeNumbers(groups);
  const made: MadeGroup[] = [];
  const uses: BulkNameUse[] = [];
  for (const { field, name } of names) {
    const value = chosen[keyOf({ field, name })] ?? UNDECIDED;
    const number = value === 'make' ? free.shift() : Number(value);
    if (value === UNDECIDED || number === undefined) continue;
    if (value === 'make') made.push({ number, name: [...name].slice(0, groupLimits.name.max).join('') });
    uses.push({ field, name, leaveOut: value === 'out', number: value === 'out' ? 0 : number });
  }
  return { uses, made };
}
