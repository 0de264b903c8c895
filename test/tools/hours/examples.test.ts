/* Every example of docs/rules.md about a day of attendance, tried on the firmware's own functions and on the naive
 * ones. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project } from '../apigen/build.ts';
import { type Example, proposalText, readExamples, textOf } from './examples.ts';
import { naiveDays } from './naive.ts';
import { daysCommand, type Outcome, personCommands, planCommands } from './plan.ts';
import { askHours, builtHours } from './program.ts';

const document = readFileSync(join(project, 'docs/rules.md'), 'utf8');
const program = builtHours();

const told = (examples: readonly Example[], outcomes: readonly Outcome[], tell: typeof textOf): string[] =>
  examples.map(({ line, plan }, index) => {
    const outcome = outcomes[index];
    return `${line}: ${outcome === undefined ? '' : tell(outcome, plan.clock)}`;
  });

describe.each([
  ['day', textOf, 120],
  ['proposal', proposalText, 40],
] as const)('an example of a %s', (kind, tell, least) => {
  const examples = readExamples(document, kind);
  const wanted = examples.map(({ line, answer }) => `${line}: ${answer}`);

  it('holds', () => {
    const commands = examples.flatMap(({ plan, person, question }) => [
      ...planCommands(plan),
      ...personCommands(person),
      daysCommand(question),
    ]);
    expect(told(examples, askHours(program(), commands), tell)).toEqual(wanted);
    expect(examples.length).toBeGreaterThan(least);
  });

  it('holds for the second implementation', () => {
    const outcomes = examples.flatMap(({ plan, person, question }) => naiveDays(plan, person, question));
    expect(told(examples, outcomes, tell)).toEqual(wanted);
  });
});

describe('an example', () => {
  it('that cannot be read is an error', () => {
    const block = (line: string): string => `text\n\`\`\`day\n${line}\n\`\`\`\n`;
    expect(() => readExamples(block('8:00 -> absent'))).toThrow("docs/rules.md:3: Error: '8:00' is not read");
    expect(() => readExamples(block('shift=3 -> absent'))).toThrow("'shift=3' is not read");
    expect(() => readExamples(block('leave=half -> absent'))).toThrow("'half' is none of whole, first, second");
    expect(() => readExamples(block('08:00'))).toThrow("'08:00' is not read");
  });
});
