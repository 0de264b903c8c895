/* Names and declarations of the specification in C. */
import type { Call, EnumEntry, Field, FieldSet, Pair, Shape, TypeEntry } from './model.ts';
import { snakeCase, upperCase } from './names.ts';

/** Requests contain text inline, replies borrow it: the same type is a different struct in each. */
export type Direction = 'request' | 'reply';

export const enumTag = (entry: EnumEntry): string => snakeCase(entry.name);
export const enumConstant = (entry: EnumEntry, value: string): string => `${upperCase(entry.name)}_${upperCase(value)}`;
export const wordsName = (entry: EnumEntry): string => `${snakeCase(entry.name)}_words`;
/** An entity is read as the struct that all layers share. */
export const typeTag = (entry: TypeEntry, direction: Direction): string =>
  entry.entity ? snakeCase(entry.name) : `api_${snakeCase(entry.name)}${direction === 'request' ? '_in' : ''}`;
export const setTag = (set: Pick<FieldSet, 'name' | 'kind'>): string =>
  `${set.kind === 'page' ? 'setting_' : ''}${snakeCase(set.name)}`;
export const rowsName = (set: Pick<FieldSet, 'name' | 'kind'>): string => `${setTag(set)}_rows`;
export const fieldConstant = (set: Pick<FieldSet, 'name'>, field: string): string =>
  `${upperCase(set.name)}_${upperCase(field)}`;
/** Member of a request for the fields of a page, an entity or a set. */
export const sharedMember = (uses: FieldSet): string => (uses.kind === 'page' ? 'values' : setTag(uses));
/** Member of a request that stores one of its texts. */
export const roomName = (field: Field): string => `${snakeCase(field.name).replace(/_$/, '')}_text`;
/** Fields of a request that are its own. */
export const ownFields = (call: Call): readonly Field[] => call.request.filter((field) => sharedIndex(call, field) < 0);
/** Index of a shared field, or -1. */
export const sharedIndex = (call: Call, field: Field): number =>
  call.uses?.fields.findIndex(({ name }) => name === field.name) ?? -1;
export const requestTag = (call: Call): string => `${snakeCase(call.name)}_req`;
export const replyTag = (call: Call): string => `${snakeCase(call.name)}_reply`;
export const pairTag = (pair: Pair): string => `setting_${snakeCase(pair.name)}`;
export const pageConstant = (pair: Pair): string => `SETTING_PAGE_${upperCase(pair.name)}`;
export const settingBit = (pair: Pair, setting: Field): string =>
  `SETTING_${upperCase(pair.name)}_${upperCase(setting.name)}`;
export const effectConstant = (effect: string): string => `SETTING_EFFECT_${upperCase(effect)}`;
export const formatConstant = (format: string): string => `FORMAT_${upperCase(format)}`;
export const handlerName = (call: Call): string => `api_${snakeCase(call.name)}`;
export const catalogueConstant = (entry: { readonly name: string }): string => `CAT_${upperCase(entry.name)}`;

export const errorConstant = (entry: { readonly name: string }): string => `E_${upperCase(entry.name)}`;

/** A C comment of one line: the text cannot end it. */
export const comment = (text: string): string => `/* ${text.replaceAll('*/', '* /')} */`;

/** A C string literal of any text. */
export const literal = (text: string): string => {
  const bytes = new TextEncoder().encode(text);
  let out = '';
  for (const byte of bytes) {
    const c = String.fromCharCode(byte);
    if (c === '"' || c === '\\') {
      out += `\\${c}`;
    } else if (byte >= 0x20 && byte < 0x7f && c !== '?') {
      out += c;
    } else {
      out += `\\${byte.toString(8).padStart(3, '0')}`;
    }
  }
  return `"${out}"`;
};

/** Bytes of a text including its NUL: named formats are ASCII. */
export const textOctets = (shape: Shape & { type: 'string' }): number =>
  shape.max * (shape.format === undefined ? 4 : 1) + 1;

/** Declaration of a member for the shape. */
export function memberType(shape: Shape, name: string, direction: Direction): string[] {
  switch (shape.type) {
    case 'bool':
      return [`bool ${name};`];
    case 'int':
      return [`${shape.int}_t ${name};`];
    case 'string':
      return direction === 'request' ? [`char ${name}[${textOctets(shape)}];`] : [`const char *${name};`];
    case 'decimal':
      return [`uint64_t ${name};`];
    case 'date':
    case 'flags':
      return [`uint32_t ${name};`];
    case 'enum':
      return [`enum ${enumTag(shape.enum)} ${name};`];
    case 'object':
      return [`struct ${typeTag(shape.of, direction)} ${name};`];
    case 'array':
      return arrayMember(shape, name, direction);
  }
}

function arrayMember(shape: Shape & { type: 'array' }, name: string, direction: Direction): string[] {
  if (direction === 'reply') {
    const [item] = memberType(shape.of, '', 'reply');
    const pointer = (item ?? '').replace(/^(const )?/, 'const ').replace(/ ?;$/, '');
    const spaced = pointer.endsWith('*') ? `${pointer}const *` : `${pointer} *`;
    return [`${spaced.replace(/ {2}/g, ' ')}${name};`, `size_t ${name}_count;`];
  }
  const [item] = memberType(shape.of, name, 'request');
  const text = shape.of.type === 'string';
  const inline = text
    ? (item ?? '').replace(`${name}[`, `${name}[${shape.maxItems}][`)
    : (item ?? '').replace(`${name};`, `${name}[${shape.maxItems}];`);
  return [inline, `uint32_t ${name}_count;`];
}

/** Comment after a member: the wire's limits as text. */
export function memberNote(field: Field): string {
  const { shape } = field;
  const note = field.summary;
  switch (shape.type) {
    case 'date':
      return `${note} (yyyymmdd, 0 for none)`;
    case 'flags':
      return `${note} (bits: 1u << ${enumConstant(shape.enum, shape.enum.values[0] ?? '')} and so on)`;
    default:
      return 'unit' in shape && shape.unit !== undefined ? `${note} [${shape.unit}]` : note;
  }
}

/** C has no literal for the smallest numbers: -9007199254740991 is fine, INT32_MIN needs its name. */
export const number = (value: number | bigint): string => (value === -0x80000000 ? 'INT32_MIN' : `${value}`);
