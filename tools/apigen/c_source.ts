/* contract.c: field tables, encoders, handler wrappers and the route table. */

import { writeEncoder } from './c_encode.ts';
import { changeHead, changes, generatedNote, typesOf } from './c_header.ts';
import {
  catalogueConstant,
  enumConstant,
  fieldConstant,
  handlerName,
  literal,
  number,
  ownFields,
  replyTag,
  requestTag,
  roomName,
  rowsName,
  sharedIndex,
  sharedMember,
  typeTag,
} from './c_names.ts';
import { type Initialisers, memberRow, shapeInitialisers } from './c_rows.ts';
import { deviceBits } from './c_settings.ts';
import type { Call, Field, FieldSet, Model, Shape, Thread, TypeEntry } from './model.ts';
import { accessEnum, auditEnum } from './model.ts';
import { snakeCase } from './names.ts';

function defaultInitialiser(field: Field): string[] {
  const { shape } = field;
  if (field.default === undefined) {
    return [];
  }
  if (shape.type === 'string') {
    return ['.has_default = true', `.default_text = ${literal(String(field.default))}`];
  }
  return ['.has_default = true', `.default_value = ${defaultNumber(shape, field.default)}`];
}

function defaultNumber(shape: Shape, value: NonNullable<Field['default']>): string {
  if (shape.type === 'enum') {
    return enumConstant(shape.enum, String(value));
  }
  if (shape.type === 'flags' && Array.isArray(value)) {
    const bits = value.map((word: unknown) => `(1u << ${enumConstant(shape.enum, String(word))})`);
    return bits.length === 0 ? '0' : bits.join(' | ');
  }
  return shape.type === 'bool' ? String(value) : number(Number(value));
}

const threads: Readonly<Record<Thread, string>> = {
  loop: 'API_ON_LOOP',
  worker: 'API_ON_WORKER',
  slow: 'API_ON_WORKER_SLOW',
  signIn: 'API_ON_WORKER_SIGN_IN',
  command: 'API_ON_COMMAND',
  stream: 'API_STREAM',
};

const fieldTable = (structTag: string): string => `${structTag}_fields`;

const codes = (field: Field): Initialisers => [
  ...(field.code === undefined ? [] : [`.code = ${catalogueConstant(field.code)}`]),
  ...(field.emptyCode === undefined ? [] : [`.empty_code = ${catalogueConstant(field.emptyCode)}`]),
];

const objectOf = (shape: Shape): Initialisers =>
  shape.type === 'object'
    ? [`.of = ${fieldTable(typeTag(shape.of, 'request'))}`, `.of_count = ${shape.of.fields.length}`]
    : [];

/* A field whose member is in the request's own struct. */
function ownField(field: Field, row: string, tag: string): Initialisers {
  const member = snakeCase(field.name);
  return [
    `.row = ${row}`,
    ...(field.optional ? ['.optional = true'] : []),
    ...codes(field),
    ...defaultInitialiser(field),
    `.has_offset = ${field.optional ? `offsetof(struct ${tag}, has_${member})` : 'API_NO_OFFSET'}`,
    '.given_offset = API_NO_OFFSET',
    ...objectOf(field.shape),
    ...(field.shape.type === 'array'
      ? [
          `.count_offset = offsetof(struct ${tag}, ${member}_count)`,
          `.item_size = sizeof(((struct ${tag} *) 0)->${member}[0])`,
          `.of = &${fieldTable(tag)}_${member}_item`,
          '.of_count = 1',
        ]
      : []),
  ];
}

/* A field of a page, an entity or a set, which has its own row. */
function sharedField(uses: FieldSet, field: Field, index: number, row: string, tag: string): Initialisers {
  const member = sharedMember(uses);
  const borrows = uses.kind !== 'page' && field.shape.type === 'string';
  return [
    `.row = ${row}`,
    ...(field.optional ? ['.optional = true'] : []),
    ...codes(field),
    ...defaultInitialiser(field),
    `.base = offsetof(struct ${tag}, ${member})`,
    '.has_offset = API_NO_OFFSET',
    `.given_offset = offsetof(struct ${tag}, ${uses.kind === 'page' ? 'given' : `${member}.given`})`,
    `.bit = ${index}`,
    ...(borrows ? [`.room_offset = offsetof(struct ${tag}, ${roomName(field)})`] : []),
  ];
}

