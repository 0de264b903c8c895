import type { AuthorizedDevice } from '@gen/devices.ts';
import { t } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { modelOf } from '../words.ts';

/** Devices that responded, in the order of their answers. */
export function FoundDevices({ devices }: { devices: readonly AuthorizedDevice[] }) {
  if (devices.length === 0) return null;
  return (
    <ul className="device-list pairing-found" aria-label={t('pairing.answered')}>
      {devices.map((device) => (
        <li key={device.mac} className="device-row">
          <Icon name="check" />
          <span className="device-text">
            <bdi className="device-name">{modelOf(device)}</bdi>
            <span className="device-more">
              <bdi className="mono">{device.mac}</bdi> ·{' '}
              {t('authorization.machineIs', { machine: String(device.machine) })}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}
