/** What the levels may do, while it is edited: pure. */
import type { LevelChange, LevelRights } from '@gen/accounts.ts';
import { type FunctionGroup, functionGroupWords, type Right, rightWords } from '@gen/accounts.ts';

export type Rights = Readonly<Record<FunctionGroup, Right>>;
/** Edited rights by level; a level that is not in it stands as it is stored. */
export type RightsEdits = ReadonlyMap<number, Partial<Rights>>;

/** Levels that can be edited; 16 has everything. */
export const HIGHEST = 16;

export function rightsOf({ user, network, basicSetting, AccSetting, advSetting }: LevelRights): Rights {
  return { user, network, basicSetting, AccSetting, advSetting };
}

/** The rights of a level as they would be saved. */
export function editedRights(level: LevelRights, edits: RightsEdits): Rights {
  return { ...rightsOf(level), ...edits.get(level.level) };
}

/** The edits with one more; one that is what is stored is none. */
export function withRight(edits: RightsEdits, level: LevelRights, group: FunctionGroup, right: Right): RightsEdits {
  const { [group]: _, ...others } = edits.get(level.level) ?? {};
  const next = right === level[group] ? others : { ...others, [group]: right };
  const all = new Map(edits);
  if (Object.keys(next).length > 0) all.set(level.level, next);
  else all.delete(level.level);
  return all;
}

/** The edits that still differ from what is stored, when that was read again. */
export function rebased(edits: RightsEdits, levels: readonly LevelRights[]): RightsEdits {
  let all: RightsEdits = new Map();
  for (const level of levels) {
    const edit = edits.get(level.level) ?? {};
    for (const group of functionGroupWords) {
      const right = edit[group];
      if (right !== undefined) all = withRight(all, level, group, right);
    }
  }
  return all;
}

/** The edits that were made after `sent` was sent: what differs from it, on top of what stands after the save. */
export function editedSince(
  sent: RightsEdits,
  now: RightsEdits,
  before: readonly LevelRights[],
  after: readonly LevelRights[],
): RightsEdits {
  let all: RightsEdits = new Map();
  for (const level of before) {
    const next = after.find((one) => one.level === level.level) ?? level;
    const saved = editedRights(level, sent);
    const wanted = editedRights(level, now);
    for (const group of functionGroupWords) {
      if (wanted[group] !== saved[group]) all = withRight(all, next, group, wanted[group]);
    }
  }
  return all;
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
      const edited = edits.get(level.level)?.[group];
      return edited === undefined ? [] : [{ level: level.level, group, stored: level[group], edited }];
    }),
  );
}

export function countEdits(edits: RightsEdits): number {
  return [...edits.values()].reduce((sum, edit) => sum + Object.keys(edit).length, 0);
}

/** What GetRoles is sent: the whole rights of each level that differs. */
export function changesOf(levels: readonly LevelRights[], edits: RightsEdits): LevelChange[] {
  return levels
    .filter(({ level }) => edits.has(level))
    .map((level) => ({ level: level.level, ...editedRights(level, edits) }));
}

/** People whose sessions a save ends. */
export function accountsTouched(levels: readonly LevelRights[], edits: RightsEdits): number {
  return levels.filter(({ level }) => edits.has(level)).reduce((sum, { accounts }) => sum + accounts, 0);
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

/** The edits with all that is too low raised to what the levels below have. */
export function raised(levels: readonly LevelRights[], edits: RightsEdits): RightsEdits {
  return tooLow(levels, edits).reduce<RightsEdits>((all, { level, group, right }) => {
    const row = levels.find((one) => one.level === level);
    return row ? withRight(all, row, group, right) : all;
  }, edits);
}
