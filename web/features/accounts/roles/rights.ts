/** What the levels may do, while it is edited: pure. */
import type { LevelChange, LevelRights } from '@gen/accounts.ts';
import { type FunctionGroup, functionGroupWords, type Right, rightWords } from '@gen/accounts.ts';
import { typedSince } from '../../../lib/form/edits.ts';

/** A level's right for a group: one field of the form. */
export type Cell = `${number}.${FunctionGroup}`;
export type Rights = Readonly<Record<Cell, Right>>;
/** Rights that differ from what is stored. */
export type RightsEdits = Partial<Rights>;

/** Levels that can be edited; 16 has everything. */
export const HIGHEST = 16;

export const cellOf = (level: number, group: FunctionGroup): Cell => `${level}.${group}`;

export function rightsOf(levels: readonly LevelRights[]): Rights {
  return Object.fromEntries(
    levels.flatMap((level) => functionGroupWords.map((group) => [cellOf(level.level, group), level[group]] as const)),
  );
}

/** What of the typed differs from what is stored. */
export function editsOf(levels: readonly LevelRights[], typed: RightsEdits): RightsEdits {
  return typedSince(rightsOf(levels), typed);
}

/** The rights of a level as they would be saved. */
export function editedRights(level: LevelRights, edits: RightsEdits): Readonly<Record<FunctionGroup, Right>> {
  const right = (group: FunctionGroup) => edits[cellOf(level.level, group)] ?? level[group];
  return {
    user: right('user'),
    network: right('network'),
    basicSetting: right('basicSetting'),
    AccSetting: right('AccSetting'),
    advSetting: right('advSetting'),
  };
}

/** A right that is edited. */
export interface EditedCell {
  readonly level: number;
  readonly group: FunctionGroup;
  readonly stored: Right;
  readonly edited: Right;
}

export function cellsOf(levels: readonly LevelRights[], edits: RightsEdits): EditedCell[] {
  return levels.flatMap((level) =>
    functionGroupWords.flatMap((group) => {
      const edited = edits[cellOf(level.level, group)];
      return edited === undefined ? [] : [{ level: level.level, group, stored: level[group], edited }];
    }),
  );
}

/** Levels with a right that is edited. */
function editedLevels(levels: readonly LevelRights[], edits: RightsEdits): LevelRights[] {
  return levels.filter(({ level }) => functionGroupWords.some((group) => cellOf(level, group) in edits));
}

/** What GetRoles is sent: the whole rights of each level that differs. */
export function changesOf(levels: readonly LevelRights[], edits: RightsEdits): LevelChange[] {
  return editedLevels(levels, edits).map((level) => ({ level: level.level, ...editedRights(level, edits) }));
}

/** The levels after these edits were saved, without asking the terminal again. */
export function withEdits(levels: readonly LevelRights[], edits: RightsEdits): LevelRights[] {
  return levels.map((level) => ({ ...level, ...editedRights(level, edits) }));
}

/** The cell that a refusal names, as in `levels[2].network` of the changes that were sent. */
export function cellOfField(field: string, changes: readonly LevelChange[]): Cell | undefined {
  const [, index, name] = /^levels\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
  const change = changes[Number(index)];
  const group = functionGroupWords.find((one) => one === name);
  return change && group && cellOf(change.level, group);
}

/** People whose sessions a save ends. */
export function accountsTouched(levels: readonly LevelRights[], edits: RightsEdits): number {
  return editedLevels(levels, edits).reduce((sum, { accounts }) => sum + accounts, 0);
}

/** A cell of the table in which a level would have less than one below it. */
export interface TooLow {
  readonly level: number;
  readonly group: FunctionGroup;
  /** The lowest level that has most, and what that is. */
  readonly below: number;
  readonly right: Right;
}

/** What the terminal would refuse: a level has at least the rights of those below it. By level, lowest first. */
export function tooLow(levels: readonly LevelRights[], edits: RightsEdits): TooLow[] {
  const most = new Map<FunctionGroup, { below: number; right: Right }>();
  const found: TooLow[] = [];
  for (const level of [...levels].sort((a, b) => a.level - b.level)) {
    const rights = editedRights(level, edits);
    for (const group of functionGroupWords) {
      const before = most.get(group);
      const rank = rightWords.indexOf(rights[group]);
      const needed = before === undefined ? -1 : rightWords.indexOf(before.right);
      if (before !== undefined && rank < needed) found.push({ level: level.level, group, ...before });
      if (rank > needed) most.set(group, { below: level.level, right: rights[group] });
    }
  }
  return found;
}

/** The edits that raise what is too low to what the levels below have. */
export function raising(wrong: readonly TooLow[]): RightsEdits {
  return Object.fromEntries(wrong.map(({ level, group, right }) => [cellOf(level, group), right] as const));
}
