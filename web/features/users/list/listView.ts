/** How the table of users looks in this browser: the height of its rows and its columns. */
import { useState } from 'react';
import { readPreference, writePreference } from '../../../lib/preferences.ts';
import { type FieldWith, fieldsWith } from '../../../lib/userFields.ts';

/** Columns that can be left out: fields that are declared so, and two that sum up several fields. Name and ID cannot be. */
type ListField = FieldWith<'list'>['name'];
export type OptionalColumn = ListField | 'held' | 'valid';

const LISTED = fieldsWith('list');

/** In the order of the table. */
export const OPTIONAL_COLUMNS: readonly OptionalColumn[] = LISTED.flatMap(({ name }): OptionalColumn[] =>
  name === 'cardno' ? [name, 'held'] : [name],
).concat('valid');

export interface ListView {
  readonly compact: boolean;
  readonly columns: readonly OptionalColumn[];
}

const HIDDEN: readonly string[] = LISTED.filter(({ uses }) => uses.list === 'hidden').map(({ name }) => name);
const USUAL: ListView = { compact: false, columns: OPTIONAL_COLUMNS.filter((column) => !HIDDEN.includes(column)) };
const COMPACT = 'compact';

/** What two columns were called in what browsers have kept. */
const EARLIER: Readonly<Record<string, string>> = { card: 'cardno', role: 'level' };

/** Words with blanks between; what this console does not know counts as not said. */
export function readListView(text: string | null): ListView {
  if (text === null) return USUAL;
  const words = text.split(' ').map((word) => EARLIER[word] ?? word);
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
