import { useTitleSubject } from '../../../lib/documentTitle.ts';
import { t } from '../../../lib/i18n.ts';
import { useUser } from '../data.ts';
import { FormFrame } from '../form/FormFrame.tsx';
import { NoSuchUser } from '../NoSuchUser.tsx';
import { useUserId } from '../useUserId.ts';
import { subjectOf } from '../words.ts';
import { EnrolForm } from './EnrolForm.tsx';

/** /user/fingerprint?userid=…: biometric credentials of a user, enrolled at the terminal. */
export function FingerprintPage() {
  const userid = useUserId();
  if (userid === null || userid === undefined)
    return <NoSuchUser title={t('page.fingerprint')} noId={userid === null} />;
  return <Fingerprint key={userid} userid={userid} />;
}

function Fingerprint({ userid }: { userid: number }) {
  const { user, error, retry } = useUser(userid);
  useTitleSubject(subjectOf(userid, user));
  return (
    <FormFrame title={t('page.fingerprint')} user={user} error={error} onRetry={retry}>
      {(stored, mayWrite) => <EnrolForm user={stored} mayWrite={mayWrite} onChange={retry} />}
    </FormFrame>
  );
}
