import { useSlow } from '../../lib/delay.ts';
import { useDeviceInfo } from '../../lib/device.ts';
import { t } from '../../lib/i18n.ts';
import { usePower } from '../../lib/power.ts';
import { problemText } from '../../lib/problem.ts';
import { useSession } from '../../lib/session.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { InitializationForm } from './InitializationForm.tsx';

/** Resets the terminal to factory state, completely or in parts: only for admin; others with permission can only view it. */
export function InitializationPage() {
  const { info, error, retry } = useDeviceInfo();
  const power = usePower('advSetting');
  const isAdmin = useSession()?.account === 'admin';
  const ready = info !== undefined && power !== undefined;
  const slow = useSlow(!ready && !error);
  return (
    <div className="form-page">
      <PageHeader title={t('page.initialization')} description={t('init.intro')} />
      {power && !isAdmin && <Notice tone="info">{t('init.adminOnly')}</Notice>}
      {ready && isAdmin && <InitializationForm info={info} />}
      {!info && error !== undefined && (
        <section className="card">
          <ErrorState text={problemText(error)} onRetry={retry} />
        </section>
      )}
      {slow && <Skeleton lines={5} />}
    </div>
  );
}
