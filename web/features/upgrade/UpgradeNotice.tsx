import { Link } from 'react-router-dom';
import { t } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.ts';
import { Trial, WentBack } from './LastUpgrade.tsx';
import { UPGRADE_PATH } from './restarting.ts';
import { useUpgradeState } from './state.ts';

/** For administrators, among the notices of the terminal: a firmware on trial, or one that was rolled back. */
export function UpgradeNotice() {
  const isWanted = useSession()?.roles.includes('advSetting') === true;
  const { data } = useUpgradeState(isWanted);
  if (!data || (data.step !== 'trial' && data.last.end !== 'wentBack')) return null;
  return (
    <div className="stack">
      {data.step === 'trial' ? <Trial version={data.version} /> : <WentBack last={data.last} />}
      <p>
        <Link to={UPGRADE_PATH} className="target-link">
          {t('page.firmwareUpgrade')}
        </Link>
      </p>
    </div>
  );
}
