/* contract.c: words, field tables, encoders, handler wrappers and the route table. */

import { writeEncoder } from './c_encode.ts';
import { generatedNote, typesOf } from './c_header.ts';
import {
  catalogueConstant,
  enumConstant,
  enumTag,
  handlerName,
  limitInitialisers,
  literal,
  number,
  replyTag,
  requestTag,
  typeTag,
  wordsName,
} from './c_names.ts';
import type { Call, EnumEntry, Field, Model, Shape } from './model.ts';
import { accessEnum } from './model.ts';
import { snakeCase } from './names.ts';

function words(entry: EnumEntry): string[] {
  const name = wordsName(entry);
  return [
    `static const uint8_t ${name}_len[] = { ${entry.values.map((value) => value.length).join(', ')} };`,
    `const struct api_words ${name} = {`,
    `    .words = ${enumTag(entry)}_text,`,
    `    .lengths = ${name}_len,`,
    `    .count = ${entry.values.length},`,
    '};',
    `_Static_assert(sizeof(enum ${enumTag(entry)}) == sizeof(int), "the decoder stores an int");`,
    '',
  ];
}

const typeConstant = (shape: Shape): string => `API_TYPE_${shape.type.toUpperCase()}`;

function shapeInitialisers(shape: Shape, structTag: string, member: string, tableName: string): string[] {
  switch (shape.type) {
    case 'bool':
    case 'date':
      return [];
    case 'int':
    case 'string':
      return limitInitialisers(shape);
    case 'decimal':
      return [`.min = ${shape.min}`, `.max = ${shape.max}`];
    case 'enum':
    case 'flags':
      return [`.words = &${wordsName(shape.enum)}`];
    case 'object':
      return [`.of = ${fieldTable(typeTag(shape.of, 'request'))}`, `.of_count = ${shape.of.fields.length}`];
    case 'array':
      return [
        `.min = ${shape.minItems}`,
        `.max = ${shape.maxItems}`,
        `.count_offset = offsetof(struct ${structTag}, ${member}_count)`,
        `.item_size = sizeof(((struct ${structTag} *) 0)->${member}[0])`,
        `.of = &${tableName}_${member}_item`,
        '.of_count = 1',
      ];
  }
}

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

const fieldTable = (structTag: string): string => `${structTag}_fields`;

function fieldRows(structTag: string, fields: readonly Field[]): string[] {
  const table = fieldTable(structTag);
  const items = fields.flatMap((field) => {
    if (field.shape.type !== 'array') {
      return [];
    }
    const member = snakeCase(field.name);
    const inits = shapeInitialisers(field.shape.of, structTag, member, table);
    const row = [
      `.type = ${typeConstant(field.shape.of)}`,
      ...inits,
      ...(field.code === undefined ? [] : [`.code = ${catalogueConstant(field.code)}`]),
      ...noOffsets(inits),
    ];
    return [`static const struct api_field ${table}_${member}_item = {`, ...row.map((init) => `    ${init},`), '};'];
  });
  const rows = fields.map((field) => {
    const member = snakeCase(field.name);
    const inits = [
      `.name = ${literal(field.name)}`,
      `.type = ${typeConstant(field.shape)}`,
      ...shapeInitialisers(field.shape, structTag, member, table),
      `.offset = offsetof(struct ${structTag}, ${member})`,
      ...(field.optional ? ['.optional = true', `.has_offset = offsetof(struct ${structTag}, has_${member})`] : []),
      ...(field.code === undefined ? [] : [`.code = ${catalogueConstant(field.code)}`]),
      ...(field.emptyCode === undefined ? [] : [`.empty_code = ${catalogueConstant(field.emptyCode)}`]),
      ...defaultInitialiser(field),
    ];
    return wrapRow([...inits, ...noOffsets(inits)]);
  });
  return [...items, `static const struct api_field ${table}[] = {`, ...rows, '};', ''];
}

const noOffsets = (inits: readonly string[]): string[] =>
  ['has_offset', 'count_offset']
    .filter((member) => !inits.some((init) => init.startsWith(`.${member} `)))
    .map((member) => `.${member} = API_NO_OFFSET`);

const wrapRow = (inits: readonly string[]): string => `    { ${inits.join(',\n      ')} },`;

function handlerWrapper(call: Call): string[] {
  const unused = [
    ...(call.request.length === 0 ? ['    (void) req;'] : []),
    ...(call.reply.length === 0 ? ['    (void) reply;'] : []),
  ];
  const args = ['ctx', ...(call.request.length > 0 ? ['req'] : []), ...(call.reply.length > 0 ? ['reply'] : [])].join(
    ', ',
  );
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
  const hasRequest = call.request.length > 0;
  return [
    '    { ',
    `        .path = ${literal(call.path)},`,
    `        .name = ${literal(call.name)},`,
    `        .method = API_${call.method},`,
    `        .access = ${accessConstant(call)},`,
    `        .group = ${group},`,
    `        .first_password = ${call.firstPassword},`,
    `        .audit = ${call.audit},`,
    `        .thread = ${{ loop: 'API_ON_LOOP', worker: 'API_ON_WORKER', slow: 'API_ON_WORKER_SLOW' }[call.thread]},`,
    `        .max_body = ${call.maxBody},`,
    ...(hasRequest
      ? [
          `        .req_size = sizeof(struct ${requestTag(call)}),`,
          `        .fields = ${fieldTable(requestTag(call))},`,
          `        .field_count = ${call.request.length},`,
        ]
      : []),
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

export function writeContractSource(model: Model): string {
  const replies = model.calls.filter((call) => call.reply.length > 0);
  const lines = [
    generatedNote,
    '#include "contract.h"',
    '',
    '#include "api/encode.h"',
    '#include "util/buf.h"',
    '#include "util/json_out.h"',
    '',
    ...model.enums.flatMap(words),
    ...typesOf(model, 'request').flatMap((type) => fieldRows(typeTag(type, 'request'), type.fields)),
    ...model.calls.filter((c) => c.request.length > 0).flatMap((c) => fieldRows(requestTag(c), c.request)),
    ...typesOf(model, 'reply').flatMap((type) => {
      const tag = typeTag(type, 'reply');
      return writeEncoder(`put_${tag}`, tag, type.fields);
    }),
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
