import type { ReactNode } from 'react';
import { t } from '../lib/i18n.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { Lines } from './Lines.tsx';

export interface ErrorStateProps {
  /** Error text of the catalogue. */
  text: string;
  onRetry?: (() => void) | undefined;
  /** Links or buttons to continue. */
  way?: ReactNode;
}

/** Replaces content that could not be read. */
export function ErrorState({ text, onRetry, way }: ErrorStateProps) {
  return (
    <div className="empty" role="alert">
      <span className="empty-icon empty-icon-no">
        <Icon name="alert" size={24} />
      </span>
      <p className="empty-title">{t('ui.loadFailed')}</p>
      <p className="empty-text">
        <Lines text={text} />
      </p>
      {way && <div className="empty-action">{way}</div>}
      {onRetry && (
        <div className="empty-action">
          <Button icon="refresh" onClick={onRetry}>
            {t('ui.retry')}
          </Button>
        </div>
      )}
    </div>
  );
}
