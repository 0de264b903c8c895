import { Link, useLocation } from 'react-router-dom';
import { t } from '../../lib/i18n.ts';
import { alarmText } from '../../lib/recordTexts.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useAlarms } from './useAlarms.ts';

const OVERVIEW = '/advSetting/live';

/** Open alarms above every page except the one that lists them. */
export function AlarmBanner() {
  const { list, open } = useAlarms();
  const { pathname } = useLocation();
  const newest = list?.[0];
  return (
    <div role="alert" className="banner-region">
      {open > 0 && newest && pathname !== OVERVIEW && (
        <p className="banner alarm-banner">
          <Icon name="alert" />
          <span>
            <strong>{alarmText(newest)}</strong> · {t('alarms.open', { count: open })}
          </span>
          <Link to={OVERVIEW}>{t('alarms.show')}</Link>
        </p>
      )}
    </div>
  );
}
