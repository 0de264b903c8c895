import { t } from '../../../lib/i18n.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { BackToList } from '../BackToList.tsx';
import { useUser } from '../data.ts';
import { useNoRoom } from './AddUser.tsx';
import { AddUserForm } from './AddUserForm.tsx';
import { FormFrame } from './FormFrame.tsx';

/** /user/addUser, and /user/userEdit without an ID: a new user, with the next free ID offered. */
export function AddUserPage() {
  const { user, error, retry } = useUser(null);
  const noRoom = useNoRoom();
  if (error !== undefined && noRoom !== undefined) {
    return (
      <div className="form-page">
        <PageHeader title={t('page.addUser')} />
        <Notice tone="warn">{noRoom}</Notice>
        <BackToList />
      </div>
    );
  }
  return (
    <FormFrame title={t('page.addUser')} user={user} error={error} onRetry={retry}>
      {(offered, mayWrite) => <AddUserForm offered={offered} mayWrite={mayWrite} />}
    </FormFrame>
  );
}
