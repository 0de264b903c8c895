/* Valid values and requests: the base of vectors, and examples in the documents. */
import type { Call, Field, FormatEntry, Shape } from './model.ts';

export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

const filler = '*';

/** An example of a format without its filler. */
export const shortestExample = (example: string): string => example.replace(filler, '');

/** An example with as much filler as the format allows, up to `room` characters. */
export function longestExample({ fill, fillMax }: FormatEntry, example: string, room: number): string {
  const length = Math.min(room, fillMax);
  return example.replace(filler, () => fill.repeat(Math.ceil(length / fill.length)).slice(0, length));
}

/** A valid text of a length, if the format allows it; otherwise its shortest or longest. */
export function textOf(length: number, format: FormatEntry | undefined): string {
  if (format === undefined) {
    return 'a'.repeat(length);
  }
  const texts = format.examples.map((example) => {
    const room = Math.max(0, length - shortestExample(example).length);
    return longestExample(format, example, room);
  });
  return texts.find((text) => text.length >= length) ?? texts.at(-1) ?? '';
}

/** A valid value. */
export function exampleOf(shape: Shape): Value {
  switch (shape.type) {
    case 'bool':
      return false;
    case 'int':
      return shape.step === undefined ? Math.min(Math.max(shape.min, 1), shape.max) : shape.min;
    case 'string':
      return textOf(Math.min(Math.max(shape.min, 1), shape.max), shape.format);
    case 'decimal':
      return String(shape.min);
    case 'date':
      return '2030-12-31';
    case 'enum':
      return shape.enum.values[0] ?? '';
    case 'flags':
      return shape.enum.values.slice(0, 1);
    case 'object':
      return exampleObject(shape.of.fields);
    case 'array':
      return Array.from({ length: Math.max(shape.minItems, 1) }, () => exampleOf(shape.of));
  }
}

const exampleObject = (fields: readonly Field[]): { [key: string]: Value } =>
  Object.fromEntries(fields.map((field) => [field.name, exampleOf(field.shape)]));

/** The smallest valid request: the mandatory fields. */
export const baseRequest = (call: Call): { readonly [key: string]: Value } =>
  exampleObject(call.request.filter((field) => !field.optional));

/** A request with every field. */
export const fullRequest = (call: Call): { readonly [key: string]: Value } => exampleObject(call.request);

export const exampleReply = (call: Call): { readonly [key: string]: Value } => exampleObject(call.reply);

/** Bytes of the longest JSON text that a client needs for a valid value: four bytes per character, one if the format
 * is ASCII; no escapes except for line breaks. */
export function longestJson(shape: Shape): number {
  switch (shape.type) {
    case 'bool':
      return 5;
    case 'int':
      return Math.max(String(shape.min).length, String(shape.max).length);
    case 'string':
      return shape.max * (shape.format === undefined ? 4 : shape.format.lines ? 2 : 1) + 2;
    case 'decimal':
      return String(shape.max).length + 2;
    case 'date':
      return 12;
    case 'enum':
      return Math.max(...shape.enum.values.map((word) => word.length)) + 2;
    case 'flags':
      return shape.enum.values.reduce((sum, word) => sum + word.length + 3, 2);
    case 'object':
      return longestObject(shape.of.fields);
    case 'array':
      return shape.maxItems * (longestJson(shape.of) + 1) + 2;
  }
}

export const longestObject = (fields: readonly Field[]): number =>
  fields.reduce((sum, field) => sum + field.name.length + 4 + longestJson(field.shape), 2);