/* The single row of a list's item. */
function itemField(tag: string, field: Field & { readonly shape: { type: 'array' } }): string[] {
  const name = `${fieldTable(tag)}_${snakeCase(field.name)}_item`;
  const { of } = field.shape;
  const octets = `.octets = sizeof(((struct ${tag} *) 0)->${snakeCase(field.name)}[0])`;
  return [
    `static const struct value_row ${name}_row = { ${[...shapeInitialisers(of), octets].join(', ')} };`,
    `static const struct api_field ${name} = {`,
    `    .row = &${name}_row,`,
    ...[...codes(field).slice(0, field.code === undefined ? 0 : 1), ...objectOf(of)].map((init) => `    ${init},`),
    '    .has_offset = API_NO_OFFSET,',
    '    .given_offset = API_NO_OFFSET,',
    '};',
  ];
}

const isList = (field: Field): field is Field & { readonly shape: { type: 'array' } } => field.shape.type === 'array';

/** Rows of a struct's own fields; NULL if it has none. */
function ownRows(tag: string, fields: readonly Field[]): string[] {
  return fields.length === 0
    ? []
    : [
        `static const struct value_row ${tag}_rows[] = {`,
        ...fields.map((field) => wrapRow(memberRow(field, tag, snakeCase(field.name)))),
        '};',
      ];
}

function typeFields(type: TypeEntry): string[] {
  const tag = typeTag(type, 'request');
  return [
    ...type.fields.filter(isList).flatMap((field) => itemField(tag, field)),
    ...ownRows(tag, type.fields),
    `static const struct api_field ${fieldTable(tag)}[] = {`,
    ...type.fields.map((field, index) => wrapRow(ownField(field, `&${tag}_rows[${index}]`, tag))),
    '};',
    '',
  ];
}

function callFields(call: Call, firstRow: ReadonlyMap<string, number>): string[] {
  const tag = requestTag(call);
  const own = ownFields(call);
  const { uses } = call;
  const fields = call.request.map((field) => {
    const index = sharedIndex(call, field);
    if (uses === undefined || index < 0) {
      return ownField(field, `&${tag}_rows[${own.indexOf(field)}]`, tag);
    }
    const row =
      uses.kind === 'page'
        ? `&setting_rows[${(firstRow.get(uses.name) ?? 0) + index}].value`
        : `&${rowsName(uses)}[${fieldConstant(uses, field.name)}]`;
    return sharedField(uses, field, index, row, tag);
  });
  return [
    ...own.filter(isList).flatMap((field) => itemField(tag, field)),
    ...ownRows(tag, own),
    `static const struct api_field ${fieldTable(tag)}[] = {`,
    ...fields.map(wrapRow),
    '};',
    '',
  ];
}

/** Row of a page's first setting, by the page's name. */
function firstRows(model: Model): ReadonlyMap<string, number> {
  let first = 0;
  return new Map(
    model.pairs.map((pair): [string, number] => {
      const own = first;
      first += pair.settings.length;
      return [pair.name, own];
    }),
  );
}

const wrapRow = (inits: Initialisers): string => `    { ${inits.join(',\n      ')} },`;

const hasReply = (call: Call): boolean => call.isFile || call.reply.length > 0;

function handlerWrapper(call: Call): string[] {
  const unused = [
    ...(call.request.length === 0 ? ['    (void) req;'] : []),
    ...(hasReply(call) ? [] : ['    (void) reply;']),
  ];
  const args = ['ctx', ...(call.request.length > 0 ? ['req'] : []), ...(hasReply(call) ? ['reply'] : [])].join(', ');
  return [
    `static int handle_${snakeCase(call.name)}(struct api_ctx *ctx, const void *req, void *reply) {`,
    ...unused,
    `    return ${handlerName(call)}(${args});`,
    '}',
    '',
  ];
}

function accessConstant(call: Call): string {
  return `API_ACCESS_${call.access.kind.toUpperCase()}`;
}

