import { type ReactNode, useEffect, useId, useRef } from 'react';
import { t } from '../lib/i18n.ts';
import { IconButton } from './IconButton.tsx';
import { ToastRegion } from './ToastRegion.tsx';

export interface DialogProps {
  open: boolean;
  title: string;
  /** Called to close it: Escape, the cross, or a press beside it. Omitted: only the content can close it. */
  onClose?: (() => void) | undefined;
  children: ReactNode;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  size?: 'small' | 'normal' | 'wide';
  /** alertdialog for a question that interrupts. */
  role?: 'dialog' | 'alertdialog';
  /** h1 if the page consists of the dialog only. */
  heading?: 'h1' | 'h2';
}

/** The native modal dialog: it traps focus, makes the rest inert and restores focus. A sheet under 850 px. */
export function Dialog({
  open,
  title,
  onClose,
  children,
  footer,
  size = 'normal',
  role = 'dialog',
  heading: Heading = 'h2',
}: DialogProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    if (!open || !dialog) return undefined;
    const before = document.activeElement;
    if (!dialog.open) dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-autofocus]')?.focus();
    return () => {
      dialog.close();
      /* If it is removed from the page before it is closed, it cannot restore the focus itself. */
      if (document.activeElement === document.body && before instanceof HTMLElement) before.focus();
    };
  }, [open]);
  if (!open) return null;
  return (
    <dialog
      ref={ref}
      role={role}
      className={`dialog dialog-${size}`}
      aria-labelledby={id}
      onCancel={(event) => {
        event.preventDefault();
        onClose?.();
      }}
      onMouseDown={(event) => {
        if (event.target === event.currentTarget) onClose?.();
      }}
    >
      <div className="dialog-frame">
        <div className="dialog-head">
          <Heading id={id}>{title}</Heading>
          {onClose && <IconButton icon="close" label={t('ui.close')} onClick={onClose} />}
        </div>
        <div className="dialog-body">{children}</div>
        {footer && <div className="dialog-foot">{footer}</div>}
      </div>
      <ToastRegion />
    </dialog>
  );
}
