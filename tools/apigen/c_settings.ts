/* Settings: setting_values.h (values, rows) for the layer `values`, setting_hooks.h (functions written by hand) for core/, and
 * their tables. Independent of the wire format. */
import { generatedNote } from './c_header.ts';
import {
  comment,
  effectConstant,
  literal,
  memberNote,
  memberType,
  pageConstant,
  pairTag,
  settingBit,
} from './c_names.ts';
import { type Initialisers, memberRow, withNumbers } from './c_rows.ts';
import { initialValue } from './c_values.ts';
import { accessEnum, deviceEnum, type Model, type Pair, type Setting } from './model.ts';
import { snakeCase, upperCase } from './names.ts';

/* Numbers of a fixed count are inline, without a count. */
function member(setting: Setting): string[] {
  const name = snakeCase(setting.name);
  const { shape } = setting;
  const [first = ''] =
    shape.type === 'array'
      ? memberType(shape.of, `${name}[${shape.maxItems}]`, 'request')
      : memberType(shape, name, 'request');
  return [`    ${comment(memberNote(setting))}`, `    ${first}`];
}

function pairValues(pair: Pair): string[] {
  return [
    comment(`${pair.name}: ${pair.summary}`),
    `struct ${pairTag(pair)} {`,
    ...pair.settings.flatMap(member),
    '};',
    ...pair.settings.map((setting, bit) => `#define ${settingBit(pair, setting)} (UINT64_C(1) << ${bit})`),
    '',
  ];
}

const rowTypes = `enum setting_random {
    SETTING_RANDOM_NONE,
    SETTING_RANDOM_DIGITS6 /* six digits, made at the first start */
};

/* One row a setting. */
struct setting_row {
    const char *key; /* as it is stored: "MachineParam.volume" */
    enum setting_page page;
    uint8_t bit; /* of the member within its page */
    enum setting_random random; /* first value */
    uint32_t effects; /* bit n for enum setting_effect n */
    uint32_t also_write; /* bit n for enum function_group n: to be written beside the page's own by who gives it */
    uint32_t devices; /* bit n for enum device n: of which the terminal must have one to change it; 0: it needs none */
    uint32_t refused; /* of a bool or an enum: the value that this version cannot be set to yet; 0: none */
    struct value_row value; /* its offset is that in struct setting_<page>; a secret is sealed at rest */
};

/* One row a page. */
struct setting_page_row {
    const char *name; /* "MachineParam" */
    enum function_group group; /* whose right reads and writes it */
    bool provisional; /* a change that cuts the connection has to be confirmed */
    uint32_t first;   /* row of its first member */
    uint32_t count;
    uint32_t offset; /* of its struct in struct setting_values */
    uint32_t size;
};`;

/* C has no empty enum, no empty struct and no empty array. */
const orNone = (lines: readonly string[], none: string): readonly string[] => (lines.length === 0 ? [none] : lines);

const effectCount = ({ effects }: Model): string => (effects.length === 0 ? '1' : 'SETTING_EFFECT_COUNT');

export function writeSettingValues(model: Model): string {
  const { pairs } = model;
  const count = pairs.reduce((sum, pair) => sum + pair.settings.length, 0);
  return [
    generatedNote,
    '#ifndef POSTERN_SETTING_VALUES_H',
    '#define POSTERN_SETTING_VALUES_H',
    '',
    '#include <stdbool.h>',
    '#include <stddef.h>',
    '#include <stdint.h>',
    '',
    '#include "values.h"',
    '',
    '/* Pages in the order of the specification. */',
    'enum setting_page {',
    ...pairs.map((pair) => `    ${pageConstant(pair)},`),
    '    SETTING_PAGE_COUNT',
    '};',
    '',
    '/* What follows from changes, in the order in which it happens. */',
    'enum setting_effect {',
    ...model.effects.map(({ name }) => `    ${effectConstant(name)},`),
    '    SETTING_EFFECT_COUNT',
    '};',
    '',
    '/* Values of the pages, and a bit for each of their members. */',
    '',
    ...pairs.flatMap(pairValues),
    '/* All of them. */',
    'struct setting_values {',
    ...orNone(
      pairs.map((pair) => `    struct ${pairTag(pair)} ${snakeCase(pair.name)};`),
      '    char none;',
    ),
    '};',
    '',
    rowTypes,
    '',
    `#define SETTING_ROW_COUNT ${count}`,
    '',
    '/* Every setting, page by page. */',
    `extern const struct setting_row setting_rows[${Math.max(count, 1)}];`,
    `extern const struct setting_page_row setting_pages[${Math.max(pairs.length, 1)}];`,
    '',
    '/* The factory values. */',
    'extern const struct setting_values setting_defaults;',
    '',
    '#endif',
    '',
  ].join('\n');
}

/** The row of the value only. */
function valueRow(pair: Pair, setting: Setting): Initialisers {
  return withNumbers(setting, memberRow(setting, pairTag(pair), snakeCase(setting.name)));
}

/** The bits of the devices, if any. */
export const deviceBits = (devices: readonly string[]): string =>
  devices.map((device) => `(UINT32_C(1) << ${upperCase(deviceEnum)}_${upperCase(device)})`).join(' | ');

function refusedNumber({ shape, refused }: Setting): number {
  return shape.type === 'enum' ? shape.enum.values.indexOf(String(refused)) : 1;
}

