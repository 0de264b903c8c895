import { type ReactNode, useEffect, useRef } from 'react';
import { t } from '../lib/i18n.ts';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  /** What will be lost, and how much. */
  children?: ReactNode;
  /** Label of the button: a verb. */
  action: string;
  /** Something is lost: the button is red and focus starts on Cancel. */
  danger?: boolean | undefined;
  busy?: boolean | undefined;
  onConfirm: () => void;
  onCancel: () => void;
}

/** The question before a loss. `confirm()` of confirm.ts opens it from code and returns a promise. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { open, title, children, action, danger = false, busy = false, onConfirm, onCancel } = props;
  const cancel = useRef<HTMLButtonElement>(null);
  const confirm = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (open) (danger ? cancel : confirm).current?.focus();
  }, [open, danger]);
  return (
    <Dialog
      open={open}
      title={title}
      size="small"
      role="alertdialog"
      onClose={busy ? undefined : onCancel}
      footer={
        <>
          <Button buttonRef={cancel} disabled={busy} onClick={onCancel}>
            {t('ui.cancel')}
          </Button>
          <Button buttonRef={confirm} tone={danger ? 'danger' : 'primary'} busy={busy} onClick={onConfirm}>
            {action}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  );
}
