import { useCallback, useState } from 'react';
import { t } from '../../lib/i18n.ts';
import { confirm } from '../../ui/confirm.ts';
import { NameList } from '../../ui/NameList.tsx';
import { toast } from '../../ui/toast.ts';
import { deleteUser, deleteUsers } from './data.ts';
import type { UserLabel } from './useSelection.ts';
import { nameOf } from './words.ts';

/** What became of a batch: how many went, and who stayed with the code of the reason. */
export interface Outcome {
  deleted: number;
  failed: readonly { user: UserLabel; code: number }[];
}

/** Asks, deletes and says what came of it. */
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
  return { ask, outcome, forget: useCallback(() => setOutcome(null), []) };
}

/** null when the terminal refused or did not answer: that has been said already. */
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
