// The one table at the end: what, our figure, the reference beside it, the budget, and whether it holds.

export interface Row {
  readonly what: string;
  /** Our figure with its unit. */
  readonly ours: string;
  /** What it was measured against in the same run, with its figure. */
  readonly reference: string;
  readonly budget: string;
  /** Measured value in the unit of `limit`; not a number: not measured, or there is no budget. */
  readonly value: number;
  readonly limit: number;
}

export function verdict(row: Row): string {
  if (Number.isNaN(row.limit)) return 'no budget';
  if (Number.isNaN(row.value)) return 'not measured';
  return row.value <= row.limit ? 'ok' : 'over budget';
}

export function renderTable(rows: readonly Row[]): string {
  const cells = [
    ['what', 'ours', 'reference', 'budget', 'verdict'],
    ...rows.map((row) => [row.what, row.ours, row.reference, row.budget, verdict(row)]),
  ];
  const widths = [0, 1, 2, 3, 4].map((column) => Math.max(...cells.map((line) => (line[column] ?? '').length)));
  const lines = cells.map((line) =>
    line
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  lines.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('  '));
  return lines.join('\n');
}
