// Reads the comma-separated values of an exported log (RFC 4180).

/** Rows of a text, with or without its byte order mark. */
export function readCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  const cells = text.replace(/^\uFEFF/, '').matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n)/g);
  for (const [, quoted, plain, end] of cells) {
    row.push(quoted === undefined ? (plain ?? '') : unguard(quoted.replaceAll('""', '"')));
    if (end === ',') continue;
    rows.push(row);
    row = [];
  }
  return rows;
}

/** The text as in the terminal: without the apostrophes that prevent a spreadsheet from reading it as a formula. */
function unguard(cell: string): string {
  return cell.replaceAll(/(^|[;\t|\n\r])'(?='*[=+\-@\t\r＝＋－＠])/g, '$1');
}
