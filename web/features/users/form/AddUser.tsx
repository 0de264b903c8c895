import { useId } from 'react';
import { Link } from 'react-router-dom';
import { useFullOfUsers } from '../../../lib/device.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { useQuiet } from '../../../lib/quiet.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { toast } from '../../../ui/toast.ts';

/** Why no user can be added; undefined while there is room. */
export function useNoRoom(): string | undefined {
  const users = useFullOfUsers(useQuiet());
  return users === undefined ? undefined : t('users.full', { max: formatNumber(users) });
}

/** Link to a new user. While the terminal is full it is disabled, with the reason beside it. */
export function AddUser() {
  const id = useId();
  const noRoom = useNoRoom();
  if (noRoom === undefined) {
    return (
      <ButtonLink to="/user/addUser" tone="primary" icon="plus">
        {t('users.add')}
      </ButtonLink>
    );
  }
  return (
    <>
      <span id={id} className="user-no-room">
        <Icon name="alert" size={16} />
        {noRoom}
      </span>
      <button type="button" className="button" aria-disabled="true" aria-describedby={id}>
        <Icon name="plus" />
        <span>{t('users.add')}</span>
      </button>
    </>
  );
}

/** The same as an icon for the top bar, without room for the reason: that is read out, and shown when pressed. */
export function AddUserIcon() {
  const id = useId();
  const noRoom = useNoRoom();
  const name = { className: 'icon-button', 'aria-label': t('shell.addUser') };
  if (noRoom === undefined) {
    return (
      <Link to="/user/userEdit" {...name} title={t('shell.addUser')}>
        <Icon name="userPlus" />
      </Link>
    );
  }
  return (
    <>
      <button type="button" {...name} aria-disabled="true" aria-describedby={id} onClick={() => toast.info(noRoom)}>
        <Icon name="userPlus" />
      </button>
      <span id={id} hidden>
        {noRoom}
      </span>
    </>
  );
}
