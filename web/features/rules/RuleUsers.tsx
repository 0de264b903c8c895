import { Link } from 'react-router-dom';
import { t } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.ts';

export interface RuleUsersProps {
  /** What the users have of this number. */
  of: 'group' | 'shift';
  number: number;
  users: number;
}

/** How many users have it, with the way to them for who may see them. */
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
