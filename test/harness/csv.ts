// Reads comma-separated values (RFC 4180), for tests of downloaded files.

/** Rows of a text without its byte order mark. */
export function rowsOf(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** A cell without the apostrophe that prevents a formula. */
export const unguarded = (cell: string): string => cell.replaceAll(/(^|[;\t|\n\r])'(?='*[=+\-@\t\r＝＋－＠])/g, '$1');
