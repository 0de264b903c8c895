import type { CSSProperties } from 'react';
import { initials } from '../lib/initials.ts';
import { Icon } from './Icon.tsx';

export interface AvatarProps {
  /** The name for the initials; decoration only, the name is beside it. */
  name: string;
  size?: 'normal' | 'large';
  /** Selects the colour: the same number always has the same. Without it: the accent. */
  seed?: number;
  /** URL of a picture to show instead of the initials. */
  photo?: string | undefined;
}

/** Step on the colour wheel, large enough that consecutive numbers differ clearly. */
const GOLDEN_ANGLE = 137.508;

export function Avatar({ name, size = 'normal', seed, photo }: AvatarProps) {
  const classes = ['avatar', size === 'large' && 'avatar-large', seed !== undefined && 'avatar-own'];
  const hue = seed === undefined ? {} : { '--hue': String(Math.round((seed * GOLDEN_ANGLE) % 360)) };
  return (
    <span className={classes.filter(Boolean).join(' ')} style={hue as CSSProperties} aria-hidden="true">
      {photo === undefined ? initials(name) || <Icon name="user" size={16} /> : <img src={photo} alt="" />}
    </span>
  );
}
