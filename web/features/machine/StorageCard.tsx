import type { SetInfoParamReply, StoragePart, StorageUse } from '@gen/machine.ts';
import { copiedText } from '../../lib/copied.ts';
import { fullnessOf } from '../../lib/fullness.ts';
import { t } from '../../lib/i18n.ts';
import { sizeText } from '../../lib/sizeText.ts';
import { Card } from '../../ui/Card.tsx';
import { FullnessTag } from '../../ui/FullnessTag.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { StorageNotice } from './StorageNotice.tsx';

/** Storage by kind of data, free space, and whether it is full or was damaged. */
export function StorageCard({ info }: { info: SetInfoParamReply }) {
  const fullness = info.storageShort ? 'full' : fullnessOf(info.storageUsed, info.storageUsed + info.storageFree);
  return (
    <Card title={t('system.storage')} help={t('system.storageHelp')}>
      <div className="storage" data-fullness={fullness}>
        <p>
          {t('system.storageText', { used: sizeText(info.storageUsed), free: sizeText(info.storageFree) })}{' '}
          <FullnessTag fullness={fullness} />
        </p>
        <StorageBar info={info} />
        <StorageParts uses={info.storageUses} />
      </div>
      <p className="muted">{t('system.copiedText', { time: copiedText(info) })}</p>
      {info.hasWear && <Wear percent={info.wear} />}
      {info.storageShort && <Notice tone="no">{t('system.storageShort')}</Notice>}
      <StorageNotice info={info} />
    </Card>
  );
}

/** Wear from which a replacement should be planned. */
const WORN = 90;
const BEYOND = 101;

/** Wear of the flash memory, in the manufacturer's steps of ten per cent. */
function Wear({ percent }: { percent: number }) {
  const text = percent >= BEYOND ? t('system.wearBeyond') : t('system.wear', { percent });
  return percent >= WORN ? <Notice tone="warn">{text}</Notice> : <p className="muted">{text}</p>;
}

function partName(part: StoragePart): string {
  return t(`system.storagePart.${part}`);
}

/** One segment per part; the text below says the same. */
function StorageBar({ info }: { info: SetInfoParamReply }) {
  const whole = Math.max(info.storageUsed + info.storageFree, 1);
  return (
    <div className="storage-bar" aria-hidden="true">
      {info.storageUses.map(({ part, octets }) => (
        <span key={part} data-part={part} style={{ inlineSize: `${(octets / whole) * 100}%` }} />
      ))}
    </div>
  );
}

function StorageParts({ uses }: { uses: readonly StorageUse[] }) {
  return (
    <dl className="storage-parts">
      {uses.map(({ part, octets }) => (
        <div key={part}>
          <dt>
            <span className="storage-key" data-part={part} aria-hidden="true" />
            {partName(part)}
          </dt>
          <dd>{sizeText(octets)}</dd>
        </div>
      ))}
    </dl>
  );
}
