/* Every comparison of the pure functions, turned round one by one: the examples of docs/rules.md notice each, and of the next
 * changes at the door, for which the page has none, random weeks. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { project } from '../apigen/build.ts';
import { readExamples, readMergeExamples } from './examples.ts';
import { commandsOf, mergeCommand } from './plan.ts';
import { askRules, buildRules, mergeSource, nextSource, rulesSource, rulesSources } from './program.ts';
import { monday, mondays, randomOf, randomPlan, weeks } from './weeks.ts';

const document = readFileSync(join(project, 'docs/rules.md'), 'utf8');

/** What stands in the place of an operator. */
const others: Readonly<Record<string, readonly string[]>> = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '==': ['!='],
  '!=': ['=='],
  '&&': ['||'],
  '||': ['&&'],
};

/** Mutants that do the same as what they were made from, and why. */
const same: Readonly<Record<string, string>> = {
  'return (ms [>= is >] 0 ? ms : ms - 999) / 1000;': '-999 / 1000 is 0',
  'return period->end [< is <=] period->start ? period->end + DAY_MINUTES : period->end;':
    'an interval whose ends are the same is out before',
  'bool is_over = period->end [< is <=] period->start;': 'what begins as it ends is passed over',
  'return a->day != b->day ? a->day [< is <=] b->day : a->start < b->start;': 'they are not the same',
  'return a->day != b->day ? a->day < b->day : a->start [< is <=] b->start;':
    'two that begin together become one, whichever stands first',
  'end = last_minute(later) [> is >=] end ? last_minute(later) : end;': 'both are the same then',
};

interface Mutant {
  readonly name: string;
  readonly text: string;
}

function mutantsOf(source: string): Mutant[] {
  const text = readFileSync(join(project, source), 'utf8');
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^#.*$/gm, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  return [...code.matchAll(/(?<= )(?:<=|>=|==|!=|&&|\|\||<|>)(?= )/g)].flatMap(({ 0: operator, index }) => {
    const lineStart = text.lastIndexOf('\n', index) + 1;
    const line = text.slice(lineStart, text.indexOf('\n', index));
    return (others[operator] ?? []).map((other): Mutant => {
      const column = index - lineStart;
      const name = `${line.slice(0, column)}[${operator} is ${other}]${line.slice(column + operator.length)}`.trim();
      return { name, text: text.slice(0, index) + other + text.slice(index + operator.length) };
    });
  });
}

let root: string;
let program: string;
let include: readonly string[];

const sanitized = ['-fsanitize=address,undefined', '-fno-sanitize-recover=all'];

const compile = (output: string, ...more: readonly string[]): void => {
  const words = ['-std=gnu11', '-D_GNU_SOURCE', ...include, ...more, '-o', output];
  execFileSync('cc', words, { cwd: project, stdio: 'pipe' });
};

const sources = [join(import.meta.dirname, 'driver.c'), ...rulesSources];

/** A way to compile all of them; the objects of what is not changed lie in a folder of its own. */
type Build = 'plain' | 'sanitized';
const flagsOf: Readonly<Record<Build, readonly string[]>> = { plain: [], sanitized };
const objectOf = (build: Build, source: string): string => join(root, build, `${source.replaceAll('/', '_')}.o`);

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), 'rules-'));
  program = buildRules(root);
  include = [`-I${join(project, 'firmware')}`, `-I${join(root, 'c')}`];
  for (const build of ['plain', 'sanitized'] as const) {
    mkdirSync(join(root, build));
    for (const source of sources) compile(objectOf(build, source), ...flagsOf[build], '-c', source);
  }
});

afterAll(() => {
  rmSync(root, { recursive: true });
});

const examples = readExamples(document);
const merges = readMergeExamples(document);
const commands = [
  ...examples.flatMap(({ plan, question }) => [...commandsOf(plan), question]),
  ...merges.map(({ sent }) => mergeCommand(sent)),
  /* Groups that no user can have. */
  'groupAt 17 0',
  'groupAt 255 0',
];
const wanted = [
  ...examples.map(({ answer }) => answer),
  ...merges.map(({ kept }) => mergeCommand(kept).slice('merge '.length)),
  '0 never 0 0 0',
  '0 never 0 0 0',
].join('\n');

/** Questions about the next changes; that the true program answers them as every minute does is random.test.ts. */
function askNext(): string[] {
  const edge = [...commandsOf(mondays), `changes 100 ${monday * 60}`];
  const random = weeks.flatMap(([name, from]) => {
    const random = randomOf(`${name} mutants`);
    return Array.from({ length: 20 }, (_, round) => {
      const plan = randomPlan(random, from);
      return [...commandsOf(plan), `changes ${round % 3 === 0 ? 2 : 100} ${(from + random(1440)) * 60 + 17}`];
    }).flat();
  });
  return [...edge, ...random];
}

/** A mutant that has no end; the true program takes less than a second. */
const ENDLESS_MS = 10_000;

interface Questions {
  readonly commands: readonly string[];
  readonly wanted: string;
}

const ofThePage: Questions = { commands, wanted };

/** Whether the answers tell the program from the true one. A crash does, too, and having no end. */
function isNoticedBy(build: Build, source: string, { text }: Mutant, asked: Questions): boolean {
  const file = join(root, 'mutant.c');
  writeFileSync(file, text);
  const object = join(root, 'mutant.o');
  const mutant = join(root, 'mutant');
  compile(object, ...flagsOf[build], '-c', file);
  const others = sources.filter((each) => each !== source).map((each) => objectOf(build, each));
  compile(mutant, ...flagsOf[build], object, ...others);
  try {
    return askRules(mutant, asked.commands, ENDLESS_MS).join('\n') !== asked.wanted;
  } catch {
    return true;
  }
}

/** Most are noticed by their answers; what reads behind an array needs the sanitizers, which take three times as long to compile. */
function isNoticed(source: string, mutant: Mutant, asked: Questions): boolean {
  return isNoticedBy('plain', source, mutant, asked) || isNoticedBy('sanitized', source, mutant, asked);
}

describe.each([rulesSource, mergeSource, nextSource])('%s', (source) => {
  it('has no comparison that may be another', () => {
    const next = askNext();
    const asked = source === nextSource ? { commands: next, wanted: askRules(program, next).join('\n') } : ofThePage;
    const mutants = mutantsOf(source);
    const unnoticed = mutants.filter((mutant) => !isNoticed(source, mutant, asked)).map(({ name }) => name);
    expect(unnoticed).toEqual(mutants.map(({ name }) => name).filter((name) => same[name] !== undefined));
    expect(mutants.length).toBeGreaterThan(20);
  });
});
