import type { ReactNode } from 'react';
import { t } from '../lib/i18n.ts';
import { usePhone } from '../lib/media.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';

export interface ChangeBarProps {
  /** Number of values that differ from the stored ones; at 0 the bar is hidden. Omitted: always shown, with `text`. */
  count?: number;
  /** Text instead of the count. */
  text?: string;
  /** Effects of saving, shown beforehand: a restart, a lost connection. */
  warning?: string | undefined;
  busy: boolean;
  /** Saving is disabled; the page says why. */
  blocked?: boolean;
  /** Label of the button that reverts the changes: "Discard". */
  discard?: string;
  onDiscard: () => void;
  /** Label of the save button; it submits the surrounding form. */
  save: string;
  /** Another save button before that one; on a phone on a line of its own. */
  children?: ReactNode;
}

/** "3 changes · Discard · Save" at the foot of a form. */
export function ChangeBar(props: ChangeBarProps) {
  const { count, text, warning, busy, blocked, discard, onDiscard, save, children } = props;
  const phone = usePhone();
  const words = text ?? t('ui.changes', { count: count ?? 0 });
  const open = count === undefined || count > 0;
  return (
    <div className="change-bar-place">
      <span className="visually-hidden" role="status">
        {open && text === undefined ? [words, warning].filter(Boolean).join(' ') : ''}
      </span>
      {open && (
        <div className="change-bar">
          <span className="change-bar-text">{words}</span>
          {warning && (
            <span className="change-bar-warning">
              <Icon name="alert" size={16} />
              {warning}
            </span>
          )}
          <div className="change-bar-actions">
            {phone && children}
            <Button tone="quiet" icon={discard === undefined ? 'undo' : 'close'} disabled={busy} onClick={onDiscard}>
              {discard ?? t('ui.discard')}
            </Button>
            {!phone && children}
            <Button type="submit" tone="primary" busy={busy} disabled={blocked}>
              {save}
            </Button>
          </div>
        </div>
      )}
    </div>
  );
}
