/** Permissions of the levels during editing. Pure. */
import type { LevelChange, LevelRights } from '@gen/accounts.ts';
import { type FunctionGroup, functionGroupWords, type Right, rightWords } from '@gen/accounts.ts';
import { typedSince } from '../../../lib/form/edits.ts';

/** A level's permission for a group: one field of the form. */
export type Cell = `${number}.${FunctionGroup}`;
export type Rights = Readonly<Record<Cell, Right>>;
/** Permissions that differ from the stored ones. */
export type RightsEdits = Partial<Rights>;

/** Editable levels; 16 always has every permission. */
export const HIGHEST = 16;

export const cellOf = (level: number, group: FunctionGroup): Cell => `${level}.${group}`;

export function rightsOf(levels: readonly LevelRights[]): Rights {
  return Object.fromEntries(
    levels.flatMap((level) => functionGroupWords.map((group) => [cellOf(level.level, group), level[group]] as const)),
  );
}

/** Edits that differ from the stored values. */
export function editsOf(levels: readonly LevelRights[], typed: RightsEdits): RightsEdits {
  return typedSince(rightsOf(levels), typed);
}

/** The permissions of a level as they would be saved. */
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

/** An edited permission. */
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

/** Levels with an edited permission. */
function editedLevels(levels: readonly LevelRights[], edits: RightsEdits): LevelRights[] {
  return levels.filter(({ level }) => functionGroupWords.some((group) => cellOf(level, group) in edits));
}

/** The request of GetRoles: all permissions of each level that differs. */
export function changesOf(levels: readonly LevelRights[], edits: RightsEdits): LevelChange[] {
  return editedLevels(levels, edits).map((level) => ({ level: level.level, ...editedRights(level, edits) }));
}

/** The levels after a successful save, without reading them again. */
export function withEdits(levels: readonly LevelRights[], edits: RightsEdits): LevelRights[] {
  return levels.map((level) => ({ ...level, ...editedRights(level, edits) }));
}

/** The cell named by a refusal, such as `levels[2].network` of the request. */
export function cellOfField(field: string, changes: readonly LevelChange[]): Cell | undefined {
  const [, index, name] = /^levels\[(\d+)\]\.(\w+)$/.exec(field) ?? [];
  const change = changes[Number(index)];
  const group = functionGroupWords.find((one) => one === name);
  return change && group && cellOf(change.level, group);
}

/** Number of users whose sessions a save ends. */
export function accountsTouched(levels: readonly LevelRights[], edits: RightsEdits): number {
  return editedLevels(levels, edits).reduce((sum, { accounts }) => sum + accounts, 0);
}

/** A cell with a lower permission than that of a level below it. */
export interface TooLow {
  readonly level: number;
  readonly group: FunctionGroup;
  /** The lowest level with the highest permission, and that permission. */
  readonly below: number;
  readonly right: Right;
}

/** Cells that the terminal would refuse: a level has at least the permissions of those below it. By level, lowest first. */
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

/** The edits that raise these cells to the permissions of the levels below. */
export function raising(wrong: readonly TooLow[]): RightsEdits {
  return Object.fromEntries(wrong.map(({ level, group, right }) => [cellOf(level, group), right] as const));
}
