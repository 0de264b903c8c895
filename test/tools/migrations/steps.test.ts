import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { schemaHashes } from '../../../tools/migrations/schemaHash.ts';
import { stepsSource } from '../../../tools/migrations/source.ts';
import {
  checkSteps,
  checksum,
  readChecksums,
  readSteps,
  type Step,
  StepError,
  sqlLines,
} from '../../../tools/migrations/steps.ts';

const shipped = 'firmware/store/migrations';

describe('the steps of this firmware', () => {
  it('are those whose checksums are recorded, all of them', () => {
    const steps = readSteps(shipped);
    expect(steps.length).toBeGreaterThan(20);
    expect(checkSteps(steps, readChecksums(shipped)).map(({ name }) => name)).toStrictEqual([]);
  });

  it('cannot change by a single character', () => {
    const recorded = readChecksums(shipped);
    for (const [at, step] of readSteps(shipped).entries()) {
      const lines = step.lines.with(-1, ` ${step.lines.at(-1)}`);
      const changed = readSteps(shipped).with(at, { ...step, lines });
      expect(() => checkSteps(changed, recorded)).toThrow(`${step.name} has changed`);
    }
  });
});

describe('the SQL of a file', () => {
  it('is its lines with one space for an indentation, without comments and empty lines', () => {
    const text = '-- A table.\nCREATE TABLE a (\n    -- Which.\n    b TEXT\n) STRICT;\n\nDROP TABLE c;\n';
    expect(sqlLines(text, '00.sql').join('')).toBe('CREATE TABLE a ( b TEXT) STRICT;DROP TABLE c;');
  });

  it.each([
    ['a comment beside SQL', 'DROP TABLE a; -- gone\n', '00.sql:1: a comment needs a line of its own'],
    ['a continuation at the margin', 'DROP\nTABLE a;\n', '00.sql:2: indent what continues a statement'],
    ['a tab', 'DROP TABLE\n\ta;\n', '00.sql:2: tab, or space at the end'],
    ['a space at the end', 'DROP TABLE \n    a;\n', '00.sql:1: tab, or space at the end'],
    ['no semicolon', 'DROP TABLE a\n', '00.sql does not end with a semicolon'],
    ['nothing', '-- Later.\n', '00.sql does not end with a semicolon'],
  ])('is refused for %s', (_what, text, message) => {
    expect(() => sqlLines(text, '00.sql')).toThrow(new StepError(message));
  });
});

describe('a folder', () => {
  let folder: string;

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'migrations-'));
    writeFileSync(join(folder, '00.sql'), 'CREATE TABLE a (b);\n');
    writeFileSync(join(folder, '01.sql'), 'DROP TABLE a;\n');
  });

  afterEach(() => rmSync(folder, { recursive: true }));

  const record = (steps: readonly Step[]): void =>
    writeFileSync(join(folder, 'checksums'), steps.map((step) => `${checksum(step)}  ${step.name}\n`).join(''));

  it('has steps in their order, and says which are new', () => {
    const steps = readSteps(folder);
    record(steps.slice(0, 1));
    expect(steps.map(({ name }) => name)).toStrictEqual(['00.sql', '01.sql']);
    expect(checkSteps(steps, readChecksums(folder)).map(({ name }) => name)).toStrictEqual(['01.sql']);
  });

  it('without checksums has new steps alone', () => {
    expect(checkSteps(readSteps(folder), readChecksums(folder))).toHaveLength(2);
  });

  it('may get better comments, and nothing else', () => {
    record(readSteps(folder));
    writeFileSync(join(folder, '01.sql'), '-- No longer needed.\nDROP TABLE a;\n');
    expect(checkSteps(readSteps(folder), readChecksums(folder))).toStrictEqual([]);
    writeFileSync(join(folder, '01.sql'), 'DROP TABLE b;\n');
    expect(() => checkSteps(readSteps(folder), readChecksums(folder))).toThrow('01.sql has changed');
  });

  it('is refused without a step that is recorded', () => {
    record(readSteps(folder));
    rmSync(join(folder, '01.sql'));
    expect(() => checkSteps(readSteps(folder), readChecksums(folder))).toThrow('01.sql is in checksums but not');
  });

  it('is refused with a gap, and with checksums that cannot be read', () => {
    writeFileSync(join(folder, '03.sql'), 'DROP TABLE a;\n');
    expect(() => readSteps(folder)).toThrow('03.sql where 02.sql is expected');
    writeFileSync(join(folder, 'checksums'), 'abc 00.sql\n');
    expect(() => readChecksums(folder)).toThrow("cannot read 'abc 00.sql'");
  });
});

describe('the C source', () => {
  it('has a string for each step, with what C would read otherwise escaped', () => {
    const source = stepsSource([{ name: '00.sql', lines: ['SELECT "a" ??!', " '\\n';"] }], [0x1n, 0x1an]);
    expect(source).toContain('    "SELECT \\"a\\" \\?\\?!"\n    " \'\\\\n\';",\n};');
    expect(source).toContain('const unsigned store_migration_count = 1;');
    expect(source).toContain(
      'const uint64_t store_migration_hashes[] = {\n    UINT64_C(0x1),\n    UINT64_C(0x1a),\n};',
    );
  });
});

describe('the hashes of the schemas', () => {
  const hashesOf = (...statements: readonly string[]): bigint[] =>
    schemaHashes(statements.map((statement, at) => ({ name: `0${at}.sql`, lines: [statement] })));

  it('are one for each version: of none first, and a step that changes nothing of the schema keeps that before it', () => {
    const [none, one, same, two, ...more] = hashesOf(
      'CREATE TABLE a (b);',
      'INSERT INTO a VALUES (1);',
      'CREATE INDEX c ON a (b);',
    );
    expect(more).toEqual([]);
    expect(hashesOf()).toEqual([none]);
    expect(hashesOf('CREATE TABLE a (b);')).toEqual([none, one]);
    expect(same).toBe(one);
    expect(new Set([none, one, two]).size).toBe(3);
  });

  it('do not count blanks and quotes of names', () => {
    expect(hashesOf('CREATE  TABLE "a" (b\n);')).toEqual(hashesOf('CREATE TABLE a (b);'));
  });
});
