import type { SetInfoParamReply } from '@gen/machine.ts';
import { formatMoment, t } from '../../lib/i18n.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { sizeText } from './health.ts';

/** What the terminal keeps, what is left for it, and whether it was damaged. */
export function StorageCard({ info }: { info: SetInfoParamReply }) {
  const whole = info.storageUsed + info.storageFree;
  const share = whole > 0 ? info.storageUsed / whole : 0;
  const text = t('system.storageText', { used: sizeText(info.storageUsed), free: sizeText(info.storageFree) });
  return (
    <Card title={t('system.storage')} help={t('system.storageHelp')}>
      <p>{text}</p>
      {/* biome-ignore lint/a11y/useSemanticElements: a native meter cannot be drawn alike in all browsers. */}
      <div
        className="meter-bar meter-ok"
        role="meter"
        aria-label={t('system.storage')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={text}
      >
        <span style={{ inlineSize: `${Math.max(share * 100, 1)}%` }} />
      </div>
      {info.storage === 'restored' && (
        <Notice tone="warn">{t('info.storageRestored', { time: formatMoment(info.storageSince) })}</Notice>
      )}
      {info.storage === 'fresh' && <Notice tone="no">{t('info.storageFresh')}</Notice>}
    </Card>
  );
}
