// The one table at the end: what, our figure, the reference beside it, the budget, whether it holds, and the figure before it.

export interface Row {
  /** Names the row in docs/figures.csv for good: the benchmark, a slash, and a word of its own. */
  readonly key: string;
  readonly what: string;
  /** Our figure with its unit. */
  readonly ours: string;
  /** What it was measured against in the same run, with its figure. */
  readonly reference: string;
  /** Our figure over that of the reference; not a number where the two are no pair. */
  readonly ratio: number;
  readonly budget: string;
  /** Measured value in the unit of `limit`; not a number: not measured, or there is no budget. */
  readonly value: number;
  readonly limit: number;
}

/** A benchmark that ended with an error. */
export interface Failure {
  readonly failed: string;
  readonly error: string;
}

export type Line = Row | Failure;

export const isRow = (line: Line): line is Row => 'key' in line;

export type Verdict = 'no budget' | 'not measured' | 'ok' | 'over budget';

export function verdict(row: Row): Verdict {
  if (Number.isNaN(row.limit)) return 'no budget';
  if (Number.isNaN(row.value)) return 'not measured';
  return row.value <= row.limit ? 'ok' : 'over budget';
}

const titles = ['what', 'ours', 'reference', 'budget', 'verdict', 'last time'] as const;

/** `last` gives the last figure of a row by its key, as a text. */
export function renderTable(lines: readonly Line[], last: (key: string) => string): string {
  const cells = [
    titles,
    ...lines.map((line) =>
      isRow(line)
        ? [line.what, line.ours, line.reference, line.budget, verdict(line), last(line.key)]
        : [line.failed, 'failed', line.error.split('\n')[0] ?? '', '', 'failed', ''],
    ),
  ];
  const widths = titles.map((_, column) => Math.max(...cells.map((line) => (line[column] ?? '').length)));
  const texts = cells.map((line) =>
    line
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  texts.splice(1, 0, widths.map((width) => '-'.repeat(width)).join('  '));
  return texts.join('\n');
}
