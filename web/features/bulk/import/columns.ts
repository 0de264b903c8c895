/** What the columns of a table give: what the terminal guessed, what the console's own words add, what is changed. Pure. */
import {
  type BulkCheckRequest,
  type BulkField,
  type BulkLookReply,
  type BulkLookRequest,
  bulkFieldWords,
} from '@gen/bulk.ts';
import { fold } from '../../../lib/fold.ts';

export type Columns = readonly BulkField[];

/** Fields that a column can give, in the order in which they are offered. */
export const FIELDS = bulkFieldWords.filter((field) => field !== 'none');

/** Parts of the name, which are joined: several columns may have them. */
const isPart = (field: BulkField): boolean => field === 'firstName' || field === 'lastName';

/** Gives a column a field; another that gave it gives nothing from then on. */
export function assign(columns: Columns, at: number, field: BulkField): BulkField[] {
  return columns.map((now, index) => {
    if (index === at) return field;
    return field !== 'none' && now === field && !isPart(field) ? 'none' : now;
  });
}

/** Fields that no column gives yet. */
export function freeFields(columns: Columns): BulkField[] {
  return FIELDS.filter((field) => !columns.includes(field));
}

/** Words as they are compared: without case, marks, and what stands between them. */
export function bare(text: string): string {
  return fold(text).replace(/[\p{P}\p{S}\s]/gu, '');
}

/**
 * The terminal's guess, and for columns that it knows nothing of the words of this console: a table may be headed in the
 * language in which it is read. A field is given once.
 */
export function guess(
  look: Pick<BulkLookReply, 'columns'>,
  words: (field: BulkField) => readonly string[],
): BulkField[] {
  let columns: BulkField[] = look.columns.map(({ field }) => field);
  look.columns.forEach(({ heading }, at) => {
    const said = bare(heading);
    if (columns[at] !== 'none' || said === '') return;
    const found = freeFields(columns).find((field) => words(field).some((word) => bare(word) === said));
    if (found) columns = assign(columns, at, found);
  });
  return columns;
}

/** What was looked at, as the check is told it: the answers to the look, not the questions. */
export function checkOf(look: BulkLookReply, columns: Columns): BulkCheckRequest {
  const asText = look.format === 'csv' ? { encoding: look.encoding, delimiter: look.delimiter } : { sheet: look.sheet };
  return { ...asText, heading: look.heading, columns };
}

/** Another heading row or encoding changes what is read, not the columns: what was chosen for as many stays. */
export function keeps(before: BulkLookReply | undefined, next: BulkLookReply): boolean {
  return before !== undefined && before.sheet === next.sheet && before.columns.length === next.columns.length;
}

export type Answers = BulkLookRequest;
