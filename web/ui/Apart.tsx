import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Renders the dialogs of a card outside of the surrounding form: forms must not be nested. */
export function Apart({ children }: { children: ReactNode }) {
  return createPortal(children, document.body);
}
