/* Formats and effects: each is declared once, has its check in C and in TypeScript, and what is wrong with one is told with its line. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { formatConstant } from '../../../tools/apigen/c_names.ts';
import { textOf } from '../../../tools/apigen/examples.ts';
import { generate } from '../../../tools/apigen/generate.ts';
import { loadModel } from '../../../tools/apigen/load.ts';
import type { FormatEntry } from '../../../tools/apigen/model.ts';
import { SpecError } from '../../../tools/apigen/problem.ts';
import { fitsFormat, formatNames } from '../../../tools/apigen/runtime/formats.ts';
import { checkValue, text } from '../../../tools/apigen/runtime/runtime.ts';
import { compileProgram, project, schema } from './build.ts';

const model = loadModel({ root: project, spec: join(project, 'firmware/api/spec'), schema });
const { formats } = model;
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'apigen-'));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

describe('the formats', () => {
  it('that are declared are those that TypeScript checks', () => {
    expect(formats.map(({ name }) => name).sort()).toEqual(formatNames().sort());
  });

  it('are checked in C as their texts say', () => {
    const lines = formats.map(({ name }) => `FORMAT("${name}", ${formatConstant(name)})\n`);
    writeFileSync(join(root, 'formats.inc'), lines.join(''));
    const program = join(root, 'program');
    compileProgram(program, [join(import.meta.dirname, 'drivers/format.c'), 'firmware/values/format.c'], [root]);

    const asked = formats.flatMap((format) =>
      [...format.good, ...format.bad].map((value) => ({ format, value, fits: format.good.includes(value) })),
    );
    const input = asked.map(({ format, value }) => `${format.name} ${Buffer.from(value).toString('hex')}\n`).join('');
    const answers = execFileSync(program, { input, encoding: 'utf8' }).trimEnd().split('\n');
    expect(asked.map(({ format, value }, at) => [format.name, value, answers[at]])).toEqual(
      asked.map(({ format, value, fits }) => [format.name, value, `${Number(fits)} ${Number(format.lines)}`]),
    );
  });

  it.each(formats)('$name: TypeScript lets line breaks pass where it has lines', ({ name, lines }) => {
    const badText = model.errors.find((error) => error.name === 'bad_text')?.code;
    const answer = checkValue(text({ min: 0, max: 99, format: name }), 'a\t\r\nb');
    expect(answer === badText).toBe(!lines);
  });

  it.each(formats)('$name: examples have the format at every length', (format) => {
    const shortest = textOf(0, format).length;
    const longest = Math.min(textOf(1000, format).length, 300);
    for (let length = shortest; length <= longest; length++) {
      const example = textOf(length, format);
      expect([example.length, fitsFormat(example, format.name)], example).toEqual([length, true]);
    }
  });

  it('are in the reference and in OpenAPI as they are declared', () => {
    const files = generate(model);
    for (const { name, summary, openapi } of formats) {
      expect(files.get('docs/api.md')).toContain(`- \`${name}\`: ${summary}.\n`);
      for (const [keyword, value] of Object.entries(openapi)) {
        expect(files.get('docs/openapi.json')).toContain(`"${keyword}": ${JSON.stringify(value)}`);
      }
    }
  });
});

describe('the effects', () => {
  it('happen in the order of their file', () => {
    const file = JSON.parse(readFileSync(join(project, 'firmware/api/spec/effects.json'), 'utf8')) as {
      effects: Record<string, { summary: string }>;
    };
    const names = Object.keys(file.effects);
    const header = generate(model).get('c/setting_values.h') ?? '';
    const constants = [...header.matchAll(/^ {4}SETTING_EFFECT_(\w+),$/gm)].map((match) => match[1]?.replace('_', ''));
    expect(constants).toEqual(names.map((name) => name.toUpperCase()));
    const page = generate(model).get('docs/api.md') ?? '';
    for (const [at, [name, { summary }]] of Object.entries(file.effects).entries()) {
      expect(page).toContain(`${at + 1}. \`${name}\`: ${summary}.\n`);
    }
  });
});

type Format = Omit<FormatEntry, 'name'>;

function problems(files: Readonly<Record<string, object>>): string[] {
  cpSync(join(import.meta.dirname, 'fixtures/valid'), root, { recursive: true });
  for (const [name, file] of Object.entries(files)) {
    writeFileSync(join(root, name), JSON.stringify(file, null, 2));
  }
  try {
    loadModel({ root, spec: root, schema });
    return [];
  } catch (error) {
    if (error instanceof SpecError) {
      return error.message.split('\n');
    }
    throw error;
  }
}

/* Lines of the file: 6 summary, 7 openapi, 10 examples, 13 good, 17 bad; one more with `lines` before them. */
const digits: Partial<Format> = {
  summary: '0 to 9',
  openapi: { pattern: '^[0-9]*$' },
  examples: ['*'],
  good: ['0', '12'],
  bad: ['a', 'b'],
  fill: '1',
};

