/* What core/ gets: setting_values.h (enumerations, values, rows), setting_hooks.h (what the parts write by hand), and their
 * tables. Nothing of it knows the wire. */
import { generatedNote } from './c_header.ts';
import {
  comment,
  effectConstant,
  enumConstant,
  enumTag,
  limitInitialisers,
  literal,
  memberNote,
  memberType,
  number,
  pageConstant,
  pairTag,
  settingBit,
} from './c_names.ts';
import type { EnumEntry, Model, Pair, Setting, Shape } from './model.ts';
import { settingEffects } from './model.ts';
import { snakeCase } from './names.ts';

function enumeration(entry: EnumEntry): string[] {
  const constants = entry.values.map((value) => `    ${enumConstant(entry, value)},`);
  const last = constants.at(-1)?.slice(0, -1) ?? '';
  return [
    comment(entry.summary),
    `enum ${enumTag(entry)} {`,
    ...constants.slice(0, -1),
    last,
    '};',
    `#define ${enumTag(entry).toUpperCase()}_COUNT ${entry.values.length}`,
    `extern const char *const ${enumTag(entry)}_text[${entry.values.length}];`,
    '',
  ];
}

/* Numbers of a fixed count stand inline, without a count. */
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

const rowTypes = `enum setting_type {
    SETTING_BOOL,
    SETTING_INT,    /* (u)int8_t to (u)int64_t */
    SETTING_TEXT,   /* UTF-8 with a NUL */
    SETTING_ENUM,   /* int-sized */
    SETTING_FLAGS,  /* uint32_t, bit n for word n */
    SETTING_NUMBERS /* \`count\` integers */
};

enum setting_random {
    SETTING_RANDOM_NONE,
    SETTING_RANDOM_DIGITS6 /* six digits, made at the first start */
};

/* One row a setting. */
struct setting_row {
    const char *key;  /* as it is stored: "MachineParam.volume" */
    const char *name; /* "volume" */
    enum setting_page page;
    enum setting_type type;
    enum format format;         /* of a text */
    enum setting_random random; /* first value */
    bool secret;                /* sealed at rest, never read back or shown */
    bool is_signed;
    bool allow_empty; /* of a text: "" is valid whatever min says */
    uint8_t size;     /* octets of an integer, or of one of them */
    uint8_t count;    /* of SETTING_NUMBERS */
    uint8_t bit;      /* of the member within its page */
    uint32_t step;    /* of an integer: min plus a multiple of it; 0: any */
    int64_t min;      /* of a value; characters of a text */
    int64_t max;
    const char *const *words; /* of enum and flags */
    uint32_t word_count;
    uint32_t effects; /* bit n for enum setting_effect n */
    uint32_t offset;  /* of the member in struct setting_values */
    uint32_t octets;  /* of the member */
};

/* One row a page. */
struct setting_page_row {
    const char *name; /* "MachineParam" */
    bool provisional; /* a change that cuts the connection has to be confirmed */
    uint32_t first;   /* row of its first member */
    uint32_t count;
    uint32_t offset; /* of its struct in struct setting_values */
    uint32_t size;
};`;

/* C has no empty enum and no empty struct. */
const orNone = (lines: readonly string[], none: string): readonly string[] => (lines.length === 0 ? [none] : lines);

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
    '#include "util/format.h"',
    '',
    '/* Enumerations. Their words, as they are stored and travel, stand in <name>_text in the same order. */',
    '',
    ...model.enums.flatMap(enumeration),
    '/* Pages in the order of the specification. */',
    'enum setting_page {',
    ...pairs.map((pair) => `    ${pageConstant(pair)},`),
    '    SETTING_PAGE_COUNT',
    '};',
    '',
    '/* What follows from changes, in the order in which it happens. */',
    'enum setting_effect {',
    ...settingEffects.map((effect) => `    ${effectConstant(effect)},`),
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

const typeConstant = (shape: Shape): string =>
  `SETTING_${{ string: 'TEXT', array: 'NUMBERS', bool: 'BOOL', int: 'INT', enum: 'ENUM', flags: 'FLAGS', decimal: '', date: '', object: '' }[shape.type]}`;

