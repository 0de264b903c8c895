/** Export options of this browser: format and columns. */
import { type TableFormat, tableFormatWords, type UserListColumn, userListColumnWords } from '@gen/users.ts';
import { useState } from 'react';
import { readPreference, writePreference } from '../../../lib/preferences.ts';

export interface ExportView {
  readonly format: TableFormat;
  readonly columns: readonly UserListColumn[];
}

const USUAL: ExportView = { format: 'xlsx', columns: userListColumnWords };

/** The format, then the omitted columns, so that a column of a later version is included. Unknown words are ignored. */
export function readExportView(text: string | null): ExportView {
  const words = (text ?? '').split(' ');
  return {
    format: tableFormatWords.find((format) => format === words[0]) ?? USUAL.format,
    columns: userListColumnWords.filter((column) => !words.includes(column)),
  };
}

/** null for all columns in the usual format. */
export function writeExportView({ format, columns }: ExportView): string | null {
  const out = userListColumnWords.filter((column) => !columns.includes(column));
  return format === USUAL.format && out.length === 0 ? null : [format, ...out].join(' ');
}

/** The request: all columns are omitted from it. */
export function exportRequest({ format, columns }: ExportView) {
  return columns.length === userListColumnWords.length ? { format } : { format, columns };
}

export function useExportView(): readonly [ExportView, (change: Partial<ExportView>) => void] {
  const [view, setView] = useState(() => readExportView(readPreference('userExport')));
  const change = (part: Partial<ExportView>) => {
    const next = { ...view, ...part };
    setView(next);
    writePreference('userExport', writeExportView(next));
  };
  return [view, change];
}
