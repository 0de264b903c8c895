import { ErrorCode, type User } from '@gen/contract.ts';
import { errorText, t } from '../../../lib/i18n.ts';
import { codeOf } from '../../../lib/problem.ts';
import { withoutGaps } from '../../../lib/userCards.ts';
import { confirm } from '../../../ui/confirm.ts';
import { toast } from '../../../ui/toast.ts';
import { editUser, readUser } from '../data.ts';
import type { UserChange } from './form.ts';
import { fieldOfRefusal, type UserFormState, useUserForm } from './useUserForm.ts';

const CONFLICT = ErrorCode.changedMeanwhile;

/** The user after a successful save, without reading it again. */
export function withChanges(user: User, changes: UserChange, revision: number): User {
  const { password, ...rest } = changes;
  const hasPassword = password === undefined ? user.hasPassword : password !== '';
  return withoutGaps({ ...user, ...rest, hasPassword, revision });
}

/** A form that changes a stored user: sends the differences, and after a change by somebody else offers to reload. */
export function useEditing(user: User): UserFormState {
  const state = useUserForm(user, false, async (changes, sent) => {
    const { userid, revision } = state.stored;
    try {
      const request = { userid, revision, ...changes };
      const now = await editUser(request, (error) => error.code === CONFLICT || fieldOfRefusal(error) !== undefined);
      state.accept(withChanges(state.stored, changes, now), sent);
      toast.ok(t('users.saved'));
    } catch (error) {
      if (codeOf(error) !== CONFLICT) throw error;
      const reload = await confirm({
        title: errorText(CONFLICT),
        body: t('users.conflictText', { count: state.count }),
        action: t('users.conflictReload'),
      });
      if (reload) state.accept(await readUser(userid), state.base);
    }
  });
  return state;
}
