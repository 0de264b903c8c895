/** Words of users in bulk; those of a user are the words of its form. */
import type { BulkField, BulkKind, BulkStateReply, TextEncoding } from '@gen/bulk.ts';
import { formatNumber, t } from '../../lib/i18n.ts';
import { userFieldText } from '../../lib/userFields.ts';
import type { IconName } from '../../ui/icons.ts';
import { FIELDS } from './import/columns.ts';
import type { Figure } from './job.ts';

const OTHERS = [
  'none',
  'firstName',
  'lastName',
  'dateTime',
  'date',
  'time',
  'status',
  'firstDay',
  'lastDay',
] as const satisfies BulkField[];

type OfUser = Exclude<BulkField, (typeof OTHERS)[number]>;

function isOfUser(field: BulkField): field is OfUser {
  return !OTHERS.some((other) => other === field);
}

export function fieldText(field: BulkField): string {
  return isOfUser(field) ? userFieldText(field) : t(`enum.BulkField.${field}`);
}

/** Field of a row that is wrong: one of a user, or what this console has no word for, as it is. */
export function wrongFieldText(name: string): string {
  const field = FIELDS.find((one) => one === name);
  return field ? fieldText(field) : name;
}

/** What may stand above a column in the reader's language. */
export function ownWords(field: BulkField): readonly string[] {
  const also = field === 'userid' ? [t('users.id')] : field === 'cardno' ? [t('users.card')] : [];
  return [fieldText(field), ...also, ...(field === 'identifyMode' ? [t('page.identify')] : [])];
}

/** Encodings are called what programs that write them call them, in every language. */
export const ENCODINGS: Readonly<Record<TextEncoding, string>> = {
  utf8: 'UTF-8',
  utf16: 'UTF-16',
  windows1250: 'Windows-1250',
  windows1251: 'Windows-1251',
  windows1252: 'Windows-1252',
  windows1253: 'Windows-1253',
  windows1255: 'Windows-1255',
  windows1256: 'Windows-1256',
  windows874: 'Windows-874',
  gbk: 'GBK',
  big5: 'Big5',
  cp932: 'Shift-JIS',
  cp949: 'EUC-KR',
  windows1254: 'Windows-1254',
  windows1257: 'Windows-1257',
  windows1258: 'Windows-1258',
  macintosh: 'Mac Roman',
};

/** Who uses an encoding, where its name does not say. */
export function encodingText(encoding: TextEncoding): string {
  return encoding === 'utf8' || encoding === 'utf16'
    ? ENCODINGS[encoding]
    : `${ENCODINGS[encoding]} · ${t(`bulk.encoding.${encoding}`)}`;
}

export const figureIcon: Readonly<Record<Figure, IconName>> = {
  added: 'userPlus',
  changed: 'pencil',
  same: 'check',
  skipped: 'edgeEnd',
  bad: 'alert',
};

/** What stands below a figure, before it is written and after it. */
export function figureText(figure: Figure, kind: BulkKind, written: boolean): string {
  if (kind === 'roster' && figure === 'added') return written ? t('bulk.rosterAdded') : t('bulk.rosterToAdd');
  if (kind === 'roster' && figure === 'changed') return written ? t('bulk.rosterChanged') : t('bulk.rosterToChange');
  if (figure === 'added') return written ? t('bulk.added') : t('bulk.toAdd');
  if (figure === 'changed') return written ? t('bulk.changed') : t('bulk.toChange');
  if (figure === 'same' && kind === 'punches') return t('bulk.there');
  if (figure === 'bad') return kind === 'edit' ? t('bulk.cannot') : t('bulk.bad');
  return t(`bulk.figure.${figure}`);
}

/** "1,200 of 5,000 rows"; rows alone while their number is not known. */
export function rowsText({ at, rows }: Pick<BulkStateReply, 'at' | 'rows'>, kind: BulkKind): string {
  const [done, of] = [formatNumber(at), formatNumber(rows)];
  if (rows === 0) return t('bulk.rowsSoFar', { at: done });
  if (kind === 'photos') return t('bulk.filesOf', { at: done, of });
  return kind === 'edit' ? t('bulk.usersOf', { at: done, of }) : t('bulk.rowsOf', { at: done, of });
}

export function holderText({ holder, holderName }: Pick<BulkStateReply, 'holder' | 'holderName'>): string {
  return holderName.trim() === '' || holderName === holder ? holder : `${holderName} (${holder})`;
}
