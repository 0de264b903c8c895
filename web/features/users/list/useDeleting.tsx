import { useCallback, useRef, useState } from 'react';
import { t } from '../../../lib/i18n.ts';
import { confirm } from '../../../ui/confirm.ts';
import { NameList } from '../../../ui/NameList.tsx';
import { toast } from '../../../ui/toast.ts';
import { deleteFound, deleteUser, deleteUsers } from '../data.ts';
import { nameOf } from '../words.ts';
import type { Whom } from './listState.ts';
import type { UserLabel } from './useSelection.ts';

/** Result of a deletion: number of deleted users, and the remaining ones with their error codes. */
export interface Outcome {
  deleted: number;
  failed: readonly { user: UserLabel; code: number }[];
}

/** All matching users, with their number: as text, and as far as it was counted. */
export interface Found {
  readonly whom: Whom;
  readonly count: string;
  readonly total: number;
}

/** Number of processed users, deleted or not. */
export interface DeletingProgress {
  readonly done: number;
  readonly total: number;
}

/** Asks, deletes and shows the result. */
export function useDeleting(done: () => void) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const ask = useCallback(
    async (users: readonly UserLabel[]) => {
      const first = users[0];
      if (first === undefined) return;
      const one = users.length === 1;
      await confirm({
        title: one
          ? t('users.deleteOneTitle', { name: nameOf(first) })
          : t('users.deleteTitle', { count: users.length }),
        body: <Question users={users} />,
        action: one ? t('users.delete') : t('users.deleteAction', { count: users.length }),
        danger: true,
        run: async () => {
          const result = await deleteAll(users);
          if (result === null) return;
          if (result.failed.length > 0) setOutcome(result);
          else toast.ok(t('users.deleted', { count: result.deleted }));
          done();
        },
      });
    },
    [done],
  );
  const [progress, setProgress] = useState<DeletingProgress | null>(null);
  const isCancelled = useRef(false);
  const askAll = useCallback(
    async ({ whom, count, total }: Found) => {
      const isSure = await confirm({
        title: t('users.deleteAllTitle', { count }),
        body: <p>{t('users.deleteText', { count: total })}</p>,
        action: t('users.deleteAllAction', { count }),
        danger: true,
      });
      if (!isSure) return;
      isCancelled.current = false;
      setProgress({ done: 0, total });
      const result: Outcome = { deleted: 0, failed: [] };
      try {
        await deleteFound(whom, (step) => {
          result.deleted += step.deleted.length;
          result.failed = [...result.failed, ...step.failed];
          setProgress({ done: result.deleted + result.failed.length, total });
          return !isCancelled.current;
        });
      } catch {
        /* The error was already shown. */
      }
      setProgress(null);
      if (result.failed.length > 0) setOutcome(result);
      else if (result.deleted > 0) toast.ok(t('users.deleted', { count: result.deleted }));
      done();
    },
    [done],
  );
  const cancel = useCallback(() => {
    isCancelled.current = true;
  }, []);
  return { ask, askAll, progress, cancel, outcome, forget: useCallback(() => setOutcome(null), []) };
}

/** null when the terminal refused or did not answer: the error was already shown. */
async function deleteAll(users: readonly UserLabel[]): Promise<Outcome | null> {
  const first = users[0];
  try {
    if (users.length === 1 && first) {
      await deleteUser(first.userid);
      return { deleted: 1, failed: [] };
    }
    const { deleted, failed } = await deleteUsers(users.map(({ userid }) => userid));
    const byId = new Map(users.map((user) => [user.userid, user]));
    const label = (userid: number) => byId.get(userid) ?? { userid, username: '' };
    return { deleted: deleted.length, failed: failed.map(({ userid, code }) => ({ user: label(userid), code })) };
  } catch {
    return null;
  }
}

function Question({ users }: { users: readonly UserLabel[] }) {
  return (
    <>
      {users.length > 1 && (
        <NameList rows={users} rowId={({ userid }) => userid}>
          {(user) => (
            <>
              <bdi>{nameOf(user)}</bdi> <span className="muted">{user.userid}</span>
            </>
          )}
        </NameList>
      )}
      <p>{t('users.deleteText', { count: users.length })}</p>
    </>
  );
}
