import type { User } from '@gen/contract.ts';
import { UserAvatar } from './UserAvatar.tsx';
import { nameOf } from './words.ts';

/** Name and ID below the heading of a form; the photo unless the form shows it. */
export function WhoseForm({ user, photo = false }: { user: User; photo?: boolean }) {
  return (
    <span className="user-whose">
      {photo && <UserAvatar user={user} size="large" />}
      <span>
        <bdi>{nameOf(user)}</bdi> · {user.userid}
      </span>
    </span>
  );
}
