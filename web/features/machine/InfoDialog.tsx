import type { SetInfoParamReply } from '@gen/machine.ts';
import type { ReactNode } from 'react';
import type { DeviceInfo } from '../../lib/device.ts';
import { durationText } from '../../lib/durationText.ts';
import { t } from '../../lib/i18n.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Capacities } from './Capacities.tsx';
import { StorageNotice } from './StorageNotice.tsx';

export interface InfoDialogProps {
  device: DeviceInfo;
  /** Additional notices. */
  notice?: ReactNode;
  onClose: () => void;
}

/** Version, serial number, and usage of each capacity. */
export function InfoDialog({ device, notice, onClose }: InfoDialogProps) {
  const { info, error, retry } = device;
  return (
    <Dialog open title={t('info.title')} onClose={onClose}>
      {notice}
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
  return (
    <>
      <StorageNotice info={info} />
      <dl className="facts">
        <Fact name={t('info.device')} value={info.deviceName} />
        <Fact name={t('info.version')} value={info.Build_Version} />
        <Fact name={t('info.serial')} value={info.Serial} />
        <Fact name={t('info.uptime')} value={durationText(info.uptime)} />
      </dl>
      <section className="stack" aria-label={t('info.capacities')}>
        <Capacities info={info} />
      </section>
    </>
  );
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
