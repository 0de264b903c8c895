import type { User } from '@gen/contract.ts';
import { useInSight } from '../../lib/inSight.ts';
import { usePhotoUrl, wantPhoto } from '../../lib/photos.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { hasPhoto } from './enrol/enrolled.ts';

export interface UserAvatarProps {
  user: Pick<User, 'userid' | 'username' | 'enrolled'>;
  size?: 'normal' | 'large';
}

/** The photo of a user, fetched when it comes into sight; the initials until then, and of who has none. */
export function UserAvatar({ user, size = 'normal' }: UserAvatarProps) {
  const { userid, username } = user;
  const has = hasPhoto(user);
  const url = usePhotoUrl(userid);
  const place = useInSight<HTMLSpanElement>(has && url === undefined ? userid : undefined, wantPhoto);
  return (
    <span className="user-avatar" ref={place}>
      <Avatar name={username} seed={userid} size={size} photo={has ? url : undefined} />
    </span>
  );
}
