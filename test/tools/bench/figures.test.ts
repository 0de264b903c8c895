import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  appendFigures,
  columns,
  figureOf,
  formatFigure,
  lastFigures,
  parseFigures,
  type Run,
  readFigures,
  thisRun,
} from '../../bench/figures.ts';
import { rootPath } from '../../harness/paths.ts';
import { row } from './rows.ts';

const run: Run = { date: '2026-11-27', commit: 'abc1234567', cpu: 'Xeon, 2 GHz', cores: '2', kernel: '6.1.0' };
const head = columns.join(',');

let folder = '';
let path = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'figures-'));
  path = join(folder, 'figures.csv');
});
afterEach(() => rmSync(folder, { recursive: true }));

describe('a line', () => {
  it('has run, key, figures and verdict, with what has a comma in quotes', () => {
    expect(formatFigure(figureOf(row(), run))).toBe(
      '2026-11-27,abc1234567,"Xeon, 2 GHz",2,6.1.0,door/card,1.2 ms,alone 1.0 ms,1.200,<= 2 ms,ok',
    );
  });

  it('has no ratio where there is none', () => {
    for (const ratio of [Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(figureOf(row({ ratio }), run).ratio).toBe('');
    }
  });

  it('is read as it was written', () => {
    const figures = [
      figureOf(row({ ours: 'a "b", c', reference: '', budget: '' }), run),
      figureOf(row({ key: 'door/finger', ratio: Number.NaN, reference: '"' }), { ...run, cpu: '' }),
    ];
    expect(parseFigures(`${[head, ...figures.map(formatFigure)].join('\n')}\n`)).toEqual(figures);
  });
});

describe('the file', () => {
  it('is made with a heading, and only appended to', () => {
    appendFigures(path, [figureOf(row(), run)]);
    const first = readFileSync(path, 'utf8');
    expect(first.startsWith(`${head}\n2026-11-27,`)).toBe(true);
    appendFigures(path, [figureOf(row(), { ...run, date: '2026-11-28' })]);
    expect(readFileSync(path, 'utf8').startsWith(first)).toBe(true);
    expect(readFigures(path).map(({ date }) => date)).toEqual(['2026-11-27', '2026-11-28']);
  });

  it('has nothing in it where there is none', () => {
    expect(readFigures(path)).toEqual([]);
  });

  it('is refused when it is something else', () => {
    writeFileSync(path, 'date,commit\n');
    expect(() => readFigures(path)).toThrow('the first line is not date,commit,cpu');
    writeFileSync(path, `${head}\n2026-11-27,abc\n`);
    expect(() => readFigures(path)).toThrow('not 11 cells: 2026-11-27,abc');
  });

  it('of the project can be read', () => {
    expect(() => readFigures(rootPath('docs/figures.csv'))).not.toThrow();
    expect(readFileSync(rootPath('docs/figures.csv'), 'utf8').endsWith('\n')).toBe(true);
  });
});

describe('the last figure', () => {
  const last = lastFigures([
    figureOf(row({ ratio: 3 }), run),
    figureOf(row({ key: 'load/bytes', ratio: Number.NaN, ours: '50.1 kB' }), run),
    figureOf(row({ ratio: 1.096 }), { ...run, commit: 'def' }),
  ]);

  it('is the ratio of the newest line of the row, with its commit', () => {
    expect(last('door/card')).toBe('x1.10 (def)');
  });

  it('is our figure where there is no ratio, and nothing for a new row', () => {
    expect(last('load/bytes')).toBe('50.1 kB (abc1234567)');
    expect(last('door/new')).toBe('');
  });
});

it('knows day, commit and machine of a run', () => {
  const now = new Date(Date.UTC(2026, 10, 27, 23, 59));
  const { date, commit, cpu, cores, kernel } = thisRun(rootPath('.'), now);
  expect(date).toBe('2026-11-27');
  expect(commit).toMatch(/^([0-9a-f]{10}\+?|unknown)$/);
  expect(thisRun(folder, now).commit).toBe('unknown');
  expect(Number(cores)).toBeGreaterThan(0);
  expect([cpu, kernel].every((text) => text !== '')).toBe(true);
});

it('marks a commit whose files were changed', () => {
  const git = (...args: string[]): string =>
    execFileSync('git', ['-C', folder, '-c', 'user.name=a', '-c', 'user.email=a@b', ...args], { encoding: 'utf8' });
  const commit = (): string => thisRun(folder, new Date(0)).commit;
  git('init', '-q');
  writeFileSync(path, 'one');
  git('add', '-A');
  git('commit', '-q', '--no-gpg-sign', '-m', 'one');
  const short = git('rev-parse', '--short=10', 'HEAD').trim();
  expect(commit()).toBe(short);
  writeFileSync(join(folder, 'another'), 'not of the project');
  expect(commit()).toBe(short);
  writeFileSync(path, 'two');
  expect(commit()).toBe(`${short}+`);
});
