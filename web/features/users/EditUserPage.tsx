import { ErrorCode } from '@gen/contract.ts';
import { errorText, t } from '../../lib/i18n.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { AddUserPage } from './AddUserPage.tsx';
import { BackToList } from './BackToList.tsx';
import { useUser } from './data.ts';
import { EditUserForm } from './EditUserForm.tsx';
import { FormFrame } from './FormFrame.tsx';
import { useUserId } from './useUserId.ts';

/** /user/userEdit?userid=…; without an ID it is /user/addUser, where the phone's add icon leads. */
export function EditUserPage() {
  const userid = useUserId();
  if (userid === null) return <AddUserPage />;
  if (userid === undefined) return <NoSuchId title={t('page.userEdit')} />;
  return <EditUser key={userid} userid={userid} />;
}

function EditUser({ userid }: { userid: number }) {
  const { user, error, retry } = useUser(userid);
  return (
    <FormFrame title={t('page.userEdit')} user={user} error={error} onRetry={retry}>
      {(stored, mayWrite) => <EditUserForm user={stored} mayWrite={mayWrite} />}
    </FormFrame>
  );
}

/** The address asks for an ID that no user can have. */
export function NoSuchId({ title }: { title: string }) {
  return (
    <div className="form-page">
      <PageHeader title={title} />
      <section className="card" aria-label={t('users.user')}>
        <EmptyState icon="user" title={errorText(ErrorCode.userIdInvalid)} action={<BackToList />} />
      </section>
    </div>
  );
}
