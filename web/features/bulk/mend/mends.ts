/** Rows that are wrong, corrected in the page: what was typed, and what of it is sent. Pure. */
import { type BulkError, bulkMendLimits, type TableMend, tableMendLimits } from '@gen/bulk.ts';

/** What is done with a wrong row. */
export interface Edit {
  readonly leaveOut: boolean;
  readonly column: number;
  /** As it is now, and as the terminal showed it. */
  readonly text: string;
  readonly before: string;
}

/** By the line of the row. */
export type Edits = Readonly<Record<number, Edit>>;

/** Most that are sent at once. */
export const MENDS_MOST = bulkMendLimits.mends.maxItems;

/** Whether the wrong cell of a row stands in a column of the table, so that it can be corrected. */
export function hasCell({ column }: Pick<BulkError, 'column'>): boolean {
  return column <= tableMendLimits.column.max;
}

export function editOf(edits: Edits, { line, column, text }: Pick<BulkError, 'line' | 'column' | 'text'>): Edit {
  const edit = edits[line];
  return edit?.column === column ? edit : { leaveOut: edit?.leaveOut ?? false, column, text, before: text };
}

const isChange = ({ leaveOut, text, before }: Edit): boolean => leaveOut || text !== before;

export function mendsOf(edits: Edits): TableMend[] {
  return Object.entries(edits)
    .filter(([, edit]) => isChange(edit))
    .map(([line, { leaveOut, column, text }]) => ({
      line: Number(line),
      leaveOut,
      column: leaveOut ? 0 : column,
      text: leaveOut ? '' : text.trim(),
    }));
}

/** With another edit of a row; as they were where there are as many as can be sent. */
export function withEdit(edits: Edits, line: number, edit: Edit): Edits {
  const { [line]: _, ...others } = edits;
  if (!isChange(edit)) return others;
  return mendsOf(others).length < MENDS_MOST ? { ...others, [line]: edit } : edits;
}
