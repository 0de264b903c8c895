import type { FunctionGroup, Right } from '@gen/accounts.ts';
import { getRoles, type LevelRights, type SetRolesReply } from '@gen/accounts.ts';
import { ErrorCode } from '@gen/errors.ts';
import { useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { codeOf, problemText } from '../../lib/problem.ts';
import { toast } from '../../ui/toast.ts';
import { askToKeep } from './askToKeep.tsx';
import {
  changesOf,
  countEdits,
  editedSince,
  type RightsEdits,
  raised,
  rebased,
  type TooLow,
  tooLow,
  withRight,
} from './rights.ts';

export interface RolesFormState {
  readonly edits: RightsEdits;
  readonly count: number;
  readonly busy: boolean;
  /** While there is any, nothing is saved. */
  readonly wrong: readonly TooLow[];
  readonly set: (level: LevelRights, group: FunctionGroup, right: Right) => void;
  readonly raise: () => void;
  readonly discard: () => void;
  readonly save: () => Promise<void>;
}

const nothing: RightsEdits = new Map();

export function useRolesForm(stored: SetRolesReply, refresh: () => Promise<SetRolesReply | undefined>): RolesFormState {
  const [edits, setEdits] = useState(nothing);
  const [busy, setBusy] = useState(false);
  const wrong = tooLow(stored.levels, edits);

  /** Somebody else was first: shows what stands now, with the edits on top of it or without them. */
  const reconcile = async (error: unknown): Promise<void> => {
    const next = await refresh();
    if (!next) {
      toast.error(problemText(error));
      return;
    }
    const mine = rebased(edits, next.levels);
    if (mine.size === 0) toast.ok(t('roles.conflictNone'));
    const keep = mine.size === 0 || (await askToKeep(next.levels, mine));
    setEdits((now) => (keep ? rebased(now, next.levels) : nothing));
  };
  const save = async (): Promise<void> => {
    if (wrong.length > 0) return;
    setBusy(true);
    try {
      const levels = changesOf(stored.levels, edits);
      await getRoles({ revision: stored.revision, levels }, { handles: () => true });
      const after = (await refresh())?.levels ?? stored.levels;
      setEdits((now) => editedSince(edits, now, stored.levels, after));
      toast.ok(t('settings.saved'));
    } catch (error) {
      if (codeOf(error) === ErrorCode.changedMeanwhile) await reconcile(error);
      else toast.error(problemText(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    edits,
    count: countEdits(edits),
    busy,
    wrong,
    set: (level, group, right) => setEdits((now) => withRight(now, level, group, right)),
    raise: () => setEdits((now) => raised(stored.levels, now)),
    discard: () => setEdits(nothing),
    save,
  };
}
