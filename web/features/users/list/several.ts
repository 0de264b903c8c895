import type { ReactNode } from 'react';
import type { Whom } from './listState.ts';

/** Users for a bulk change: a selection, or all that match search and filters. */
export interface Several {
  readonly whom: Whom & { readonly userids?: readonly number[] };
  /** Their number, as text. */
  readonly count: string;
}

export interface EditSeveralProps extends Several {
  onClose: () => void;
  /** Called when the change was written. */
  onDone: () => void;
}

/** Renders the dialog for the bulk change; provided by the code that shows the list. */
export type EditSeveral = (props: EditSeveralProps) => ReactNode;