function routeRow(call: Call, model: Model): string[] {
  const groups = model.enums.find((entry) => entry.name === accessEnum);
  const group = 'group' in call.access && groups !== undefined ? enumConstant(groups, call.access.group) : '-1';
  const importances = model.enums.find((entry) => entry.name === auditEnum);
  const importance = call.audit !== undefined && importances !== undefined && enumConstant(importances, call.audit);
  const hasRequest = call.request.length > 0;
  return [
    '    { ',
    `        .path = ${literal(call.path)},`,
    `        .name = ${literal(call.name)},`,
    `        .method = API_${call.method},`,
    `        .access = ${accessConstant(call)},`,
    `        .group = ${group},`,
    ...('group' in call.access && call.access.orSuper ? ['        .or_super = true,'] : []),
    `        .fresh = ${call.freshPassword},`,
    `        .first_password = ${call.firstPassword},`,
    ...(importance === false ? [] : ['        .audit = true,', `        .importance = ${importance},`]),
    `        .thread = ${threads[call.thread]},`,
    `        .max_body = ${call.maxBody},`,
    `        .in_query = ${call.inQuery},`,
    ...(call.jsonString ? ['        .json_string = true,'] : []),
    ...(hasRequest
      ? [
          `        .req_size = sizeof(struct ${requestTag(call)}),`,
          `        .fields = ${fieldTable(requestTag(call))},`,
          `        .field_count = ${call.request.length},`,
        ]
      : []),
    ...(call.devices.length === 0 ? [] : [`        .devices = ${deviceBits(call.devices)},`]),
    ...(call.takes !== 'json' ? [`        .takes = API_TAKES_${call.takes.toUpperCase()},`] : []),
    ...(call.whole === undefined
      ? []
      : [`        .whole_max = ${call.whole.max},`, `        .whole_query = ${literal(call.whole.query)},`]),
    ...(call.isFile ? ['        .is_file = true,', '        .reply_size = sizeof(struct api_file),'] : []),
    ...(call.reply.length > 0 ? [`        .reply_size = sizeof(struct ${replyTag(call)}),`] : []),
    `        .handle = handle_${snakeCase(call.name)},`,
    `        .encode = ${call.reply.length > 0 ? `encode_${snakeCase(call.name)}` : 'encode_nothing'},`,
    '    },',
  ].map((line) => line.trimEnd());
}

const nothingEncoder = [
  'static void encode_nothing(struct buf *out, const void *reply) {',
  '    (void) reply;',
  '    buf_append(out, "{}", 2);',
  '}',
  '',
];

function callEncoder(call: Call): string[] {
  const name = snakeCase(call.name);
  return [
    ...writeEncoder(`put_${name}`, replyTag(call), call.reply),
    `static void encode_${name}(struct buf *out, const void *reply) {`,
    `    put_${name}(out, reply);`,
    '}',
    '',
  ];
}

/** Converts a type of a request with some fields of an entity into a change of that entity. */
function changeSource(type: TypeEntry): string[] {
  const tag = snakeCase(type.changes?.entity ?? '');
  return [
    `${changeHead(type)} {`,
    `    *ret_change = (struct ${tag}_change){ .values = ${tag}_defaults };`,
    ...type.fields.flatMap((field) => {
      const member = snakeCase(field.name);
      const bit = `VALUE_BIT(${fieldConstant({ name: type.changes?.entity ?? '' }, field.name)})`;
      return [
        `    if (in->has_${member}) {`,
        `        ret_change->values.${member} = in->${member};`,
        `        ret_change->given |= ${bit};`,
        '    }',
      ];
    }),
    '}',
    '',
  ];
}

export function writeContractSource(model: Model): string {
  const replies = model.calls.filter((call) => call.reply.length > 0);
  const first = firstRows(model);
  const lines = [
    generatedNote,
    '#include "contract.h"',
    '',
    '#include "api/encode.h"',
    '#include "util/buf.h"',
    '#include "util/json_out.h"',
    '',
    ...typesOf(model, 'request').flatMap(typeFields),
    ...model.calls.filter((c) => c.request.length > 0).flatMap((c) => callFields(c, first)),
    ...typesOf(model, 'reply').flatMap((type) => {
      const tag = typeTag(type, 'reply');
      return writeEncoder(`put_${tag}`, tag, type.fields, type.entity ? 'inline' : 'counted');
    }),
    ...changes(model).flatMap(changeSource),
    ...replies.flatMap(callEncoder),
    ...(replies.length < model.calls.length ? nothingEncoder : []),
    ...model.calls.flatMap(handlerWrapper),
    'const struct api_route api_routes[] = {',
    ...model.calls.flatMap((call) => routeRow(call, model)),
    '};',
    'const size_t api_route_count = sizeof(api_routes) / sizeof(api_routes[0]);',
    '',
  ];
  return lines.join('\n');
}
