import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export type Tone = 'neutral' | 'ok' | 'no' | 'warn' | 'info';

export interface TagProps {
  children: ReactNode;
  /** ok granted, no denied, warn attention, info information. The text says it, the colour only helps. */
  tone?: Tone;
  icon?: IconName | undefined;
}

export function Tag({ children, tone = 'neutral', icon }: TagProps) {
  return (
    <span className={`tag tag-${tone}`}>
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}
