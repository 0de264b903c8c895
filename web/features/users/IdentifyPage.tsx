import { t } from '../../lib/i18n.ts';
import { useUser } from './data.ts';
import { NoSuchId } from './EditUserPage.tsx';
import { FormFrame } from './FormFrame.tsx';
import { IdentifyForm } from './IdentifyForm.tsx';
import { useUserId } from './useUserId.ts';

/** /user/identify?userid=…: what a user has to present at the door. */
export function IdentifyPage() {
  const userid = useUserId();
  if (userid === null || userid === undefined) return <NoSuchId title={t('page.identify')} />;
  return <Identify key={userid} userid={userid} />;
}

function Identify({ userid }: { userid: number }) {
  const { user, error, retry } = useUser(userid);
  return (
    <FormFrame title={t('page.identify')} user={user} error={error} onRetry={retry}>
      {(stored, mayWrite) => <IdentifyForm user={stored} mayWrite={mayWrite} />}
    </FormFrame>
  );
}
