import type { SetInfoParamReply } from '@gen/machine.ts';
import { formatMoment, t } from '../../lib/i18n.ts';
import { FactList } from '../../ui/FactList.tsx';

/** Names and numbers for support calls. */
export function MachineFacts({ info }: { info: SetInfoParamReply }) {
  return (
    <FactList
      facts={[
        { label: t('info.device'), value: info.deviceName },
        { label: t('info.serial'), value: info.Serial },
        { label: t('info.version'), value: info.firmwareVersion },
        { label: t('system.build'), value: info.buildId },
        { label: t('system.kernel'), value: info.kernelVersion },
        { label: t('system.fileSystem'), value: info.fileSystemVersion },
        { label: t('system.data'), value: info.databaseVersion },
        { label: t('system.clock'), value: formatMoment(info.time) },
      ]}
    />
  );
}
