import type { Driver } from '@gen/machine.ts';
import { t } from '../../lib/i18n.ts';
import { Tag } from '../../ui/Tag.tsx';
import { deviceName } from './health.ts';

/** Every device, and whether it responds. */
export function DriverList({ drivers }: { drivers: readonly Driver[] }) {
  return (
    <ul className="drivers">
      {drivers.map(({ name, ok }) => (
        <li key={name}>
          <span>{deviceName(name)}</span>
          <Tag tone={ok ? 'ok' : 'no'} icon={ok ? 'check' : 'alert'}>
            {ok ? t('system.answers') : t('system.doesNotAnswer')}
          </Tag>
        </li>
      ))}
    </ul>
  );
}
