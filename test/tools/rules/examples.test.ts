/* Every example of docs/rules.md, tried on the firmware's own functions. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { project } from '../apigen/build.ts';
import { readExamples, readMergeExamples } from './examples.ts';
import { commandsOf, mergeCommand } from './plan.ts';
import { askRules, buildRules } from './program.ts';

const document = readFileSync(join(project, 'docs/rules.md'), 'utf8');
let root: string;
let program: string;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'rules-'));
  program = buildRules(root);
});

afterAll(() => {
  rmSync(root, { recursive: true });
});

describe('an example of docs/rules.md', () => {
  it('holds', () => {
    const examples = readExamples(document);
    const said = askRules(
      program,
      examples.flatMap(({ plan, question }) => [...commandsOf(plan), question]),
    );
    const told = examples.map(({ line }, index) => `${line}: ${said[index]}`);
    expect(told).toEqual(examples.map(({ line, answer }) => `${line}: ${answer}`));
    expect(examples.length).toBeGreaterThan(90);
  });

  it('of intervals that overlap holds', () => {
    const examples = readMergeExamples(document);
    const said = askRules(
      program,
      examples.map(({ sent }) => mergeCommand(sent)),
    );
    const told = examples.map(({ line }, index) => `${line}: merge ${said[index]}`);
    expect(told).toEqual(examples.map(({ line, kept }) => `${line}: ${mergeCommand(kept)}`));
    expect(examples.length).toBeGreaterThan(10);
  });

  it('that cannot be read is an error', () => {
    const section = '## Hours, groups and holidays\n';
    const rows = '| given | when | then |\n|---|---|---|\n| zone 1: Mon 8-17 | group 2, 2026-11-23 12:00 | never |\n';
    expect(() => readExamples(section + rows)).toThrow("docs/rules.md:4: Error: 'Mon 8-17' is not read");
  });
});
