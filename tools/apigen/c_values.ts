/* The layer `values`: values.h and values.c. Enumerations with their words; for every entity one plain struct, its change, its rows,
 * its limits and functions based on its rows; for every set one plain struct. Independent of the wire's JSON and of a store. */
import { generatedNote } from './c_header.ts';
import {
  comment,
  enumConstant,
  enumTag,
  fieldConstant,
  literal,
  memberNote,
  number,
  rowsName,
  setTag,
  textOctets,
  wordsName,
} from './c_names.ts';
import { borrowedMember, borrowedRow, type Initialisers } from './c_rows.ts';
import type { Entity, EnumEntry, Field, FieldSet, Model, Shape, Subset } from './model.ts';
import { snakeCase, upperCase } from './names.ts';

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
    `extern const struct value_words ${wordsName(entry)};`,
    ...textOf(entry),
    ...entry.subsets.flatMap((subset) => predicate(entry, subset)),
    '',
  ];
}

/** The word of a value that may come from outside the program, such as the database: never reads past the table. */
function textOf(entry: EnumEntry): string[] {
  const tag = enumTag(entry);
  return [
    `static inline const char *${tag}_text_of(unsigned value) {`,
    `    return value < ${tag.toUpperCase()}_COUNT ? ${tag}_text[value] : "unknown";`,
    '}',
  ];
}

function predicate(entry: EnumEntry, subset: Subset): string[] {
  const bits = subset.values.map((value) => `UINT64_C(1) << ${enumConstant(entry, value)}`);
  return [
    `static inline bool ${enumTag(entry)}_is_${snakeCase(subset.name)}(enum ${enumTag(entry)} value) {`,
    `    return ((${bits.join(' |\n             ')}) >>`,
    '            value & 1) != 0;',
    '}',
  ];
}

function words(entry: EnumEntry): string[] {
  const name = wordsName(entry);
  return [
    `const char *const ${enumTag(entry)}_text[${entry.values.length}] = {`,
    ...entry.values.map((value) => `    ${literal(value)},`),
    '};',
    `static const uint8_t ${name}_len[] = { ${entry.values.map((value) => value.length).join(', ')} };`,
    `const struct value_words ${name} = {`,
    `    .words = ${enumTag(entry)}_text,`,
    `    .lengths = ${name}_len,`,
    `    .count = ${entry.values.length},`,
    '};',
    `_Static_assert(sizeof(enum ${enumTag(entry)}) == sizeof(int), "an enumeration is kept as an int");`,
    '',
  ];
}

const members = (fields: readonly Field[]): string[] =>
  fields.flatMap((field) => [
    `    ${comment(memberNote(field))}`,
    ...borrowedMember(field, snakeCase(field.name)).map((line) => `    ${line}`),
  ]);

function limitsOf(set: FieldSet, { name, shape }: Field): string[] {
  const stem = fieldConstant(set, name);
  switch (shape.type) {
    case 'int':
    case 'decimal':
      return [`#define ${stem}_MIN ${number(shape.min)}`, `#define ${stem}_MAX ${number(shape.max)}`];
    case 'string':
      return [
        `#define ${stem}_MAX ${shape.max} /* characters */`,
        `#define ${stem}_OCTETS ${textOctets(shape)} /* of the longest, with its NUL */`,
      ];
    default:
      return [];
  }
}

/* A set without limits. */
const limits = (set: FieldSet): string[] => set.fields.flatMap((field) => limitsOf(set, field));

/* Storage for the texts of one object, each of maximum length. */
function textsSize(set: FieldSet): string[] {
  const sizes = set.fields.flatMap(({ shape, secret }) =>
    shape.type === 'string' && !secret ? [textOctets(shape)] : [],
  );
  const sum = sizes.reduce((all, size) => all + size, 0);
  return [`#define ${upperCase(set.name)}_TEXTS_MAX ${Math.max(sum, 1)} /* of all texts of one, with their NULs */`];
}

function fieldsEnum(set: FieldSet): string[] {
  return [
    `enum ${setTag(set)}_field {`,
    ...set.fields.map(({ name }) => `    ${fieldConstant(set, name)},`),
    `    ${upperCase(set.name)}_FIELD_COUNT`,
    '};',
    ...limits(set),
    ...textsSize(set),
  ];
}

