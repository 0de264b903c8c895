/* store_columns.h: the columns of the entities for store/, which writes the statements around them. A column has its field's wire
 * name in SQL's case. Other columns of a statement (keys, indexes, secrets) are written in the store. */
import { generatedNote } from './c_header.ts';
import { comment, enumTag, fieldConstant, literal, rowsName, setTag } from './c_names.ts';
import type { Entity, Field, Model, Shape } from './model.ts';
import { snakeCase, upperCase } from './names.ts';

/* Quoted, because some wire names are SQL keywords. */
const columnName = (field: Field): string => snakeCase(field.name).replace(/_$/, '');
const column = (field: Field): string => `"${columnName(field)}"`;

function readLine(entity: Entity, field: Field, index: number): string {
  const { shape } = field;
  const to = `ret_one->${snakeCase(field.name)}`;
  const get = wide(shape) ? 'sqlite3_column_int64' : 'sqlite3_column_int';
  switch (shape.type) {
    case 'string':
      return `    ${to} = store_column_keep(statement, ${index}, arena);`;
    case 'bool':
      return `    ${to} = sqlite3_column_int(statement, ${index}) != 0;`;
    case 'array':
      return [
        '    if (r == 0) {',
        `        r = store_column_value(statement, ${index}, &${rowsName(entity)}[${fieldConstant(entity, field.name)}], ${to});`,
        '    }',
      ].join('\n');
    default:
      return `    ${to} = (${cType(shape)}) ${get}(statement, ${index});`;
  }
}

/* Larger than SQLite's int. */
const wide = (shape: Shape): boolean =>
  shape.type === 'decimal' || (shape.type === 'int' && (shape.max > 0x7fffffff || shape.int === 'int64'));

function cType(shape: Shape): string {
  switch (shape.type) {
    case 'int':
      return `${shape.int}_t`;
    case 'decimal':
      return 'uint64_t';
    case 'enum':
      return `enum ${enumTag(shape.enum)}`;
    default:
      return 'uint32_t';
  }
}

function bindLine(entity: Entity, field: Field): string {
  const at = `(int) ${fieldConstant(entity, field.name)} + 1`;
  const from = `one->${snakeCase(field.name)}`;
  if (field.shape.type === 'array') {
    return `    store_bind_value(statement, ${at}, &${rowsName(entity)}[${fieldConstant(entity, field.name)}], ${from});`;
  }
  return field.shape.type === 'string'
    ? `    (void) sqlite3_bind_text(statement, ${at}, ${from} != NULL ? ${from} : "", -1, SQLITE_STATIC);`
    : `    (void) sqlite3_bind_int64(statement, ${at}, (sqlite3_int64) ${from});`;
}

function entityColumns(entity: Entity): string[] {
  const tag = setTag(entity);
  const upper = upperCase(entity.name);
  const plain = entity.fields.filter((field) => !field.secret);
  const stored = [...plain, ...entity.internal];
  const texts = stored.filter((field) => field.shape.type === 'string').map((field) => snakeCase(field.name));
  const hasNumbers = stored.some((field) => field.shape.type === 'array');
  const written = plain.filter((field) => field.name !== entity.revision);
  const changed = written.filter((field) => field.name !== entity.key);
  const parameter = (field: Field): string => `?${entity.fields.indexOf(field) + 1}`;
  const key = entity.fields.find((field) => field.name === entity.key);
  return [
    comment(`${entity.summary}: what ${tag}_read() takes; the alias of its table is the first letter of it`),
    `#define ${upper}_COLUMNS ${literal(stored.map((field) => `${tag.charAt(0)}.${column(field)}`).join(', '))}`,
    `#define ${upper}_COLUMN_COUNT ${stored.length}`,
    '',
    '/* Names of the columns by field, for statements about a field that its declaration says. */',
    `static const char *const ${tag}_columns[${upper}_FIELD_COUNT] = {`,
    ...entity.fields.map((field) => `    ${literal(columnName(field))},`),
    '};',
    `#define ${upper}_SEARCHED_COUNT ${entity.fields.filter(({ uses }) => uses?.search).length} /* fields that the search finds */`,
    '',
    `/* For INSERT: columns and parameters that ${tag}_bind() fills; for UPDATE: what changes, and the key. Parameter n + 1 is that of`,
    ` * field n. Neither has the count of changes, secrets, and what is internal. */`,
    `#define ${upper}_WRITTEN ${literal(written.map(column).join(', '))}`,
    `#define ${upper}_PARAMETERS ${sql(written.map(parameter).join(', '))}`,
    `#define ${upper}_ASSIGNED ${sql(changed.map((field) => `${column(field)} = ${parameter(field)}`).join(', '))}`,
    `#define ${upper}_KEY_IS ${sql(key === undefined ? '' : `${column(key)} = ${parameter(key)}`)}`,
    `#define ${upper}_NEXT_PARAMETER ${sql(`?${entity.fields.length + 1}`)} /* the first that is the statement's own */`,
    '',
    `/* The row that a statement stands on, from its first columns.${texts.length > 0 ? ' Texts go into the arena. E_NOMEM.' : ''}${hasNumbers ? ' E_CORRUPT.' : ''} */`,
    `_must_check_ static inline int ${tag}_read(sqlite3_stmt *statement,${texts.length > 0 ? ' struct arena *arena,' : ''} struct ${tag} *ret_one) {`,
    ...(hasNumbers ? ['    int r = 0;'] : []),
    ...stored.map((field, index) => readLine(entity, field, index)),
    ...(hasNumbers ? ['    if (r < 0) {', '        return r;', '    }'] : []),
    texts.length === 0
      ? '    return 0;'
      : `    return ${texts.map((text) => `ret_one->${text} != NULL`).join(' && ')} ? 0 : E_NOMEM;`,
    '}',
    '',
    `static inline void ${tag}_bind(sqlite3_stmt *statement, const struct ${tag} *one) {`,
    ...written.map((field) => bindLine(entity, field)),
    '}',
    '',
  ];
}

/* Parameters are question marks, which `literal` writes as octal. */
const sql = (text: string): string => literal(text).replaceAll('\\077', '?');

export function writeColumns(model: Model): string {
  return [
    generatedNote,
    '#ifndef POSTERN_STORE_COLUMNS_H',
    '#define POSTERN_STORE_COLUMNS_H',
    '',
    '#include "store/store_impl.h"',
    '#include "util/arena.h"',
    '#include "values.h"',
    '',
    ...model.entities.flatMap(entityColumns),
    '#endif',
    '',
  ].join('\n');
}
