import type { ReactNode } from 'react';
import type { Whom } from './listState.ts';

/** Users who are to be changed alike: those of a selection, or all whom search and filters find. */
export interface Several {
  readonly whom: Whom & { readonly userids?: readonly number[] };
  /** How many, in words. */
  readonly count: string;
}

export interface EditSeveralProps extends Several {
  onClose: () => void;
  /** It has been written. */
  onDone: () => void;
}

/** Draws the dialog that changes them; who shows the list has it. */
export type EditSeveral = (props: EditSeveralProps) => ReactNode;