const given = (set: FieldSet): string => `    uint64_t given; /* bit n for enum ${setTag(set)}_field n */`;

function setStruct(set: FieldSet): string[] {
  const tag = setTag(set);
  return [
    comment(`${set.summary}. Texts are borrowed; one that is not given is NULL`),
    ...fieldsEnum(set),
    `struct ${tag} {`,
    ...members(set.fields),
    given(set),
    '};',
    `extern const struct value_row ${rowsName(set)}[${upperCase(set.name)}_FIELD_COUNT];`,
    '',
    `static inline bool ${tag}_gives(const struct ${tag} *${tag}, enum ${tag}_field field) {`,
    `    return (${tag}->given >> field & 1u) != 0;`,
    '}',
    '',
  ];
}

/** Tables from enumeration values to fields of an entity; the number of fields means none. */
interface FieldTable {
  readonly name: string;
  readonly summary: string;
  readonly entity: Entity;
  /** Names of fields. */
  readonly fields: readonly (string | undefined)[];
}

function fieldTables(model: Model): FieldTable[] {
  const named = (name: string | undefined): Entity[] => model.entities.filter((entity) => entity.name === name);
  return [
    ...model.enums.flatMap((entry): FieldTable[] =>
      named(entry.fields?.entity).map((entity) => ({
        name: `${enumTag(entry)}_fields`,
        summary: `The field of ${entity.name} that a value of enum ${enumTag(entry)} stands for`,
        entity,
        fields: (entry.fields?.names ?? []).map((name) => name ?? undefined),
      })),
    ),
    ...model.sets.flatMap((set): FieldTable[] =>
      named(set.filters?.entity).map((entity) => ({
        name: `${setTag(set)}_fields`,
        summary: `The field of ${entity.name} that a filter of ${set.name} is compared with`,
        entity,
        fields: set.fields.map(({ name }) => set.filters?.names.find((one) => one === name)),
      })),
    ),
  ];
}

const tableHead = ({ name, fields }: FieldTable): string => `const uint8_t ${name}[${fields.length}]`;

const fieldTableHeader = (table: FieldTable): string[] => [
  comment(`${table.summary}; ${upperCase(table.entity.name)}_FIELD_COUNT: none`),
  `extern ${tableHead(table)};`,
  '',
];

const fieldTableSource = (table: FieldTable): string[] => [
  `${tableHead(table)} = {`,
  ...table.fields.map(
    (field) =>
      `    ${field === undefined ? `${upperCase(table.entity.name)}_FIELD_COUNT` : fieldConstant(table.entity, field)},`,
  ),
  '};',
  '',
];

function entityStruct(entity: Entity): string[] {
  const tag = setTag(entity);
  const secrets = entity.fields.filter((field) => field.secret);
  return [
    comment(`${entity.summary}. Texts are borrowed`),
    ...fieldsEnum(entity),
    `struct ${tag} {`,
    ...members(entity.type.fields),
    ...members(entity.internal),
    '};',
    '',
    '/* What is to become of one: only what is given is changed. Its key counts as given. */',
    `struct ${tag}_change {`,
    `    struct ${tag} values; /* first, so that the rows fit both */`,
    ...members(secrets),
    given(entity),
    '};',
    '',
    `extern const struct value_row ${rowsName(entity)}[${upperCase(entity.name)}_FIELD_COUNT];`,
    `extern const struct value_set ${tag}_set;`,
    `extern const struct ${tag} ${tag}_defaults; /* a new one */`,
    '',
    `static inline bool ${tag}_gives(const struct ${tag}_change *change, enum ${tag}_field field) {`,
    '    return (change->given >> field & 1u) != 0;',
    '}',
    '',
    '/* Checks the key and what is given by their rows. As value_check(), with the field in *ret_field. */',
    `_must_check_ static inline int ${tag}_check(const struct ${tag}_change *change, const struct value_row **ret_row) {`,
    `    return value_set_check(&${tag}_set, change, change->given, ret_row);`,
    '}',
    '',
    '/* Puts the key and what is given, but for secrets and the count of changes, into `one`. */',
    `static inline void ${tag}_merge(const struct ${tag}_change *change, struct ${tag} *one) {`,
    `    value_set_merge(&${tag}_set, change, change->given, one);`,
    '}',
    '',
    '/* True if nothing differs but secrets and the count of changes. */',
    `static inline bool ${tag}_equal(const struct ${tag} *a, const struct ${tag} *b) {`,
    `    return value_set_equal(&${tag}_set, a, b);`,
    '}',
    '',
    '/* Appends members of a JSON object for the audit log: all, or those that differ from `other`; never a secret. */',
    `static inline void ${tag}_json(const struct ${tag} *one, const struct ${tag} *other, struct buf *out) {`,
    `    value_set_json(&${tag}_set, one, other, out);`,
    '}',
    '',
  ];
}

