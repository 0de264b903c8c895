// docs/figures.csv: a line for each row of each run that was kept, appended, so that drift is seen.

import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { type Row, verdict } from './table.ts';

export const columns = [
  'date',
  'commit',
  'cpu',
  'cores',
  'kernel',
  'row',
  'ours',
  'reference',
  'ratio',
  'budget',
  'verdict',
] as const;

export type Figure = Readonly<Record<(typeof columns)[number], string>>;

/** What all rows of a run have in common. */
export interface Run {
  /** Day in UTC. */
  readonly date: string;
  /** With a plus where the work tree had changes; `unknown` without a history. */
  readonly commit: string;
  readonly cpu: string;
  readonly cores: string;
  readonly kernel: string;
}

function commitOf(root: string): string {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', stdio: 'pipe' });
  try {
    const changes = git('status', '--porcelain', '--untracked-files=no');
    return `${git('rev-parse', '--short=10', 'HEAD').trim()}${changes === '' ? '' : '+'}`;
  } catch {
    return 'unknown'; // an archive without history
  }
}

/** The run of the work tree in `root`. */
export function thisRun(root: string, now: Date): Run {
  return {
    date: now.toISOString().slice(0, 10),
    commit: commitOf(root),
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: String(cpus().length),
    kernel: release(),
  };
}

export function figureOf(row: Row, run: Run): Figure {
  const ratio = Number.isFinite(row.ratio) ? row.ratio.toFixed(3) : '';
  const { ours, reference, budget } = row;
  return { ...run, row: row.key, ours, reference, ratio, budget, verdict: verdict(row) };
}

const quoted = (cell: string): string => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

export function formatFigure(figure: Figure): string {
  return columns.map((column) => quoted(figure[column])).join(',');
}

function cellsOf(line: string): string[] {
  const cells = [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)];
  return cells.map(([, within, plain]) => within?.replaceAll('""', '"') ?? plain ?? '');
}

/** Throws where the text is not such a file. */
export function parseFigures(text: string): Figure[] {
  const [head, ...lines] = text.split('\n').filter((line) => line !== '');
  if (head !== columns.join(',')) throw new Error(`the first line is not ${columns.join(',')}`);
  return lines.map((line) => {
    const cells = cellsOf(line);
    if (cells.length !== columns.length) throw new Error(`not ${columns.length} cells: ${line}`);
    return Object.fromEntries(columns.map((column, i) => [column, cells[i]])) as Figure;
  });
}

export function readFigures(path: string): Figure[] {
  return existsSync(path) ? parseFigures(readFileSync(path, 'utf8')) : [];
}

/** Each row has its newest figure, which is the last in the file, of any machine: the ratio is for all of them. */
export function lastFigures(figures: readonly Figure[]): (key: string) => string {
  const last = new Map(figures.map((figure) => [figure.row, figure]));
  return (key) => {
    const figure = last.get(key);
    if (figure === undefined) return '';
    const value = figure.ratio === '' ? figure.ours : `x${Number(figure.ratio).toFixed(2)}`;
    return `${value} (${figure.commit})`;
  };
}

/** Makes the file where there is none. */
export function appendFigures(path: string, figures: readonly Figure[]): void {
  if (!existsSync(path)) writeFileSync(path, `${columns.join(',')}\n`);
  appendFileSync(path, figures.map((figure) => `${formatFigure(figure)}\n`).join(''));
}
