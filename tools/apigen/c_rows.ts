/* Rows of struct value_row: the description of a value, for requests, settings and entities. */
import { formatConstant, literal, memberType, number, textOctets, wordsName } from './c_names.ts';
import { type Field, isNumbers, type Shape, type Uses } from './model.ts';

export type Initialisers = readonly string[];

const types = {
  bool: 'BOOL',
  int: 'INT',
  string: 'TEXT',
  decimal: 'DECIMAL',
  date: 'DATE',
  enum: 'ENUM',
  flags: 'FLAGS',
  array: 'LIST',
  object: 'OBJECT',
} as const;

export const valueConstant = (shape: Shape): string => `VALUE_${types[shape.type]}`;

/** Type and limits of a shape. */
export function shapeInitialisers(shape: Shape): Initialisers {
  const type = `.type = ${valueConstant(shape)}`;
  switch (shape.type) {
    case 'string':
      return [
        type,
        `.min = ${shape.min}`,
        `.max = ${shape.max}`,
        ...(shape.format === undefined ? [] : [`.format = ${formatConstant(shape.format.name)}`]),
        ...(shape.allowEmpty ? ['.allow_empty = true'] : []),
      ];
    case 'int':
      return [
        type,
        `.size = sizeof(${shape.int}_t)`,
        ...(shape.int.startsWith('u') ? [] : ['.is_signed = true']),
        `.min = ${number(shape.min)}`,
        `.max = ${number(shape.max)}`,
        ...(shape.step === undefined ? [] : [`.step = ${shape.step}`]),
      ];
    case 'decimal':
      return [type, `.min = ${shape.min}`, `.max = ${shape.max}`];
    case 'enum':
    case 'flags':
      return [type, `.words = &${wordsName(shape.enum)}`];
    case 'array':
      return [type, `.min = ${shape.minItems}`, `.max = ${shape.maxItems}`];
    default:
      return [type];
  }
}

/** Numbers of a fixed count, which are inline in their struct, without a count. */
function numbersInitialisers(shape: Shape & { type: 'array' }): Initialisers {
  const [, ...limits] = shapeInitialisers(shape.of);
  return ['.type = VALUE_NUMBERS', ...limits, `.count = ${shape.maxItems}`];
}

/** Uses that core and store read from a row. */
function usesOf({ sort, search, edit, unique, import: imported, export: width }: Uses): Initialisers {
  const bits = [
    ...(sort === undefined ? [] : ['SORTS']),
    ...(search === undefined ? [] : ['SEARCHED']),
    ...(unique === undefined ? [] : ['UNIQUE']),
    ...(edit === undefined ? [] : ['EDITS']),
    ...(imported?.key === undefined ? [] : ['KEY']),
    ...(imported?.clear === undefined ? [] : ['CLEARS']),
  ].map((name) => `VALUE_${name}`);
  return [
    ...(bits.length === 0 ? [] : [`.uses = ${bits.join(' | ')}`]),
    ...(width === undefined ? [] : [`.width = ${width}`]),
  ];
}

/** The row of a member of `struct <tag>`, which may be nested (`member` is a path). */
export function memberRow(field: Field, tag: string, member: string): Initialisers {
  return [
    `.name = ${literal(field.name)}`,
    ...shapeInitialisers(field.shape),
    ...(field.secret ? ['.secret = true'] : []),
    ...usesOf(field.uses ?? {}),
    `.offset = offsetof(struct ${tag}, ${member})`,
    `.octets = sizeof(((struct ${tag} *) 0)->${member})`,
  ];
}

/** The same for a member that borrows its text; for others it is the row of a member. */
export function borrowedRow(field: Field, tag: string, member: string): Initialisers {
  const row = memberRow(field, tag, member);
  return field.shape.type === 'string'
    ? [...row.slice(0, -1), '.borrowed = true', `.octets = ${textOctets(field.shape)}`]
    : withNumbers(field, row);
}

/** The row of a member whose numbers of a fixed count are inline. */
export function withNumbers({ shape }: Field, row: Initialisers): Initialisers {
  const [name = ''] = row;
  return isNumbers(shape) ? [name, ...numbersInitialisers(shape), ...row.slice(-2)] : row;
}

/** Members of a struct whose text is borrowed. */
export const borrowedMember = ({ shape }: Field, name: string): readonly string[] =>
  isNumbers(shape) ? memberType(shape.of, `${name}[${shape.maxItems}]`, 'reply') : memberType(shape, name, 'reply');
