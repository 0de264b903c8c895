/** How the table of users looks in this browser: the height of its rows and its columns. */
import { useState } from 'react';
import { readPreference, writePreference } from '../../lib/preferences.ts';

/** Columns that can be left out, in the order of the table; name and ID cannot. */
export const OPTIONAL_COLUMNS = ['card', 'held', 'group', 'shift', 'role', 'valid'] as const;
export type OptionalColumn = (typeof OPTIONAL_COLUMNS)[number];

export interface ListView {
  readonly compact: boolean;
  readonly columns: readonly OptionalColumn[];
}

const USUAL: ListView = { compact: false, columns: ['card', 'held', 'group', 'role', 'valid'] };
const COMPACT = 'compact';

/** Words with blanks between; what this console does not know counts as not said. */
export function readListView(text: string | null): ListView {
  if (text === null) return USUAL;
  const words = text.split(' ');
  return { compact: words.includes(COMPACT), columns: OPTIONAL_COLUMNS.filter((column) => words.includes(column)) };
}

/** null for what the table looks like by itself. */
export function writeListView({ compact, columns }: ListView): string | null {
  const text = [...(compact ? [COMPACT] : []), ...columns].join(' ');
  return text === USUAL.columns.join(' ') ? null : text;
}

export function useListView(): readonly [ListView, (change: Partial<ListView>) => void] {
  const [view, setView] = useState(() => readListView(readPreference('userList')));
  const change = (part: Partial<ListView>) => {
    const next = { ...view, ...part };
    setView(next);
    writePreference('userList', writeListView(next));
  };
  return [view, change];
}
