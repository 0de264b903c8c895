import type { SetInfoParamReply } from '@gen/machine.ts';
import { formatMoment, t } from '../../lib/i18n.ts';

/** Names and numbers that somebody reads out on the telephone. */
export function MachineFacts({ info }: { info: SetInfoParamReply }) {
  const facts: readonly (readonly [string, string])[] = [
    [t('info.device'), info.deviceName],
    [t('info.serial'), info.Serial],
    [t('info.version'), info.firmwareVersion],
    [t('system.build'), info.buildId],
    [t('system.kernel'), info.kernelVersion],
    [t('system.data'), info.fileSystemVersion],
    [t('system.clock'), formatMoment(info.time)],
  ];
  return (
    <dl className="machine-facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <bdi>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  );
}
