import { type ReactNode, useId } from 'react';
import type { RequestFrame } from '../lib/form/useRequest.ts';
import { t } from '../lib/i18n.ts';
import { Button } from './Button.tsx';
import { Dialog, type DialogProps } from './Dialog.tsx';
import { SubmitButton } from './SubmitButton.tsx';

export interface FormDialogProps {
  title: string;
  form: RequestFrame;
  /** Label of the submit button: a verb. */
  action: string;
  /** Submitting is disabled. */
  blocked?: boolean | undefined;
  /** Label of the only button that closes it; omitted: "Cancel", Escape and the cross. */
  wayOut?: string | undefined;
  size?: DialogProps['size'];
  onClose: () => void;
  /** Fields. */
  children: ReactNode;
}

/** A dialog with fields: it cannot be closed while they are sent. */
export function FormDialog({
  title,
  form,
  action,
  blocked,
  wayOut,
  size = 'normal',
  onClose,
  children,
}: FormDialogProps) {
  const id = useId();
  const { busy, formRef, onSubmit } = form;
  return (
    <Dialog
      open
      title={title}
      size={size}
      heading={wayOut === undefined ? 'h2' : 'h1'}
      onClose={busy || wayOut !== undefined ? undefined : onClose}
      footer={
        <>
          <Button tone={wayOut === undefined ? 'plain' : 'quiet'} disabled={busy} onClick={onClose}>
            {wayOut ?? t('ui.cancel')}
          </Button>
          <SubmitButton form={form} formId={id} action={action} blocked={blocked} />
        </>
      }
    >
      <form id={id} ref={formRef} className="stack" noValidate onSubmit={onSubmit}>
        {children}
      </form>
    </Dialog>
  );
}
