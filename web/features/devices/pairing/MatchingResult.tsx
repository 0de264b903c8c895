import type { AnvizWiegandMatchReply } from '@gen/devices.ts';
import { t } from '../../../lib/i18n.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { FoundDevices } from './FoundDevices.tsx';

/** The window is closed: instructions, or the result of the last pairing. */
export function MatchingResult({ now }: { now: AnvizWiegandMatchReply }) {
  return (
    <>
      <div role="status">
        {now.result === 'found' && (
          <Notice tone="ok" title={t('pairing.found', { count: now.found.length })}>
            {t('pairing.foundText')}
          </Notice>
        )}
        {now.result === 'nothing' && (
          <Notice tone="warn" title={t('pairing.nothing')}>
            {t('pairing.nothingText')}
          </Notice>
        )}
        {now.result === 'refused' && (
          <Notice tone="no" title={t('pairing.refused')}>
            {t('pairing.refusedText')}
          </Notice>
        )}
      </div>
      <FoundDevices devices={now.found} />
      <ol className="pairing-steps">
        <li>{t('pairing.step1')}</li>
        <li>{t('pairing.step2')}</li>
        <li>{t('pairing.step3')}</li>
      </ol>
    </>
  );
}
