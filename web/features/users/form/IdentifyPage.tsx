import { useTitleSubject } from '../../../lib/documentTitle.ts';
import { t } from '../../../lib/i18n.ts';
import { useUser } from '../data.ts';
import { NoSuchUser } from '../NoSuchUser.tsx';
import { useUserId } from '../useUserId.ts';
import { subjectOf } from '../words.ts';
import { FormFrame } from './FormFrame.tsx';
import { IdentifyForm } from './IdentifyForm.tsx';

/** /user/identify?userid=…: verification mode of a user. */
export function IdentifyPage() {
  const userid = useUserId();
  if (userid === null || userid === undefined) return <NoSuchUser title={t('page.identify')} noId={userid === null} />;
  return <Identify key={userid} userid={userid} />;
}

function Identify({ userid }: { userid: number }) {
  const { user, error, retry } = useUser(userid);
  useTitleSubject(subjectOf(userid, user));
  return (
    <FormFrame title={t('page.identify')} user={user} error={error} onRetry={retry}>
      {(stored, mayWrite) => <IdentifyForm user={stored} mayWrite={mayWrite} />}
    </FormFrame>
  );
}
