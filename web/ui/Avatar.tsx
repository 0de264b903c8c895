import { initials } from '../lib/initials.ts';
import { Icon } from './Icon.tsx';

export interface AvatarProps {
  /** The name the initials are taken from; decoration only, the name stands beside. */
  name: string;
  size?: 'normal' | 'large';
}

export function Avatar({ name, size = 'normal' }: AvatarProps) {
  return (
    <span className={size === 'large' ? 'avatar avatar-large' : 'avatar'} aria-hidden="true">
      {initials(name) || <Icon name="user" size={16} />}
    </span>
  );
}