function row(pair: Pair, setting: Setting, bit: number): string {
  const effects = setting.effects.map((effect) => `(UINT32_C(1) << ${effectConstant(effect)})`);
  const groups = setting.alsoWrite.map((group) => `(UINT32_C(1) << ${upperCase(accessEnum)}_${upperCase(group)})`);
  const inits = [
    `.key = ${literal(`${pair.name}.${setting.name}`)}`,
    `.page = ${pageConstant(pair)}`,
    ...(bit === 0 ? [] : [`.bit = ${bit}`]),
    ...(setting.random === undefined ? [] : ['.random = SETTING_RANDOM_DIGITS6']),
    ...(effects.length === 0 ? [] : [`.effects = ${effects.join(' | ')}`]),
    ...(groups.length === 0 ? [] : [`.also_write = ${groups.join(' | ')}`]),
    ...(setting.devices.length === 0 ? [] : [`.devices = ${deviceBits(setting.devices)}`]),
    ...(setting.refused === undefined ? [] : [`.refused = ${refusedNumber(setting)}`]),
    `.value = { ${valueRow(pair, setting).join(',\n                 ')} }`,
  ];
  return `    { ${inits.join(',\n      ')} },`;
}

function pageRows(model: Model): string[] {
  let first = 0;
  return model.pairs.map((pair) => {
    const tag = snakeCase(pair.name);
    const text = [
      `    { .name = ${literal(pair.name)}`,
      `.group = ${upperCase(accessEnum)}_${upperCase(pair.access)}`,
      `.provisional = ${pair.provisional}`,
      `.first = ${first}`,
      `.count = ${pair.settings.length}`,
      `.offset = offsetof(struct setting_values, ${tag})`,
      `.size = sizeof(struct ${pairTag(pair)}) },`,
    ].join(', ');
    first += pair.settings.length;
    return text;
  });
}

export function writeSettingRows(model: Model): string {
  const rows = model.pairs.flatMap((pair) => pair.settings.map((setting, bit) => row(pair, setting, bit)));
  return [
    generatedNote,
    '#include "setting_values.h"',
    '',
    `const struct setting_row setting_rows[${Math.max(rows.length, 1)}] = {`,
    ...orNone(rows, '    { .key = "" },'),
    '};',
    '',
    `const struct setting_page_row setting_pages[${Math.max(model.pairs.length, 1)}] = {`,
    ...orNone(pageRows(model), '    { .name = "" },'),
    '};',
    '',
    'const struct setting_values setting_defaults = {',
    ...orNone(
      model.pairs.flatMap((pair) => [
        `    .${snakeCase(pair.name)} = {`,
        ...pair.settings.map(
          (setting) => `        .${snakeCase(setting.name)} = ${initialValue(setting.shape, setting.default)},`,
        ),
        '    },',
      ]),
      '    .none = 0,',
    ),
    '};',
    '',
  ].join('\n');
}

const checkName = (pair: Pair): string => `setting_check_${snakeCase(pair.name)}`;

export function writeSettingHooks(model: Model): string {
  return [
    generatedNote,
    '#ifndef POSTERN_SETTING_HOOKS_H',
    '#define POSTERN_SETTING_HOOKS_H',
    '',
    '#include "setting_values.h"',
    '',
    'struct core;',
    'struct settings;',
    '',
    '/* Effects, written by hand by the owner of the part, in core/: see core/settings/effects.h. */',
    '',
    ...model.effects.map(
      ({ name }) =>
        `int effect_${snakeCase(name)}(struct core *core, const struct settings *before, const struct settings *after);`,
    ),
    '',
    '/* Rules across the settings of a page, for pairs with `check`. `values` is the page as it would be saved, each value valid by',
    ' * itself; the check may put it right (clear what no longer applies). 0, or an E_* with the setting it is about in *ret_field',
    ' * (static text). Reads no device. */',
    '',
    ...model.pairs
      .filter((pair) => pair.check)
      .map(
        (pair) =>
          `int ${checkName(pair)}(const struct settings *before, struct ${pairTag(pair)} *values, const char **ret_field);`,
      ),
    '',
    '/* The same as tables, for the engine: NULL where there is none. */',
    'typedef int setting_effect_fn(struct core *core, const struct settings *before, const struct settings *after);',
    'typedef int setting_check_fn(const struct settings *before, void *values, const char **ret_field);',
    `extern setting_effect_fn *const setting_effects[${effectCount(model)}];`,
    `extern const char *const setting_effect_names[${effectCount(model)}];`,
    `extern setting_check_fn *const setting_checks[${Math.max(model.pairs.length, 1)}];`,
    '',
    '#endif',
    '',
  ].join('\n');
}

export function writeSettingTables(model: Model): string {
  const checked = model.pairs.filter((pair) => pair.check);
  return [
    generatedNote,
    '#include "setting_hooks.h"',
    '',
    ...checked.flatMap((pair) => [
      `static int check_${snakeCase(pair.name)}(const struct settings *before, void *values, const char **ret_field) {`,
      `    return ${checkName(pair)}(before, values, ret_field);`,
      '}',
      '',
    ]),
    `setting_check_fn *const setting_checks[${Math.max(model.pairs.length, 1)}] = {`,
    ...orNone(
      checked.map((pair) => `    [${pageConstant(pair)}] = check_${snakeCase(pair.name)},`),
      '    NULL,',
    ),
    '};',
    '',
    `setting_effect_fn *const setting_effects[${effectCount(model)}] = {`,
    ...orNone(
      model.effects.map(({ name }) => `    [${effectConstant(name)}] = effect_${snakeCase(name)},`),
      '    NULL,',
    ),
    '};',
    '',
    `const char *const setting_effect_names[${effectCount(model)}] = {`,
    ...orNone(
      model.effects.map(({ name }) => `    [${effectConstant(name)}] = ${literal(name)},`),
      '    NULL,',
    ),
    '};',
    '',
  ].join('\n');
}
