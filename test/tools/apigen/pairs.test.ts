/* Pages of settings: what follows from one, and what is wrong with one is told. */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { generate } from '../../../tools/apigen/generate.ts';
import { loadModel } from '../../../tools/apigen/load.ts';
import type { Model } from '../../../tools/apigen/model.ts';
import { SpecError } from '../../../tools/apigen/problem.ts';
import { project, schema } from './build.ts';

const fixtures = join(import.meta.dirname, 'fixtures');
let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'apigen-'));
  cpSync(join(fixtures, 'valid'), root, { recursive: true });
  const errors = JSON.parse(readFileSync(join(root, 'errors.json'), 'utf8')) as { errors: Record<string, object> };
  errors.errors['effect_failed'] = { code: 12022, http: 503, text: 'Undone' };
  errors.errors['provisional_pending'] = { code: 12025, http: 409, text: 'Another one waits' };
  writeFileSync(join(root, 'errors.json'), JSON.stringify(errors));
  writeFileSync(join(root, 'effects.json'), JSON.stringify(effects));
});

afterEach(() => {
  rmSync(root, { recursive: true });
});

type Json = Readonly<Record<string, unknown>>;

const effects: Json = {
  kind: 'effects',
  summary: 'Effects',
  effects: { ethernet: { summary: 'The port' }, sound: { summary: 'A sound' } },
};

const common = { effect: ['none'], since: '0.2', summary: 'Setting' };
const settings: Json = {
  on: { type: 'bool', default: true, ...common, effect: ['sound', 'ethernet'] },
  level: { type: 'uint8', min: 0, max: 60, step: 15, unit: 'min', default: 15, ...common },
  name: { type: 'string', min: 1, max: 8, default: 'Name', ...common },
  key: {
    type: 'string',
    format: 'digits',
    min: 1,
    max: 6,
    allowEmpty: true,
    secret: true,
    default: '',
    random: 'digits6',
    ...common,
  },
  colour: { type: 'enum', enum: 'Colour', default: 'green', ...common },
  colours: { type: 'flags', enum: 'Colour', default: ['red', 'Blue'], ...common },
  days: {
    type: 'array',
    of: { type: 'uint16', min: 0, max: 9 },
    minItems: 3,
    maxItems: 3,
    default: [1, 2, 3],
    ...common,
  },
};
const pair: Json = { summary: 'A page', group: 'network', settings, errors: [] };

function load(change: Json): Model {
  const file = {
    kind: 'calls',
    group: 'pages',
    summary: 'Pages',
    pairs: { PageParam: { ...pair, ...change } },
    calls: {},
  };
  writeFileSync(join(root, 'pages.json'), JSON.stringify(file, null, 2));
  return loadModel({ root, spec: root, schema });
}

function problemsOf(change: Json): string[] {
  try {
    load(change);
    return [];
  } catch (error) {
    if (error instanceof SpecError)
      return error.message.split('\n').map((line) => line.replace(/^pages\.json:\d+: /, ''));
    throw error;
  }
}

