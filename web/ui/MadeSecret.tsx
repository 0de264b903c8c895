import type { ReactNode } from 'react';
import { Button } from './Button.tsx';
import { CopyText } from './CopyText.tsx';
import { Dialog } from './Dialog.tsx';
import { Notice } from './Notice.tsx';

export interface MadeSecretProps {
  title: string;
  /** That it is shown this once. */
  once: string;
  text: string;
  /** Words on the button: that it was taken down. */
  kept: string;
  onClose: () => void;
  /** How it is used. */
  children?: ReactNode;
}

/** A secret that the terminal made, shown this once. Nothing but its button closes it: the secret is gone then. */
export function MadeSecret({ title, once, text, kept, onClose, children }: MadeSecretProps) {
  return (
    <Dialog
      open
      title={title}
      footer={
        <Button tone="primary" onClick={onClose}>
          {kept}
        </Button>
      }
    >
      <Notice tone="warn">{once}</Notice>
      <CopyText label={title} text={text} />
      {children}
    </Dialog>
  );
}
