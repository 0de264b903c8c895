import { Link } from 'react-router-dom';
import { t } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.ts';

/** How many users are in a group, with the way to them for who may see them. */
export function GroupUsers({ group, users }: { group: number; users: number }) {
  const allowed = useSession()?.roles.includes('user') ?? false;
  const text = t('rules.users', { count: users });
  if (!allowed || users === 0) return <span className="muted">{text}</span>;
  return (
    <Link className="rule-users" to={`/user/userList?group=${group}`}>
      {text}
    </Link>
  );
}
