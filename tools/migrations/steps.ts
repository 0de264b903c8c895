// Reads the steps of the database schema: one SQL file per step, and the checksums of the recorded ones.

import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export class StepError extends Error {}

export interface Step {
  /** `07.sql`. */
  readonly name: string;
  /** The lines of the file as passed to SQLite, without comments. */
  readonly lines: readonly string[];
}

const isLeftOut = (line: string): boolean => /^\s*(?:--.*)?$/.test(line);

/** A line without indentation would be joined to the last word of the previous one. */
const runsOn = (line: string, before: string): boolean => /^[^\s)]/.test(line) && !before.endsWith(';');

function sqlLine(line: string, before: string, where: string): string {
  if (line.includes('--')) throw new StepError(`${where}: a comment needs a line of its own`);
  if (/\s$/.test(line) || line.includes('\t')) throw new StepError(`${where}: tab, or space at the end`);
  if (runsOn(line, before)) throw new StepError(`${where}: indent what continues a statement`);
  return line.replace(/^ +/, ' ');
}

/**
 * The SQL of a file. SQLite stores the text of a CREATE statement, and a backup is compared with it byte by byte, so
 * this translation must never change: comments, empty lines and line ends are removed, an indentation becomes one space.
 */
export function sqlLines(text: string, name: string): string[] {
  const lines: string[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    if (!isLeftOut(line)) lines.push(sqlLine(line, lines.at(-1) ?? ';', `${name}:${at + 1}`));
  }
  if (lines.at(-1)?.endsWith(';') !== true) throw new StepError(`${name} does not end with a semicolon`);
  return lines;
}

export const stepNames = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .toSorted();

export const readStep = (path: string, name: string): Step => ({
  name,
  lines: sqlLines(readFileSync(path, 'utf8'), name),
});

/** All steps of a folder, numbered from 00 without a gap. */
export function readSteps(folder: string): Step[] {
  return stepNames(folder).map((name, at) => {
    const expected = `${String(at).padStart(2, '0')}.sql`;
    if (name !== expected) throw new StepError(`${folder} has ${name} where ${expected} is expected`);
    return readStep(join(folder, name), name);
  });
}

export const checksum = ({ lines }: Step): string => createHash('sha256').update(lines.join('')).digest('hex');

/** Lines of the file of checksums: checksum, two spaces, name. */
export function readChecksums(folder: string): Map<string, string> {
  const path = join(folder, 'checksums');
  const text = existsSync(path) ? readFileSync(path, 'utf8') : '';
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => {
        const [, sum, name] = /^([0-9a-f]{64}) {2}(\d+\.sql)$/.exec(line) ?? [];
        if (sum === undefined || name === undefined) throw new StepError(`checksums: cannot read '${line}'`);
        return [name, sum];
      }),
  );
}

/** Refuses a recorded step that is missing or changed. Returns the new steps, which are not recorded. */
export function checkSteps(steps: readonly Step[], recorded: ReadonlyMap<string, string>): Step[] {
  const missing = [...recorded.keys()].find((name) => !steps.some((step) => step.name === name));
  if (missing !== undefined) throw new StepError(`${missing} is in checksums but not in the folder`);
  for (const step of steps) {
    const sum = recorded.get(step.name);
    if (sum !== undefined && sum !== checksum(step)) {
      throw new StepError(`${step.name} has changed; terminals have applied it as it was: write a new step instead`);
    }
  }
  return steps.filter(({ name }) => !recorded.has(name));
}
