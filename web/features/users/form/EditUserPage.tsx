import type { ReactNode } from 'react';
import { useTitleSubject } from '../../../lib/documentTitle.ts';
import { t } from '../../../lib/i18n.ts';
import { useUser } from '../data.ts';
import { NoSuchUser } from '../NoSuchUser.tsx';
import { useUserId } from '../useUserId.ts';
import { subjectOf } from '../words.ts';
import { AddUserPage } from './AddUserPage.tsx';
import { EditUserForm } from './EditUserForm.tsx';
import { FormFrame } from './FormFrame.tsx';

/** /user/userEdit?userid=…; without an ID it is /user/addUser, the target of the phone's add icon. */
export function EditUserPage({ why }: { why?: (userid: number) => ReactNode }) {
  const userid = useUserId();
  if (userid === null) return <AddUserPage />;
  if (userid === undefined) return <NoSuchUser title={t('page.userEdit')} />;
  return <EditUser key={userid} userid={userid} why={why} />;
}

function EditUser({ userid, why }: { userid: number; why: ((userid: number) => ReactNode) | undefined }) {
  const { user, error, retry } = useUser(userid);
  useTitleSubject(subjectOf(userid, user));
  return (
    <>
      <FormFrame title={t('page.userEdit')} user={user} error={error} onRetry={retry}>
        {(stored, mayWrite) => <EditUserForm user={stored} mayWrite={mayWrite} />}
      </FormFrame>
      {user && why?.(userid)}
    </>
  );
}
