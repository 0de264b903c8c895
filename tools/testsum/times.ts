// Times of suites and test files, for the end of a run.

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

export interface FileTime {
  readonly file: string;
  readonly seconds: number;
}

export interface SuiteTime {
  readonly name: string;
  readonly seconds: number;
  /** Processor time: independent of the load of the machine. */
  readonly cpuSeconds: number;
  readonly files: readonly FileTime[];
}

const slowest = 10;

interface VitestFile {
  readonly name: string;
  readonly startTime: number;
  readonly endTime: number;
}

/** Test files of vitest's JSON report; none if there is no report. Paths are relative to `root`. */
export function filesFromVitest(json: string | undefined, root: string): FileTime[] {
  if (json === undefined) return [];
  const { testResults = [] } = JSON.parse(json) as { testResults?: readonly VitestFile[] };
  return testResults.map(({ name, startTime, endTime }) => ({
    file: relative(root, name),
    seconds: (endTime - startTime) / 1000,
  }));
}

/** Test programs whose results Ceedling has written below `folder` since `sinceMs` (since 1970). */
export function filesFromCeedling(folder: string, sinceMs: number): FileTime[] {
  if (!existsSync(folder)) return []; // it failed earlier
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => /\.(pass|fail)$/.test(path) && statSync(path).mtimeMs >= sinceMs)
    .flatMap((path) => {
      const text = readFileSync(path, 'utf8');
      const file = /^ {2}:file: (.+)$/m.exec(text)?.[1];
      const seconds = /^:time: ([\d.e-]+)$/m.exec(text)?.[1];
      return file === undefined || seconds === undefined
        ? []
        : [{ file: `test/unit/${file}`, seconds: Number(seconds) }];
    });
}

const line = (seconds: number, words: string): string => `${seconds.toFixed(1).padStart(10)} s  ${words}`;

const suiteLine = ({ name, seconds, cpuSeconds }: SuiteTime): string =>
  line(seconds, `${cpuSeconds.toFixed(1).padStart(8)} s  ${name}`);

/** The suites and the slowest test files of all of them, longest first. */
export function timeTable(suites: readonly SuiteTime[]): string[] {
  const bySeconds = (a: { seconds: number }, b: { seconds: number }): number => b.seconds - a.seconds;
  const files = suites.flatMap(({ name, files }) => files.map((one) => ({ suite: name, ...one }))).sort(bySeconds);
  const lines = ['', 'time of each suite, and of processor:', ...suites.toSorted(bySeconds).map(suiteLine)];
  if (files.length === 0) return lines;
  const shown = files.slice(0, slowest).map(({ suite, file, seconds }) => line(seconds, `${file} (${suite})`));
  return [...lines, '', 'slowest test files:', ...shown, ''];
}
