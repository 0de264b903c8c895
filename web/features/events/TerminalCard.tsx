import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useDeviceInfo } from '../../lib/device.ts';
import { fullnessOf } from '../../lib/fullness.ts';
import { formatNumber, t } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.ts';
import { Card } from '../../ui/Card.tsx';
import { FullnessTag } from '../../ui/FullnessTag.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** Used capacities and the state of the clock. */
export function TerminalCard({ clock, backup }: { clock: ReactNode; backup: ReactNode }) {
  const { info } = useDeviceInfo();
  const mayOpen = useSession()?.roles.includes('basicSetting') ?? false;
  return (
    <Card title={t('overview.terminal')}>
      {!info && <Skeleton lines={4} />}
      {info && (
        <dl className="overview-facts">
          <Fact name={t('info.device')}>
            {mayOpen ? (
              <Link className="terminal-link" to="/basicSetting/systemInfo">
                {info.deviceName}
              </Link>
            ) : (
              info.deviceName
            )}
          </Fact>
          {mayOpen && <Fact name={t('overview.clock')}>{clock}</Fact>}
          <Fact name={t('overview.users')}>
            <Use value={info.users} max={info.MaxUser} />
          </Fact>
          <Fact name={t('overview.records')}>
            <Use value={info.records} max={info.MaxRecord} />
          </Fact>
          <Fact name={t('overview.backup')}>{backup}</Fact>
        </dl>
      )}
    </Card>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Use({ value, max }: { value: number; max: number }) {
  const fullness = fullnessOf(value, max);
  return (
    <>
      {t('ui.ofCapacity', { value: formatNumber(value), max: formatNumber(max) })} <FullnessTag fullness={fullness} />
    </>
  );
}
