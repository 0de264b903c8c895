// The log of the factory line: one line of JSON per terminal, append-only.

import { scryptSync } from 'node:crypto';
import { closeSync, fsyncSync, openSync, readFileSync, writeSync } from 'node:fs';
import { Fault } from '../release/fault.ts';

export interface LogLine {
  readonly time: string;
  readonly serial: string;
  readonly brand: string;
  /** Fingerprints: they verify a label or a key, but do not reveal it. */
  readonly engineerPassword: string;
  readonly snKey: string;
}

/** Slow and salted per terminal, so that the secret cannot be found by trying. */
export function fingerprint(secret: string, serial: string): string {
  return scryptSync(secret, serial, 8).toString('hex');
}

function serialOf(line: string, number: number, path: string): string {
  try {
    const { serial } = JSON.parse(line) as { serial?: unknown };
    if (typeof serial === 'string') return serial;
  } catch {
    // Reported below.
  }
  throw new Fault(`--log: line ${number} of ${path} is damaged`);
}

/** The lines, each with its serial number; none if there is no log yet. */
function linesOf(path: string): (readonly [string, string])[] {
  let text = '';
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT') throw new Fault(`--log: ${path} cannot be read (${code})`);
  }
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new Fault(`--log: the last line of ${path} is not whole`);
  return lines.map((line, index) => [serialOf(line, index + 1, path), line]);
}

export function hasSerial(path: string, serial: string): boolean {
  return linesOf(path).some(([one]) => one === serial);
}

/** Durable when it returns. False if the log already has this serial number. */
export function append(path: string, line: LogLine): boolean {
  const text = JSON.stringify(line);
  let file: number;
  try {
    file = openSync(path, 'a', 0o600);
  } catch (error) {
    throw new Fault(`--log: ${path} cannot be written (${(error as NodeJS.ErrnoException).code})`);
  }
  try {
    writeSync(file, `${text}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  return linesOf(path).find(([serial]) => serial === line.serial)?.[1] === text;
}
