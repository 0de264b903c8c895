import type { CSSProperties } from 'react';
import { initials } from '../lib/initials.ts';
import { Icon } from './Icon.tsx';

export interface AvatarProps {
  /** The name the initials are taken from; decoration only, the name stands beside. */
  name: string;
  size?: 'normal' | 'large';
  /** Colours it, the same number always alike. Without it: the accent. */
  seed?: number;
  /** Address of a picture to show instead of the initials. */
  photo?: string | undefined;
}

/** Steps round the colours, far from each other for numbers that follow each other. */
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
