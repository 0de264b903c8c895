/* Valid values and requests: what vectors start from, and what the documents show. */
import type { Call, Field, Shape, TextFormat } from './model.ts';

export type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value };

const digits = '827364519'; /* no sequence and no repeat, so that rules for passwords let it pass */

/** A valid text of a length, where the format has one of it. */
export function textOf(length: number, format: TextFormat | undefined): string {
  switch (format) {
    case 'digits':
      return digits.repeat(Math.ceil(length / digits.length)).slice(0, length);
    case 'ipv4':
      return addressOf(length);
    case 'host':
      return hostOf(length);
    case 'hostPort':
      return hostPortOf(length);
    case 'httpsUrl':
      return length < 10 ? 'https://a' : `https://a/${'a'.repeat(length - 10)}`;
    case 'pem':
      return `-----BEGIN A-----\n${'a'.repeat(Math.max(0, length - 34))}\n-----END A-----`;
    case 'mac':
      return '02:00:5E:10:00:01';
    default:
      return 'a'.repeat(length);
  }
}

/* The digits that are left are shared among the four numbers. */
function addressOf(length: number): string {
  const extra = length - 7;
  return [0, 1, 2, 3].map((at) => '1'.repeat(1 + Math.max(0, Math.min(2, extra - at * 2)))).join('.');
}

const hostPortOf = (length: number): string => {
  const port = Math.max(1, length - 254);
  return `${hostOf(length - 1 - port)}:${'1'.repeat(port)}`;
};

/* Labels of at most 33 characters, of the 63 that there may be. */
const hostOf = (length: number): string =>
  Array.from({ length }, (_, at) => (at % 33 === 32 && at < length - 1 ? '.' : 'a')).join('');

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

/** Octets of the longest JSON text that a client needs for a valid value: four octets a character, one where the format
 * is ASCII; no escapes but for line breaks. */
export function longestJson(shape: Shape): number {
  switch (shape.type) {
    case 'bool':
      return 5;
    case 'int':
      return Math.max(String(shape.min).length, String(shape.max).length);
    case 'string':
      return shape.max * (shape.format === undefined ? 4 : shape.format === 'pem' ? 2 : 1) + 2;
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