export function writeValuesHeader(model: Model): string {
  return [
    generatedNote,
    '#ifndef POSTERN_VALUES_H',
    '#define POSTERN_VALUES_H',
    '',
    '#include <stdbool.h>',
    '#include <stddef.h>',
    '#include <stdint.h>',
    '',
    '#include "values/value_set.h"',
    '',
    '/* Enumerations. Their words, as they are stored and travel, stand in <name>_text in the same order. */',
    '',
    ...model.enums.flatMap(enumeration),
    '/* Sets of fields: what calls and lower layers share. Row n and bit n of `given` are those of field n. */',
    '',
    ...model.sets.flatMap(setStruct),
    '/* Entities. */',
    '',
    ...model.entities.flatMap(entityStruct),
    ...fieldTables(model).flatMap(fieldTableHeader),
    '#endif',
    '',
  ].join('\n');
}

const wrapped = (row: Initialisers): string => `    { ${row.join(',\n      ')} },`;

function rowsOf(set: FieldSet, tag: string, member: (field: Field) => string): string[] {
  return [
    `const struct value_row ${rowsName(set)}[] = {`,
    ...set.fields.map((field) => wrapped(borrowedRow(field, tag, member(field)))),
    '};',
    '',
  ];
}

const bit = (entity: Entity, field: Field): string => `VALUE_BIT(${fieldConstant(entity, field.name)})`;

function entitySource(entity: Entity): string[] {
  const tag = setTag(entity);
  const content = entity.fields.filter((field) => !field.secret && field.name !== entity.revision);
  return [
    ...rowsOf(entity, `${tag}_change`, (field) => (field.secret ? '' : 'values.') + snakeCase(field.name)),
    `const struct value_set ${tag}_set = {`,
    `    .rows = ${rowsName(entity)},`,
    `    .count = ${upperCase(entity.name)}_FIELD_COUNT,`,
    `    .key = ${fieldConstant(entity, entity.key)},`,
    `    .content = ${content.map((field) => bit(entity, field)).join(' | ')},`,
    '};',
    '',
    `const struct ${tag} ${tag}_defaults = {`,
    ...entity.fields.flatMap((field) =>
      field.secret ? [] : [`    .${snakeCase(field.name)} = ${initialValue(field.shape, field.default)},`],
    ),
    '};',
    `_Static_assert(offsetof(struct ${tag}_change, values) == 0, "rows of a change fit its values");`,
    '',
  ];
}

/** A constant of a plain struct; a field without a default is zero. */
export function initialValue(shape: Shape, value: Field['default']): string {
  switch (shape.type) {
    case 'string':
      return literal(value === undefined ? '' : String(value));
    case 'enum':
      return enumConstant(shape.enum, value === undefined ? (shape.enum.values[0] ?? '') : String(value));
    case 'flags': {
      const set: readonly unknown[] = Array.isArray(value) ? value : [];
      return set.map((word) => `(1u << ${enumConstant(shape.enum, String(word))})`).join(' | ') || '0';
    }
    case 'array':
      return `{ ${(Array.isArray(value) ? value : []).map((item: unknown) => number(Number(item))).join(', ')} }`;
    case 'bool':
      return String(value ?? false);
    default:
      return number(Number(value ?? 0));
  }
}

export function writeValuesSource(model: Model): string {
  return [
    generatedNote,
    '#include "values.h"',
    '',
    ...model.enums.flatMap(words),
    ...model.sets.flatMap((set) => rowsOf(set, setTag(set), (field) => snakeCase(field.name))),
    ...model.entities.flatMap(entitySource),
    ...fieldTables(model).flatMap(fieldTableSource),
  ].join('\n');
}
