/** What the levels may do, while it is edited: pure. */
import type { LevelChange, LevelRights } from '@gen/machine.ts';
import { type FunctionGroup, functionGroupWords, type Right } from '@gen/session.ts';

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
