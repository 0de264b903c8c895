import type { User } from '@gen/contract.ts';
import { useEffect } from 'react';
import { useInSight } from '../../lib/inSight.ts';
import { forgetPhoto, usePhotoUrl, wantPhoto } from '../../lib/photos.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { hasPhoto } from './enrol/enrolled.ts';

export interface UserAvatarProps {
  user: Pick<User, 'userid' | 'username' | 'enrolled'>;
  size?: 'normal' | 'large';
}

/** The photo of a user, fetched when it becomes visible; the initials until then, and for users without one. */
export function UserAvatar({ user, size = 'normal' }: UserAvatarProps) {
  const { userid, username } = user;
  const has = hasPhoto(user);
  const url = usePhotoUrl(userid);
  /* Deleted in another tab: somebody else may get the ID, and another photo. */
  useEffect(() => {
    if (!has && url !== undefined) forgetPhoto(userid);
  }, [has, url, userid]);
  const place = useInSight<HTMLSpanElement>(has && url === undefined ? userid : undefined, wantPhoto);
  return (
    <span className="user-avatar" ref={place}>
      <Avatar name={username} seed={userid} size={size} photo={has ? url : undefined} />
    </span>
  );
}
