import { Link } from 'react-router-dom';
import { t } from '../../lib/i18n.ts';
import { Icon } from '../../ui/Icon.tsx';
import { listAddress } from './list/useListAddress.ts';

/** Returns to the list with its search, filters and page. */
export function BackToList() {
  return (
    <Link to={listAddress()} className="back-link">
      <Icon name="chevronStart" size={16} />
      {t('page.userList')}
    </Link>
  );
}
