import type { User } from '@gen/contract.ts';
import { t } from '../../lib/i18n.ts';
import { Icon } from '../../ui/Icon.tsx';

/** What a user holds: an icon each, pale when it is not there; in words for who cannot see it. */
export function Credentials({ user }: { user: Pick<User, 'cardno' | 'hasPassword'> }) {
  const card = user.cardno !== '0';
  const held = [card ? t('enum.Factor.card') : '', user.hasPassword ? t('enum.Factor.password') : ''].filter(Boolean);
  const text = held.length > 0 ? held.join(', ') : t('users.holdsNone');
  return (
    <span className="held" title={text}>
      <Icon name="card" className={card ? 'held-on' : 'held-off'} />
      <Icon name="keypad" className={user.hasPassword ? 'held-on' : 'held-off'} />
      <span className="visually-hidden">{text}</span>
    </span>
  );
}
