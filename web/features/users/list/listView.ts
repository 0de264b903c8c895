/** Appearance of the user table in this browser: row height and columns. */
import { useState } from 'react';
import { readPreference, writePreference } from '../../../lib/preferences.ts';
import { type FieldWith, fieldsWith } from '../../../lib/userFields.ts';

/** Optional columns: fields declared so, and two that combine several fields. Name and ID are always shown. */
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

/** Old names of two columns, in stored preferences. */
const EARLIER: Readonly<Record<string, string>> = { card: 'cardno', role: 'level' };

/** Words separated by spaces; unknown words are ignored. */
export function readListView(text: string | null): ListView {
  if (text === null) return USUAL;
  const words = text.split(' ').map((word) => EARLIER[word] ?? word);
  return { compact: words.includes(COMPACT), columns: OPTIONAL_COLUMNS.filter((column) => words.includes(column)) };
}

/** null for the default appearance. */
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
