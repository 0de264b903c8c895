/** What the report as a file looks like in this browser. */

import { type DownloadReportFormRequest, type FileDelimiter, type HoursForm, hoursFormWords } from '@gen/records.ts';
import { type TableFormat, tableFormatWords } from '@gen/users.ts';
import { useState } from 'react';
import { currentLanguage } from '../../../lib/i18n.ts';
import { readPreference, writePreference } from '../../../lib/preferences.ts';

/** Those that spreadsheets open by themselves. */
export const delimiters = ['comma', 'semicolon', 'tab'] as const satisfies readonly FileDelimiter[];

export interface FileForm {
  readonly format: TableFormat;
  readonly hours: HoursForm;
  readonly delimiter: (typeof delimiters)[number];
}

/** Spreadsheets in these languages keep cells apart by semicolons; in some of them numbers have a decimal comma. */
const semicolonLanguages = ['es', 'ar'];
const commaLanguages = ['es'];

/** In the language of the console. */
export const usualForm = (language: string): FileForm => ({
  format: 'xlsx',
  hours: 'times',
  delimiter: semicolonLanguages.includes(language) ? 'semicolon' : 'comma',
});

/** Three words in any order; one that is not known counts as not said. */
export function readFileForm(text: string | null, language: string): FileForm {
  const words = (text ?? '').split(' ');
  const usual = usualForm(language);
  return {
    format: tableFormatWords.find((word) => words.includes(word)) ?? usual.format,
    hours: hoursFormWords.find((word) => words.includes(word)) ?? usual.hours,
    delimiter: delimiters.find((word) => words.includes(word)) ?? usual.delimiter,
  };
}

/** Only what differs from the usual, which another language may change; null for all of it. */
export function writeFileForm(form: FileForm, language: string): string | null {
  const usual = usualForm(language);
  const words = [form.format, form.hours, form.delimiter].filter((word) => !Object.values(usual).includes(word));
  return words.length === 0 ? null : words.join(' ');
}

/** A semicolon in a language of commas is chosen for a spreadsheet of another one, which has a decimal comma. */
function decimalOf(delimiter: FileForm['delimiter'], language: string): 'point' | 'comma' {
  if (delimiter === 'comma') return 'point';
  const isForeign = delimiter === 'semicolon' && !semicolonLanguages.includes(language);
  return isForeign || commaLanguages.includes(language) ? 'comma' : 'point';
}

export function fileRequest(
  { format, hours, delimiter }: FileForm,
  language: string = currentLanguage(),
): Pick<DownloadReportFormRequest, 'format' | 'hours' | 'delimiter' | 'decimal'> {
  return format === 'xlsx' ? { format, hours } : { format, hours, delimiter, decimal: decimalOf(delimiter, language) };
}

export function useFileForm(): readonly [FileForm, (change: Partial<FileForm>) => void] {
  const language = currentLanguage();
  const [form, setForm] = useState(() => readFileForm(readPreference('reportExport'), language));
  const change = (part: Partial<FileForm>) => {
    const next = { ...form, ...part };
    setForm(next);
    writePreference('reportExport', writeFileForm(next, language));
  };
  return [form, change];
}
