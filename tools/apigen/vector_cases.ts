/* Values at and beyond the limits of one field, with the expected answer. */
import { exampleOf, textOf, type Value } from './examples.ts';
import {
  type BuiltinError,
  type ErrorEntry,
  errorNamed,
  type Field,
  type FormatEntry,
  intRange,
  type Model,
  type Shape,
} from './model.ts';

export interface FieldCase {
  readonly id: string;
  readonly value: Value;
  /** Null if the value is valid. */
  readonly error: ErrorEntry | null;
  /** The answer names this item of the field: `[0]`. */
  readonly item?: string;
  /** Depends on a JSON type: not applicable to a query string. */
  readonly jsonOnly?: boolean;
}

/* Before the field's own codes are applied. */
interface RawCase {
  readonly id: string;
  readonly value: Value;
  readonly error: BuiltinError | 'empty' | null;
  readonly item?: string;
  readonly jsonOnly?: boolean;
}

const own: readonly string[] = ['out_of_range', 'bad_text', 'bad_format'];

/** Every case of a field in an otherwise valid request. */
export function fieldCases(model: Model, field: Field): FieldCase[] {
  return [...casesOf(field.shape, field.emptyCode !== undefined), ...wrongTypes(field.shape)].map(
    ({ error, ...rest }): FieldCase => ({ ...rest, error: error === null ? null : answerTo(model, field, error) }),
  );
}

function answerTo(model: Model, field: Field, error: BuiltinError | 'empty'): ErrorEntry {
  if (error === 'empty') {
    return field.emptyCode ?? errorNamed(model, 'missing_parameter');
  }
  return own.includes(error) && field.code !== undefined ? field.code : errorNamed(model, error);
}

function casesOf(shape: Shape, ownEmpty: boolean): RawCase[] {
  switch (shape.type) {
    case 'bool':
      return [true, false].map((value) => ({ id: String(value), value, error: null }));
    case 'int':
      return intCases(shape);
    case 'string':
      return textCases(shape, ownEmpty);
    case 'decimal':
      return decimalCases(shape, ownEmpty);
    case 'date':
      return dateCases(ownEmpty);
    case 'enum':
      return [
        ...shape.enum.values.map((value): RawCase => ({ id: `word ${value}`, value, error: null })),
        { id: 'unknown word', value: 'nope', error: 'out_of_range' },
        { id: 'word in another case', value: otherCase(shape.enum.values), error: 'out_of_range' },
        { id: 'no word', value: '', error: ownEmpty ? 'empty' : 'out_of_range' },
      ];
    case 'flags':
      return flagCases(shape.enum.values);
    case 'array':
      return arrayCases(shape);
    case 'object':
      return [{ id: 'example', value: exampleOf(shape), error: null }];
  }
}

function intCases(shape: Shape & { type: 'int' }): RawCase[] {
  const { min, max } = shape;
  const [lowest, highest] = intRange[shape.int];
  const cases: RawCase[] = [
    { id: 'min', value: min, error: null },
    { id: 'max', value: max, error: null },
    { id: 'far too large', value: 1e300, error: 'out_of_range', jsonOnly: true },
    { id: 'beyond 64 bits', value: -1e19, error: 'out_of_range', jsonOnly: true },
    { id: 'fraction', value: min + 0.5, error: 'wrong_type' },
  ];
  if (min > Number.MIN_SAFE_INTEGER) {
    cases.push({ id: 'min-1', value: min - 1, error: 'out_of_range' });
  }
  if (max < Number.MAX_SAFE_INTEGER) {
    cases.push({ id: 'max+1', value: max + 1, error: 'out_of_range' });
  }
  if (shape.step !== undefined) {
    cases.push(
      { id: 'min and one step', value: min + shape.step, error: null },
      { id: 'between two steps', value: min + 1, error: 'out_of_range' },
    );
  }
  /* One wrap-around of the type's bits: a decoder that truncates would accept it. */
  const turn = highest - lowest + 1;
  if (Number.isSafeInteger(turn + max)) {
    cases.push({ id: 'max and one turn', value: max + turn, error: 'out_of_range' });
  }
  return cases;
}

function textCases(shape: Shape & { type: 'string' }, ownEmpty: boolean): RawCase[] {
  const { min, max, format, allowEmpty } = shape;
  const cases: RawCase[] = [
    { id: 'max', value: textOf(max, format), error: null },
    { id: 'max+1', value: wrongLength(max + 1, format), error: 'out_of_range' },
  ];
  if (min > 0) {
    cases.push({ id: 'min', value: textOf(min, format), error: null });
  }
  if (min > 1) {
    cases.push({ id: 'min-1', value: wrongLength(min - 1, format), error: 'out_of_range' });
  }
  const emptyFails = ownEmpty ? 'empty' : 'out_of_range';
  cases.push({ id: 'empty', value: '', error: (min === 0 || allowEmpty) && !ownEmpty ? null : emptyFails });
  if (format !== undefined) {
    return [...cases, ...formatCases(shape, format)];
  }
  if (max > 0) {
    cases.push(
      { id: 'max characters of four octets', value: '\u{1F600}'.repeat(max), error: null },
      { id: 'max+1 characters of four octets', value: '\u{1F600}'.repeat(max + 1), error: 'out_of_range' },
      { id: 'control', value: '\u0007', error: 'bad_text' },
      { id: 'line feed', value: 'a\nb'.slice(0, Math.max(2, max)), error: 'bad_text' },
      { id: 'DEL', value: '\u007f', error: 'bad_text' },
      { id: 'C1 control', value: '\u0085', error: 'bad_text' },
      { id: 'line separator', value: '\u2028', error: 'bad_text' },
    );
  }
  return cases;
}

