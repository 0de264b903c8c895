import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';

/** Dialogs of a card that stands in a form: a form of their own must not lie within it. */
export function Apart({ children }: { children: ReactNode }) {
  return createPortal(children, document.body);
}
