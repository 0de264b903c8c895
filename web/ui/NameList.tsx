import type { ReactNode } from 'react';
import { t } from '../lib/i18n.ts';

export interface NameListProps<Row> {
  rows: readonly Row[];
  rowId: (row: Row) => string | number;
  children: (row: Row) => ReactNode;
}

/** Maximum number of names in a question; the others are only counted. */
const NAMED = 5;

/** The users that a question is about. */
export function NameList<Row>({ rows, rowId, children }: NameListProps<Row>) {
  const rest = rows.length - NAMED;
  return (
    <ul className="name-list">
      {rows.slice(0, NAMED).map((row) => (
        <li key={rowId(row)}>{children(row)}</li>
      ))}
      {rest > 0 && <li className="muted">{t('users.andMore', { count: rest })}</li>}
    </ul>
  );
}
