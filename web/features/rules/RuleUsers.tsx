import { Link } from 'react-router-dom';
import { t } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.ts';

export interface RuleUsersProps {
  /** Field of the users that has this number. */
  of: 'group' | 'shift';
  number: number;
  users: number;
}

/** Number of users who have it, with a link to them, with permission. */
export function RuleUsers({ of, number, users }: RuleUsersProps) {
  const allowed = useSession()?.roles.includes('user') ?? false;
  const text = t('rules.users', { count: users });
  if (!allowed || users === 0) return <span className="muted">{text}</span>;
  return (
    <Link className="rule-users" to={`/user/userList?${of}=${number}`}>
      {text}
    </Link>
  );
}