const faults: readonly (readonly [string, object, readonly string[]])[] = [
  [
    'without a check',
    { roman: digits, digits },
    ["formats.json:5: format 'roman': tools/apigen/runtime/formats.ts has no check of it"],
  ],
  [
    'with lines that its check does not have',
    { digits: { lines: true, ...digits } },
    ["formats.json:6: format 'digits': tools/apigen/runtime/formats.ts says that it has no lines"],
  ],
  [
    'whose check refuses a good text',
    { digits: { ...digits, good: ['0', 'a'] } },
    ['formats.json:15: format \'digits\': its check refuses "a"'],
  ],
  [
    'with a good text of more than ASCII',
    { digits: { ...digits, good: ['\u0663', '0'] } },
    ['formats.json:14: format \'digits\': "\u0663" is not ASCII'],
  ],
  [
    'with a good text that its pattern refuses',
    { digits: { ...digits, openapi: { pattern: '^[1-9]*$' } } },
    ["formats.json:14: format 'digits': the pattern of 'openapi' refuses \"0\""],
  ],
  [
    'whose check lets a bad text pass',
    { digits: { ...digits, bad: ['a', '7'] } },
    ['formats.json:19: format \'digits\': its check lets "7" pass'],
  ],
  [
    'with an example that its check refuses',
    { digits: { ...digits, examples: ['1', 'a*'] } },
    ['formats.json:12: format \'digits\': its check refuses "a"'],
  ],
  [
    'with filler that its check refuses',
    { digits: { ...digits, fill: '1a' } },
    ['formats.json:11: format \'digits\': its check refuses "1a"'],
  ],
  [
    'with two places to fill',
    { digits: { ...digits, examples: ['1*1*'] } },
    ['formats.json:11: formats.digits.examples.0 must match pattern "^[^*]*[*]?[^*]*$"'],
  ],
  ['without a bad text', { digits: { ...digits, bad: undefined } }, ["formats.json:5: formats.digits has no 'bad'"]],
  [
    'that a field has and nobody declares',
    { mac: { ...digits, openapi: { format: 'mac' }, examples: ['02:00:5E:10:00:01'], good: ['02:00:5E:10:00:01'] } },
    ["people.json:14: 'pin': there is no format 'digits' among mac"],
  ],
];

describe('a format', () => {
  it.each(faults)('%s is told', (_, declared, expected) => {
    expect(problems({ 'formats.json': { kind: 'formats', summary: 'Formats', formats: declared } })).toEqual(expected);
  });

  it('is declared in one file', () => {
    const file = { summary: 'More', kind: 'formats', formats: {} };
    expect(problems({ 'more.json': file })).toEqual(['more.json:3: the formats are declared in formats.json already']);
  });
});

const setting = { type: 'bool', default: true, since: '0.2', summary: 'On' };
const pages = (...effects: readonly string[]): object => ({
  kind: 'calls',
  group: 'pages',
  summary: 'Pages',
  pairs: {
    PageParam: {
      summary: 'A page',
      group: 'network',
      settings: { on: { ...setting, effect: effects } },
      errors: [],
    },
  },
  calls: {},
});
const effectsFile = (...names: readonly string[]): object => ({
  kind: 'effects',
  summary: 'Effects',
  effects: Object.fromEntries(names.map((name) => [name, { summary: 'Something' }])),
});
const errors = (): object => {
  const path = join(import.meta.dirname, 'fixtures/valid/errors.json');
  const file = JSON.parse(readFileSync(path, 'utf8')) as { errors: object };
  return { ...file, errors: { ...file.errors, effect_failed: { code: 12022, http: 503, text: 'Undone' } } };
};

describe('an effect', () => {
  it('that is declared and used is no fault', () => {
    const files = { 'errors.json': errors(), 'effects.json': effectsFile('sound'), 'pages.json': pages('sound') };
    expect(problems(files)).toEqual([]);
  });

  it('that no setting has is told', () => {
    const files = {
      'errors.json': errors(),
      'effects.json': effectsFile('sound', 'light'),
      'pages.json': pages('sound'),
    };
    expect(problems(files)).toEqual(["effects.json:8: no setting has the effect 'light'"]);
  });

  it('that a setting has and nobody declares is told with those that there are', () => {
    const files = {
      'errors.json': errors(),
      'effects.json': effectsFile('sound'),
      'pages.json': pages('sound', 'loud'),
    };
    expect(problems(files)).toEqual(["pages.json:10: setting 'on': there is no effect 'loud' among none, sound"]);
  });

  it('cannot have the word for none', () => {
    const files = { 'errors.json': errors(), 'effects.json': effectsFile('none'), 'pages.json': pages('none') };
    expect(problems(files)).toContain("effects.json:5: 'none' is no name of an effect");
  });
});