/* The length is checked first, so if the format has no text of that length any text will do; a format of characters only has
 * some of every length. */
const wrongLength = (length: number, format: FormatEntry | undefined): string =>
  format?.examples[0] === '*' ? textOf(length, format) : 'a'.repeat(length);

/* Texts of an allowed length that a format refuses, or just accepts. */
function formatCases({ min, max }: Shape & { type: 'string' }, { name, good, bad }: FormatEntry): RawCase[] {
  const fits = (text: string): boolean => [...text].length >= min && [...text].length <= max;
  return [
    ...good.filter(fits).map((value): RawCase => ({ id: `${name} ${JSON.stringify(value)}`, value, error: null })),
    ...bad
      .filter(fits)
      .map((value): RawCase => ({ id: `no ${name} ${JSON.stringify(value)}`, value, error: 'bad_format' })),
  ];
}

function decimalCases(shape: Shape & { type: 'decimal' }, ownEmpty: boolean): RawCase[] {
  const cases: RawCase[] = [
    { id: 'min', value: String(shape.min), error: null },
    { id: 'max', value: String(shape.max), error: null },
    { id: 'max+1', value: String(shape.max + 1n), error: 'out_of_range' },
    { id: 'leading zero', value: `0${shape.max}`, error: null },
    { id: 'beyond 64 bits', value: '18446744073709551616', error: 'out_of_range' },
    { id: '21 digits', value: '1'.repeat(21), error: 'out_of_range' },
    { id: 'negative', value: '-1', error: 'bad_format' },
    { id: 'fraction', value: '1.0', error: 'bad_format' },
    { id: 'hexadecimal', value: '0x10', error: 'bad_format' },
    { id: 'space', value: ' 1', error: 'bad_format' },
    { id: 'empty', value: '', error: ownEmpty ? 'empty' : 'bad_format' },
  ];
  if (shape.min > 0n) {
    cases.push({ id: 'min-1', value: String(shape.min - 1n), error: 'out_of_range' });
  }
  return cases;
}

function dateCases(ownEmpty: boolean): RawCase[] {
  const valid = ['2024-02-29', '2000-02-29', '1970-01-01', '9999-12-31'];
  const invalid = ['2023-02-29', '1900-02-29', '2024-13-01', '2024-00-10', '2024-04-31', '2024-1-2', '0000-01-01'];
  const noDates = ['2024/02/28', '20240228', '2024-02-28T00:00', 'today', '2024-02-2x', '-024-02-28'];
  return [
    ...valid.map((value): RawCase => ({ id: value, value, error: null })),
    ...[...invalid, ...noDates].map((value): RawCase => ({ id: value, value, error: 'bad_format' })),
    { id: 'empty', value: '', error: ownEmpty ? 'empty' : null },
  ];
}

function flagCases(words: readonly string[]): RawCase[] {
  const first = words[0] ?? '';
  return [
    { id: 'all words', value: words, error: null },
    { id: 'no words', value: [], error: null },
    { id: 'unknown word', value: ['nope'], error: 'out_of_range' },
    { id: 'a word twice', value: [first, first], error: 'out_of_range' },
    { id: 'item of wrong type', value: [1], error: 'wrong_type', jsonOnly: true },
    { id: 'null item', value: [null], error: 'wrong_type', jsonOnly: true },
  ];
}

function arrayCases(shape: Shape & { type: 'array' }): RawCase[] {
  const { of, minItems, maxItems } = shape;
  const items = (count: number): Value => Array.from({ length: count }, (_, index) => itemOf(of, index));
  const cases: RawCase[] = [
    { id: 'maxItems', value: items(maxItems), error: null },
    { id: 'maxItems+1', value: items(maxItems + 1), error: 'out_of_range' },
    { id: 'minItems', value: items(minItems), error: null },
  ];
  if (minItems > 0) {
    cases.push({ id: 'minItems-1', value: items(minItems - 1), error: 'out_of_range' });
  }
  const rest = Array.from({ length: Math.max(0, minItems - 2) }, (_, index) => itemOf(of, index));
  for (const inner of [...casesOf(of, false), ...wrongTypes(of)]) {
    const bad = inner.error !== null;
    cases.push({
      ...inner,
      id: `item ${inner.id}`,
      value: [itemOf(of, 0), inner.value, ...rest],
      ...(bad ? { item: `[1]${inner.item ?? ''}` } : {}),
    });
  }
  return cases.filter(
    ({ value }) => Array.isArray(value) && (value.length <= maxItems || value.length === maxItems + 1),
  );
}

/* Distinct items, if the type has enough values. */
function itemOf(shape: Shape, index: number): Value {
  return shape.type === 'int' ? Math.min(shape.min + index * (shape.step ?? 1), shape.max) : exampleOf(shape);
}

const jsonTypes: readonly (readonly [string, Value])[] = [
  ['null', null],
  ['a number', 1],
  ['text', 'a'],
  ['true', true],
  ['an array', []],
  ['an object', {}],
];

const accepts: Readonly<Record<Shape['type'], string>> = {
  bool: 'true',
  int: 'a number',
  string: 'text',
  decimal: 'text',
  date: 'text',
  enum: 'text',
  flags: 'an array',
  array: 'an array',
  object: 'an object',
};

function wrongTypes(shape: Shape): RawCase[] {
  return jsonTypes
    .filter(([name]) => name !== accepts[shape.type])
    .map(([name, value]) => ({ id: `is ${name}`, value, error: 'wrong_type', jsonOnly: true }));
}

function otherCase(words: readonly string[]): string {
  const word = words[0] ?? '';
  const upper = word.toUpperCase();
  return words.includes(upper) ? `${word}x` : upper;
}
