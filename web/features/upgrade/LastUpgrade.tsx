import type { UpgradeLast, UpgradeStateReply } from '@gen/upgrade.ts';
import { errorLines, formatMoment, t, textOf } from '../../lib/i18n.ts';
import { Lines } from '../../ui/Lines.tsx';
import { Notice } from '../../ui/Notice.tsx';

/** Result of an update: this firmware is on trial, was confirmed, or was rolled back and why; or the update failed
 * earlier. */
export function LastUpgrade({ state }: { state: UpgradeStateReply }) {
  const { step, code, last } = state;
  return (
    <div className="upgrade-said" role="status">
      {step === 'failed' && (
        <Notice tone="no" title={t('upgrade.failed')}>
          <Lines text={errorLines(code)} />
        </Notice>
      )}
      {step === 'trial' && <Trial version={state.version} />}
      {step !== 'trial' && last.end === 'confirmed' && (
        <Notice tone="ok">
          {t('upgrade.confirmed', { from: last.from, to: last.to, time: formatMoment(last.at) })}
        </Notice>
      )}
      {step !== 'trial' && last.end === 'wentBack' && <WentBack last={last} />}
    </div>
  );
}

export function Trial({ version }: { version: string }) {
  return <Notice tone="info">{t('upgrade.trial', { version })}</Notice>;
}

export function WentBack({ last: { from, to, at, reason, device, records, recordsLost } }: { last: UpgradeLast }) {
  const name = textOf(`system.driver.${device}`) ?? device;
  return (
    <Notice tone="warn" title={t('upgrade.wentBack', { from, to, time: formatMoment(at) })}>
      {reason === 'noStart' && <p>{t('upgrade.noStart')}</p>}
      {reason === 'selfTest' && <p>{t('upgrade.selfTest', { device: name })}</p>}
      {records > 0 && <p>{t('upgrade.records', { count: records })}</p>}
      {recordsLost > 0 && <p>{t('upgrade.recordsLost', { count: recordsLost })}</p>}
    </Notice>
  );
}
