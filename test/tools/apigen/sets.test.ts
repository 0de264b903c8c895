/* Entities and sets: what follows from one, and what is wrong with one is told with its line. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generate } from '../../../tools/apigen/generate.ts';
import { loadModel } from '../../../tools/apigen/load.ts';
import { SpecError } from '../../../tools/apigen/problem.ts';
import { buildProgram, schema } from './build.ts';

const fixtures = join(import.meta.dirname, 'fixtures/valid');
const sources = { root: fixtures, spec: fixtures, schema };
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'apigen-'));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

describe('an entity', () => {
  it('has its fields in the calls that use it, and no others', () => {
    const model = loadModel(sources);
    const names = (call: string): string[] =>
      model.calls
        .find(({ name }) => name === call)
        ?.request.map(({ name, optional }) => name + (optional ? '?' : '')) ?? [];
    expect(names('keepPerson')).toEqual([
      ...['number', 'name?', 'pin?', 'shade?', 'shades?', 'born?', 'version?'],
      'again?',
    ]);
    expect(names('people')).toEqual(['search?', 'shade?', 'name?', 'rows?', 'deep?']);
    const read = model.types.find(({ name }) => name === 'Person')?.fields.map(({ name }) => name);
    expect(read).toEqual(['number', 'name', 'hasPin', 'shade', 'shades', 'born', 'badge', 'version']);
  });

  it('lends what a field of it is, but not whether it may be left out nor what it is then', () => {
    const { sets, entities } = loadModel(sources);
    const asked = sets[0]?.fields.find(({ name }) => name === 'name');
    const declared = entities[0]?.fields.find(({ name }) => name === 'name');
    expect(asked?.shape).toEqual(declared?.shape);
    expect(asked?.code?.name).toBe('user_name_format');
    expect(asked?.default).toBeUndefined();
    expect(asked?.summary).toBe('Only this name');
  });

  it('stands once in C: the reply, the change and the store have one struct', () => {
    const files = generate(loadModel(sources));
    const all = [...files]
      .filter(([name]) => name.startsWith('c/'))
      .map(([, text]) => text)
      .join('\n');
    expect(all.match(/^struct person \{$/gm)).toHaveLength(1);
    expect(all).not.toContain('struct api_person');
    expect(files.get('c/contract.h')).toContain('const struct person *people;');
    expect(files.get('c/contract.h')).toContain('struct person_change person;');
    expect(files.get('c/values.h')).toContain('#define PERSON_NAME_OCTETS 33');
    expect(all.match(/^enum \w*shade \{$/gm)).toHaveLength(1);
  });

  it('gives TypeScript its fields with their limits', () => {
    const module = generate(loadModel(sources)).get('ts/people.ts') ?? '';
    expect(module).toContain('export const personFields = [');
    expect(module).toContain(
      "  { name: 'name', kind: 'text', min: 0, max: 8, allowEmpty: false, secret: false, uses: {} },",
    );
    expect(module).toContain("  { name: 'badge', kind: 'decimal', min: '0', max: '99', uses: {} },");
  });

  it('is decoded, checked, merged, compared and told by its rows, and a secret never', () => {
    const program = buildProgram(sources, root, join(import.meta.dirname, 'drivers/entity.c'));
    expect(execFileSync(program, { encoding: 'utf8' }).trimEnd().split('\n')).toEqual([
      'new {"name":"nobody","shade":"green","shades":[],"born":"","badge":"0"}',
      'given 1011: 1234 A"',
      'checked 0 ',
      'merged {"name":"A\\"","shade":"green","shades":["red","Blue"],"born":"2024-02-29","badge":"0"}',
      'changed {"name":"A\\"","shades":["red","Blue"],"born":"2024-02-29"}',
      'number 7, version 0, same 0',
      'same 1',
      'same 0',
      'checked 1 born',
      'checked 1 pin',
      'asked ann 100, 50 rows, deep 1',
    ]);
  });
});

/* What is put in the place of a line of people.json → what is told, with the line. */
const faults: readonly (readonly [string, string, string, readonly string[]])[] = [
  [
    'a key that is no field',
    '"key": "number"',
    '"key": "nobody"',
    ["people.json:9: entity 'Person': its key 'nobody' is no field that is a number"],
  ],
  [
    'a key that is text',
    '"key": "number"',
    '"key": "name"',
    ["people.json:9: entity 'Person': its key 'name' is no field that is a number"],
  ],
  [
    'a count of changes that is no number',
    '"revision": "version"',
    '"revision": "born"',
    ["people.json:10: entity 'Person': its count of changes 'born' is no field that is a uint32"],
  ],
  [
    'a list among its fields',
    '"born": { "type": "date",',
    '"born": { "type": "array", "of": { "type": "uint8" }, "maxItems": 2,',
    ["people.json:17: 'born': an array cannot be shared"],
  ],
  [
    'an object among its fields',
    '"born": { "type": "date",',
    '"born": { "type": "object", "of": "Person",',
    ["people.json:17: 'born': there is no type 'Person'", "people.json:17: 'born': an object cannot be shared"],
  ],
  [
    'a field with the name that a secret has when it is read',
    '"badge": {',
    '"hasPin": {',
    ["people.json:18: 'hasPin' and 'the presence of pin' have one name in C"],
  ],
  [
    'an internal field with the name of another',
    '"seen": {',
    '"born": {',
    ["people.json:21: 'born': the name is taken"],
  ],
  ['a field that the change has already', '"born": {', '"given": {', ["people.json:17: 'given': the name is taken"]],
  [
    'a default that is not valid',
    '"default": "nobody"',
    '"default": "much too long"',
    ['people.json:13: \'name\': the default "much too long" is not a valid value'],
  ],
  [
    'a use of nothing',
    '"use": "Person",',
    '"use": "Nobody",',
    ["people.json:54: call 'keepPerson': there is no entity or set 'Nobody'"],
  ],
  [
    'leaving out what is not there',
    '"without": ["badge"]',
    '"without": ["medal"]',
    ["people.json:55: call 'keepPerson': 'Person' has no 'medal'"],
  ],
  [
    'leaving out the key',
    '"without": ["badge"]',
    '"without": ["number"]',
    ["people.json:55: call 'keepPerson': 'number' is the key of 'Person'"],
  ],
  [
    'leaving out without using',
    '"use": "Person",',
    '',
    ["people.json:55: call 'keepPerson': 'without' is about what it uses, and it uses nothing"],
  ],
  [
    'an own field of a used name',
    '"again": {',
    '"name": {',
    ["people.json:56: 'name': the name is taken by what call 'keepPerson' uses"],
  ],
  [
    'an own field of the name of the struct it uses',
    '"again": {',
    '"person": {',
    ["people.json:56: 'person': the name is taken by what call 'keepPerson' uses"],
  ],
  [
    'a set with the name of an entity',
    '"PersonQuery": {',
    '"Person": {',
    ["people.json:25: 'Person' is declared twice", "people.json:25: set 'Person' has the name of a type or enum in C"],
  ],
  [
    'a field of an entity that has no such field',
    '"of": "Person.name"',
    '"of": "Person.title"',
    ["people.json:30: 'name': there is no field 'Person.title' of an entity or a type"],
  ],
  [
    'a field of no entity at all',
    '"of": "Person.name"',
    '"of": "name"',
    [
      'people.json:30: sets.PersonQuery.fields.name.of must match pattern "^[A-Za-z][A-Za-z0-9]*\\.[A-Za-z][A-Za-z0-9]*$"',
    ],
  ],
  [
    'an unknown key',
    '"key": "number"',
    '"keys": "number"',
    ["people.json:7: entities.Person has no 'key'", "people.json:9: unknown key 'keys' in entities.Person"],
  ],
];

it.each(faults)('%s is told', (_, from, to, expected) => {
  cpSync(fixtures, root, { recursive: true });
  const text = readFileSync(join(root, 'people.json'), 'utf8');
  expect(text).toContain(from);
  writeFileSync(join(root, 'people.json'), text.replace(from, to));
  let told: readonly string[] = [];
  try {
    loadModel({ root, spec: root, schema });
  } catch (error) {
    if (!(error instanceof SpecError)) throw error;
    told = error.message.split('\n');
  }
  expect(told).toEqual(expect.arrayContaining([...expected]));
});