describe('a page of settings', () => {
  it('gives a read and a write', () => {
    const model = load({ provisional: true, state: 'Thing', act: { now: { type: 'bool', summary: 'Now' } } });
    const read = model.calls.find((call) => call.name === 'SetPageParam');
    const write = model.calls.find((call) => call.name === 'GetPageParam');
    expect(read).toMatchObject({
      method: 'GET',
      access: { kind: 'read', group: 'network' },
      thread: 'loop',
      request: [],
    });
    expect(read?.reply.map((field) => field.name)).toEqual([
      'on',
      'level',
      'name',
      'hasKey',
      'colour',
      'colours',
      'days',
      'revision',
      'state',
    ]);
    expect(write).toMatchObject({
      method: 'POST',
      access: { kind: 'write' },
      thread: 'worker',
      audit: 'edit',
      maxBody: 1024,
    });
    expect(write?.request.map((field) => field.name)).toEqual([...Object.keys(settings), 'now', 'revision']);
    expect(write?.request.every((field) => field.optional && field.default === undefined)).toBe(true);
    expect(write?.reply.map((field) => field.name)).toEqual([
      'revision',
      'changed',
      'confirmSeconds',
      'confirmCode',
      'confirmUrl',
    ]);
    expect(write?.errors.map((error) => error.name)).toContain('provisional_pending');
  });

  it('gives C its values, factory values and hooks', () => {
    const files = generate(load({ check: true, act: { now: { type: 'bool', summary: 'Now' } } }));
    const header = files.get('c/setting_values.h') ?? '';
    for (const line of [
      'bool on;',
      'uint8_t level;',
      'char name[33];',
      'char key[7];',
      'enum colour colour;',
      'uint32_t colours;',
      'uint16_t days[3];',
      'struct setting_page_param page_param;',
      '#define SETTING_PAGE_PARAM_KEY (UINT64_C(1) << 3)',
    ]) {
      expect(header).toContain(line);
    }
    const rows = files.get('c/setting_rows.c') ?? '';
    expect(rows).toContain('.colours = (1u << COLOUR_RED) | (1u << COLOUR_BLUE),');
    expect(rows).toContain('.days = { 1, 2, 3 },');
    const hooks = files.get('c/setting_hooks.h') ?? '';
    expect(hooks).toContain('int setting_check_page_param(');
    expect([...hooks.matchAll(/^int effect_(\w+)\(/gm)].map((match) => match[1])).toEqual(['ethernet', 'sound']);
    expect(files.get('c/contract.h')).toContain('int api_page_param_act(');
  });

  it('gives TypeScript its fields', () => {
    const module = generate(load({})).get('ts/pages.ts') ?? '';
    expect(module).toContain('export const pageParam: SettingsPage<PageParamValues> = {');
    expect(module).toContain(
      "{ name: 'level', kind: 'int', min: 0, max: 60, step: 15, unit: 'min', default: 15, effects: [], since: '0.2' },",
    );
    expect(module).toContain("{ name: 'days', kind: 'list', items: 3, min: 0, max: 9, default: [1, 2, 3],");
    expect(module).toContain("format: 'digits', allowEmpty: true, secret: true, default: ''");
  });

  it('tells all of a setting that asks for more groups than its page', () => {
    const model = load({
      settings: { ...settings, on: { ...(settings['on'] as Json), alsoWrite: ['user', 'network'] } },
    });
    const files = generate(model);
    const bits = '(UINT32_C(1) << FUNCTION_GROUP_USER) | (UINT32_C(1) << FUNCTION_GROUP_NETWORK)';
    expect(files.get('c/setting_rows.c')?.split('.also_write = ').slice(1)).toEqual([
      expect.stringMatching(new RegExp(`^${bits.replaceAll(/[()|]/g, '\\$&')},`)),
    ]);
    expect(files.get('ts/pages.ts')).toContain("since: '0.2', alsoWrite: ['user', 'network'] },");
    expect([...files.values()].join('')).toContain('also requires write permission in `user`, `network`');
    const errorsOf = (one: Model) =>
      one.calls.find(({ name }) => name === 'GetPageParam')?.errors.map((error) => error.name);
    expect(errorsOf(model)).toContain('password_needed');
    expect(errorsOf(load({}))).not.toContain('password_needed');
  });
});

const faults: readonly (readonly [string, Json, readonly string[]])[] = [
  ['an unknown group', { group: 'nobody' }, ["pair 'PageParam': the enum FunctionGroup has no group 'nobody'"]],
  ['an unknown state', { state: 'Nothing' }, ["pair 'PageParam': there is no type 'Nothing'"]],
  ['an unknown error', { errors: ['nope'] }, ["pair 'PageParam': the catalogue has no error 'nope'"]],
  [
    'a setting without a factory value',
    { settings: { on: { type: 'bool', ...common } } },
    ["setting 'on': it needs 'default', 'effect' and 'since'"],
  ],
  [
    'a factory value between two steps',
    { settings: { on: { ...(settings['level'] as Json), default: 16 } } },
    ["'on': the default 16 is not a valid value"],
  ],
  [
    'steps that miss the maximum',
    { settings: { on: { ...(settings['level'] as Json), max: 59 } } },
    ["'on': step 15 needs min and max that are steps apart"],
  ],
  [
    'a factory value of another format',
    { settings: { on: { ...(settings['key'] as Json), default: 'a' } } },
    ['\'on\': the default "a" is not a valid value'],
  ],
  [
    'a list of any length',
    { settings: { on: { ...(settings['days'] as Json), minItems: 2 } } },
    ["setting 'on': a setting is a bool, a number, text, a word, flags, or a fixed count of numbers"],
  ],
  [
    'too few numbers',
    { settings: { on: { ...(settings['days'] as Json), default: [1, 2] } } },
    ["'on': the default [1,2] is not a valid value"],
  ],
  [
    'an effect beside none',
    { settings: { on: { ...(settings['on'] as Json), effect: ['none', 'sound'] } } },
    ["setting 'on': 'none' stands alone"],
  ],
  [
    'an unknown effect',
    { settings: { on: { ...(settings['on'] as Json), effect: ['loud'] } } },
    ["setting 'on': there is no effect 'loud' among none, ethernet, sound"],
  ],
  [
    'an unknown format',
    { settings: { on: { ...(settings['key'] as Json), format: 'digit' } } },
    ["'on': there is no format 'digit' among digits"],
  ],
  [
    'a name that the calls need',
    { settings: { revision: settings['on'] } },
    ["pair 'PageParam': the name 'revision' is taken"],
  ],
  [
    'a name that a secret needs',
    { settings: { key: settings['key'], hasKey: settings['on'] } },
    ["pair 'PageParam': the name 'hasKey' is taken"],
  ],
  [
    'an effect of an act',
    { act: { now: { type: 'bool', ...common } } },
    ["'now': 'effect', 'since', 'random', 'alsoWrite', 'refused' and 'devices' are for settings"],
  ],
  [
    'a group to be written besides that there is not',
    { settings: { on: { ...(settings['on'] as Json), alsoWrite: ['nobody'] } } },
    ["setting 'on': the enum FunctionGroup has no group 'nobody'"],
  ],
  [
    'a device that there is not',
    { settings: { on: { ...(settings['on'] as Json), devices: ['moat'] } } },
    ["setting 'on': the enum Device has no device 'moat'"],
  ],
  [
    'a refused value of what is not pending',
    { settings: { on: { ...(settings['on'] as Json), refused: true } } },
    ["setting 'on': 'refused' is a value of a bool or an enum, neither its first nor its default, that is pending"],
  ],
  [
    'groups to be written besides of an act',
    { act: { now: { type: 'bool', summary: 'Now', alsoWrite: ['user'] } } },
    ["'now': 'effect', 'since', 'random', 'alsoWrite', 'refused' and 'devices' are for settings"],
  ],
];

it.each(faults)('%s is told', (_, change, expected) => {
  expect(problemsOf(change)).toEqual(expect.arrayContaining([...expected]));
});

it('every factory value of the firmware is one that its page takes', () => {
  const model = loadModel({ root: project, spec: join(project, 'firmware/api/spec'), schema });
  expect(model.pairs).toHaveLength(21);
  expect(model.pairs.every((page) => page.settings.length > 0)).toBe(true);
});
