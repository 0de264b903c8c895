import type { SetInfoParamReply } from '@gen/machine.ts';
import type { DeviceInfo } from '../../lib/device.ts';
import { formatMoment, t } from '../../lib/i18n.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Meter } from '../../ui/Meter.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** Version, serial number, and what is used of each capacity. */
export function InfoDialog({ device, onClose }: { device: DeviceInfo; onClose: () => void }) {
  const { info, error, retry } = device;
  return (
    <Dialog open title={t('info.title')} onClose={onClose}>
      {info ? (
        <InfoContent info={info} />
      ) : error ? (
        <ErrorState text={t('app.noConnection')} onRetry={retry} />
      ) : (
        <Skeleton lines={6} />
      )}
    </Dialog>
  );
}

function InfoContent({ info }: { info: SetInfoParamReply }) {
  const { FACE, FP, IRIS } = info.funOption;
  return (
    <>
      <StorageNotice info={info} />
      <dl className="facts">
        <Fact name={t('info.device')} value={info.deviceName} />
        <Fact name={t('info.version')} value={info.Build_Version} />
        <Fact name={t('info.serial')} value={info.Serial} />
        <Fact name={t('info.uptime')} value={uptimeText(info.uptime)} />
      </dl>
      <section className="stack" aria-label={t('info.capacities')}>
        <Meter label={t('info.users')} value={info.users} max={info.MaxUser} />
        {FP === 1 && <Meter label={t('info.fingers')} value={info.fingers} max={info.MaxFP} />}
        {FACE === 1 && <Meter label={t('info.faces')} value={info.faces} max={info.MaxFACE} />}
        {IRIS === 1 && <Meter label={t('info.irises')} value={info.irises} max={info.MaxIRIS} />}
        <Meter label={t('info.records')} value={info.records} max={info.MaxRecord} />
      </section>
    </>
  );
}

function StorageNotice({ info }: { info: SetInfoParamReply }) {
  if (info.storage === 'restored') {
    return <Notice tone="warn">{t('info.storageRestored', { time: formatMoment(info.storageSince) })}</Notice>;
  }
  return info.storage === 'fresh' ? <Notice tone="no">{t('info.storageFresh')}</Notice> : null;
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <bdi>{value}</bdi>
      </dd>
    </div>
  );
}

export function uptimeText(seconds: number): string {
  const minutes = Math.floor(seconds / 60);
  const days = Math.floor(minutes / 1440);
  return t('info.uptimeValue', { days, hours: Math.floor(minutes / 60) % 24, minutes: minutes % 60 });
}
