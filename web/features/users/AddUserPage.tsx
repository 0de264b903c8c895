import { t } from '../../lib/i18n.ts';
import { AddUserForm } from './AddUserForm.tsx';
import { useUser } from './data.ts';
import { FormFrame } from './FormFrame.tsx';

/** /user/addUser, and /user/userEdit without an ID: a new user, with the next free ID offered. */
export function AddUserPage() {
  const { user, error, retry } = useUser(null);
  return (
    <FormFrame title={t('page.addUser')} user={user} error={error} onRetry={retry}>
      {(offered, mayWrite) => <AddUserForm offered={offered} mayWrite={mayWrite} />}
    </FormFrame>
  );
}
