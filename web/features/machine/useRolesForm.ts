import { ErrorCode } from '@gen/errors.ts';
import { getRoles, type LevelRights, type SetRolesReply } from '@gen/machine.ts';
import type { FunctionGroup, Right } from '@gen/session.ts';
import { useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { codeOf, problemText } from '../../lib/problem.ts';
import { confirm } from '../../ui/confirm.ts';
import { toast } from '../../ui/toast.ts';
import { changesOf, countEdits, type RightsEdits, rebased, withRight } from './rights.ts';

export interface RolesFormState {
  readonly edits: RightsEdits;
  readonly count: number;
  readonly busy: boolean;
  readonly set: (level: LevelRights, group: FunctionGroup, right: Right) => void;
  readonly discard: () => void;
  readonly save: () => Promise<void>;
}

const nothing: RightsEdits = new Map();

export function useRolesForm(stored: SetRolesReply, refresh: () => Promise<SetRolesReply | undefined>): RolesFormState {
  const [edits, setEdits] = useState(nothing);
  const [busy, setBusy] = useState(false);

  /** Somebody else was first: shows what stands now, with the edits on top of it or without them. */
  const reconcile = async (): Promise<void> => {
    const now = await refresh();
    const keep = await confirm({
      title: t('roles.conflictTitle'),
      body: t('roles.conflictText'),
      action: t('settings.keepMine'),
    });
    setEdits(keep && now ? rebased(edits, now.levels) : nothing);
  };
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      const levels = changesOf(stored.levels, edits);
      await getRoles({ revision: stored.revision, levels }, { handles: () => true });
      await refresh();
      setEdits(nothing);
      toast.ok(t('settings.saved'));
    } catch (error) {
      if (codeOf(error) === ErrorCode.changedMeanwhile) await reconcile();
      else toast.error(problemText(error));
    } finally {
      setBusy(false);
    }
  };
  return {
    edits,
    count: countEdits(edits),
    busy,
    set: (level, group, right) => setEdits((now) => withRight(now, level, group, right)),
    discard: () => setEdits(nothing),
    save,
  };
}