function limits(shape: Shape): string[] {
  switch (shape.type) {
    case 'int':
    case 'string':
      return limitInitialisers(shape);
    case 'enum':
    case 'flags':
      return [`.words = ${enumTag(shape.enum)}_text`, `.word_count = ${shape.enum.values.length}`];
    case 'array':
      return [...limits(shape.of), `.count = ${shape.maxItems}`];
    default:
      return [];
  }
}

function row(pair: Pair, setting: Setting, bit: number): string {
  const path = `${snakeCase(pair.name)}.${snakeCase(setting.name)}`;
  const effects = setting.effects.map((effect) => `(UINT32_C(1) << ${effectConstant(effect)})`);
  const inits = [
    `.key = ${literal(`${pair.name}.${setting.name}`)}`,
    `.name = ${literal(setting.name)}`,
    `.page = ${pageConstant(pair)}`,
    `.type = ${typeConstant(setting.shape)}`,
    ...limits(setting.shape),
    ...(setting.secret ? ['.secret = true'] : []),
    ...(setting.random === undefined ? [] : ['.random = SETTING_RANDOM_DIGITS6']),
    ...(bit === 0 ? [] : [`.bit = ${bit}`]),
    ...(effects.length === 0 ? [] : [`.effects = ${effects.join(' | ')}`]),
    `.offset = offsetof(struct setting_values, ${path})`,
    `.octets = sizeof(((struct setting_values *) 0)->${path})`,
  ];
  return `    { ${inits.join(',\n      ')} },`;
}

function defaultOf(setting: Setting): string {
  const { shape, default: value } = setting;
  switch (shape.type) {
    case 'string':
      return literal(String(value));
    case 'enum':
      return enumConstant(shape.enum, String(value));
    case 'flags': {
      const words: readonly unknown[] = Array.isArray(value) ? value : [];
      return words.map((word) => `(1u << ${enumConstant(shape.enum, String(word))})`).join(' | ') || '0';
    }
    case 'array':
      return `{ ${(Array.isArray(value) ? value : []).map((item: unknown) => number(Number(item))).join(', ')} }`;
    default:
      return typeof value === 'boolean' ? String(value) : number(Number(value));
  }
}

function pageRows(model: Model): string[] {
  let first = 0;
  return model.pairs.map((pair) => {
    const tag = snakeCase(pair.name);
    const text = [
      `    { .name = ${literal(pair.name)}`,
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
    ...model.enums.flatMap((entry) => [
      `const char *const ${enumTag(entry)}_text[${entry.values.length}] = {`,
      ...entry.values.map((value) => `    ${literal(value)},`),
      '};',
      '',
    ]),
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
        ...pair.settings.map((setting) => `        .${snakeCase(setting.name)} = ${defaultOf(setting)},`),
        '    },',
      ]),
      '    .none = 0,',
    ),
    '};',
    '',
  ].join('\n');
}

const usedEffects = (model: Model): (typeof settingEffects)[number][] =>
  settingEffects.filter((effect) =>
    model.pairs.some((pair) => pair.settings.some((setting) => setting.effects.includes(effect))),
  );

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
    ...usedEffects(model).map(
      (effect) =>
        `int effect_${snakeCase(effect)}(struct core *core, const struct settings *before, const struct settings *after);`,
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
    'extern setting_effect_fn *const setting_effects[SETTING_EFFECT_COUNT];',
    'extern const char *const setting_effect_names[SETTING_EFFECT_COUNT];',
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
    'setting_effect_fn *const setting_effects[SETTING_EFFECT_COUNT] = {',
    ...orNone(
      usedEffects(model).map((effect) => `    [${effectConstant(effect)}] = effect_${snakeCase(effect)},`),
      '    NULL,',
    ),
    '};',
    '',
    'const char *const setting_effect_names[SETTING_EFFECT_COUNT] = {',
    ...settingEffects.map((effect) => `    [${effectConstant(effect)}] = ${literal(effect)},`),
    '};',
    '',
  ].join('\n');
}
