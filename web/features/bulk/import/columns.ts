/** What the columns of a table give: what the terminal guessed, what the console's own words add, what is changed. Pure. */
import {
  type BulkCheckRequest,
  type BulkField,
  type BulkLookReply,
  type BulkLookRequest,
  bulkFieldWords,
} from '@gen/bulk.ts';
import { ErrorCode } from '@gen/errors.ts';
import { fold } from '../../../lib/fold.ts';
import { fieldsWith } from '../../../lib/userFields.ts';
import type { TableKind } from './upload.ts';

export type Columns = readonly BulkField[];

/** Fields that a column can give, in the order in which they are offered. */
export const FIELDS = bulkFieldWords.filter((field) => field !== 'none');

/** Fields of the time of a punch, and what they leave no room for. */
const TIMES: Readonly<Partial<Record<BulkField, readonly BulkField[]>>> = {
  dateTime: ['date', 'time'],
  date: ['dateTime'],
  time: ['dateTime'],
};
const KEYS: ReadonlySet<string> = new Set(['userid', ...fieldsWith('key').map(({ name }: { name: string }) => name)]);
const isOfPunch = (field: BulkField): boolean => field in TIMES || field === 'status';

/** Parts of the name, which are joined: several columns may have them. */
const isPart = (field: BulkField): boolean => field === 'firstName' || field === 'lastName';

const isOfRoster = (field: BulkField): boolean => field === 'firstDay' || field === 'lastDay';
const isName = (field: BulkField): boolean => field === 'username' || isPart(field);

/** Whether a field says which user a row is about. */
export const isKey = (field: BulkField): boolean => KEYS.has(field);

/** Whether the columns say which user a row is about: of a roster also by the name. */
export function hasUser(columns: Columns, table: TableKind): boolean {
  return columns.some((field) => isKey(field) || (table === 'roster' && isName(field)));
}

/** Fields that the columns of such a table can give. */
export function fieldsOf(table: TableKind): readonly BulkField[] {
  return FIELDS.filter((field) => {
    if (table === 'punches') return isKey(field) || isOfPunch(field);
    if (table === 'roster') return isKey(field) || isName(field) || isOfRoster(field) || field === 'shift';
    return !isOfPunch(field) && !isOfRoster(field);
  });
}

/** What the columns of such a table lack, as the terminal calls it. */
export function lackOf(columns: Columns, table: TableKind): ErrorCode[] {
  return [
    ...(hasUser(columns, table) ? [] : [ErrorCode.columnMissing]),
    ...(table === 'punches' && !hasTime(columns) ? [ErrorCode.punchTimeMissing] : []),
    ...(table === 'roster' && !columns.includes('firstDay') ? [ErrorCode.rosterDayMissing] : []),
    ...(table === 'roster' && !columns.includes('shift') ? [ErrorCode.rosterShiftMissing] : []),
  ];
}

/** Whether the columns say when a punch was. */
export function hasTime(columns: Columns): boolean {
  return columns.includes('dateTime') || (columns.includes('date') && columns.includes('time'));
}

/** Gives a column a field; another that gave it gives nothing from then on. */
export function assign(columns: Columns, at: number, field: BulkField): BulkField[] {
  return columns.map((now, index) => {
    if (index === at) return field;
    if (TIMES[field]?.includes(now)) return 'none';
    return field !== 'none' && now === field && !isPart(field) ? 'none' : now;
  });
}

/** Fields that no column gives yet. */
export function freeFields(columns: Columns, table: TableKind = 'users'): BulkField[] {
  return fieldsOf(table).filter((field) => !columns.includes(field));
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
  table: TableKind = 'users',
): BulkField[] {
  let columns: BulkField[] = look.columns.map(({ field }) => field);
  look.columns.forEach(({ heading }, at) => {
    const said = bare(heading);
    if (columns[at] !== 'none' || said === '') return;
    const found = freeFields(columns, table).find((field) => words(field).some((word) => bare(word) === said));
    if (found) columns = assign(columns, at, found);
  });
  return columns;
}

/** What was looked at, as the check is told it: the answers to the look, not the questions. */
export function checkOf(look: BulkLookReply, columns: Columns): BulkCheckRequest {
  const asText = look.format === 'csv' ? { encoding: look.encoding, delimiter: look.delimiter } : { sheet: look.sheet };
  const below = look.heading ? { headingLine: look.headingLine } : {};
  return { ...asText, heading: look.heading, ...below, columns };
}

/** Rows that are shown at first, and those behind the headings. */
const HEAD_ROWS = 6;
const BELOW = 3;

/** The first rows of the table, from which the headings are chosen: some of them, those around the headings among them. */
export function headRows(look: BulkLookReply, all: boolean): BulkLookReply['first'] {
  const at = look.first.findIndex(({ line }) => line === look.headingLine);
  return all ? look.first : look.first.slice(0, Math.max(HEAD_ROWS, at + 1 + BELOW));
}

/** Whether a row is one of the headings: of two, the one above has the groups. */
export function isHeading(look: BulkLookReply, line: number): boolean {
  const at = look.first.findIndex((row) => row.line === line);
  const last = look.first.findIndex((row) => row.line === look.headingLine);
  return look.heading && at >= 0 && at <= last && at > last - look.headingRows;
}

/** What was answered before and another answer: another sheet or separator makes other rows, with other headings. */
export function answersWith(before: BulkLookRequest, next: BulkLookRequest): BulkLookRequest {
  const { heading: _, headingLine: __, ...rest } = before;
  const others = next.sheet !== undefined || next.delimiter !== undefined || next.heading !== undefined;
  return { ...(others ? rest : before), ...next };
}

/** Another heading row or encoding changes what is read, not the columns: what was chosen for as many stays. */
export function keeps(before: BulkLookReply | undefined, next: BulkLookReply): boolean {
  return before !== undefined && before.sheet === next.sheet && before.columns.length === next.columns.length;
}

export type Answers = BulkLookRequest;
