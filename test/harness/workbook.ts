// Workbooks for tests: sheets by name, with texts in their cells.

import { zipOf } from './zip.ts';

export interface Sheet {
  readonly name: string;
  readonly rows: readonly (readonly string[])[];
  readonly state?: 'hidden' | 'veryHidden';
}

const LINK = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${LINK}"`;
const RELATIONS = 'xmlns="http://schemas.openxmlformats.org/package/2006/relationships"';

const escaped = (text: string): string => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;');
const cell = (text: string): string =>
  text === '' ? '<c/>' : `<c t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;
const rowsOf = (rows: Sheet['rows']): string => rows.map((row) => `<row>${row.map(cell).join('')}</row>`).join('');

/** An XLSX workbook. */
export function workbookOf(sheets: readonly Sheet[]): Buffer {
  const list = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${escaped(name)}" sheetId="${at + 1}"${state ? ` state="${state}"` : ''} r:id="r${at + 1}"/>`,
  );
  const links = sheets.map(
    (_, at) => `<Relationship Id="r${at + 1}" Type="${LINK}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
  );
  const document = `<Relationship Id="d" Type="${LINK}/officeDocument" Target="xl/workbook.xml"/>`;
  const parts: readonly (readonly [string, string])[] = [
    ['_rels/.rels', `<Relationships ${RELATIONS}>${document}</Relationships>`],
    ['xl/workbook.xml', `<workbook ${MAIN}><sheets>${list.join('')}</sheets></workbook>`],
    ['xl/_rels/workbook.xml.rels', `<Relationships ${RELATIONS}>${links.join('')}</Relationships>`],
    ...sheets.map(
      ({ rows }, at) =>
        [
          `xl/worksheets/sheet${at + 1}.xml`,
          `<worksheet ${MAIN}><sheetData>${rowsOf(rows)}</sheetData></worksheet>`,
        ] as const,
    ),
  ];
  return zipOf(parts.map(([name, text]) => ({ name, data: Buffer.from(text), deflate: true })));
}
