import type { ReactNode } from 'react';
import { Icon } from './Icon.tsx';
import type { Tone } from './Tag.tsx';

export interface NoticeProps {
  tone: Exclude<Tone, 'neutral'>;
  title?: string | undefined;
  children?: ReactNode;
}

/** A permanent notice in a page: the effect of saving, the state of the device. */
export function Notice({ tone, title, children }: NoticeProps) {
  const icon = tone === 'info' ? 'info' : tone === 'ok' ? 'check' : 'alert';
  return (
    <div className={`notice notice-${tone}`}>
      <Icon name={icon} />
      <div>
        {title && <strong>{title} </strong>}
        {children}
      </div>
    </div>
  );
}
