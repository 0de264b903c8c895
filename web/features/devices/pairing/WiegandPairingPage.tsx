import { t } from '../../../lib/i18n.ts';
import { usePower } from '../../../lib/power.ts';
import { problemText } from '../../../lib/problem.ts';
import { Button } from '../../../ui/Button.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { MatchingResult } from './MatchingResult.tsx';
import { MatchingWait } from './MatchingWait.tsx';
import { useMatching } from './useMatching.ts';

/** Opens the pairing window for Wiegand devices, and shows those that responded. */
export function WiegandPairingPage() {
  const mayWrite = usePower('basicSetting')?.write;
  const matching = useMatching(mayWrite === true);
  const { now, error, busy, start, cancel, retry } = matching;
  const running = now?.result === 'running';
  return (
    <div className="form-page form-stack">
      <PageHeader title={t('page.wiegandPairing')} description={t('pairing.intro')} />
      {mayWrite === false && <Notice tone="info">{t('settings.readOnly')}</Notice>}
      {error !== undefined && (
        <section className="card" aria-label={t('page.wiegandPairing')}>
          <ErrorState text={problemText(error)} onRetry={retry} />
        </section>
      )}
      {now && (
        <section className="card" aria-label={t('page.wiegandPairing')} aria-busy={running}>
          <div className="card-body pairing">{running ? <MatchingWait now={now} /> : <MatchingResult now={now} />}</div>
          <footer className="card-foot pairing-foot">
            <ButtonLink to="/basicSetting/authorizationMode">{t('pairing.toList')}</ButtonLink>
            {running ? (
              <Button busy={busy} onClick={() => void cancel()}>
                {now.found.length > 0 ? t('pairing.finish') : t('ui.cancel')}
              </Button>
            ) : (
              <Button tone="primary" busy={busy} onClick={() => void start()}>
                {now.result === 'none' ? t('pairing.start') : t('pairing.again')}
              </Button>
            )}
          </footer>
        </section>
      )}
    </div>
  );
}
