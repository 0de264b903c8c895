import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadModel } from '../../../tools/apigen/load.ts';
import {
  type Call,
  type ErrorEntry,
  type Field,
  type FormatEntry,
  intRange,
  isOpen,
  type Model,
  type Shape,
} from '../../../tools/apigen/model.ts';
import { fieldCases } from '../../../tools/apigen/vector_cases.ts';
import { writeVectors } from '../../../tools/apigen/vectors.ts';
import { project, schema } from './build.ts';

interface Vector {
  readonly id: string;
  readonly call: string;
  readonly session: string;
  readonly method: string;
  readonly query: string;
  readonly contentType?: string;
  readonly body?: string;
  readonly bodyBase64?: string;
  readonly expect: {
    readonly refused: boolean;
    readonly status?: number;
    readonly retvalue?: number;
    readonly field: string;
    readonly not?: readonly number[];
    readonly allow?: string;
  };
}

let model: Model;
let vectors: readonly Vector[];

beforeAll(() => {
  model = loadModel({ root: project, spec: join(project, 'firmware/api/spec'), schema });
  vectors = (JSON.parse(writeVectors(model)) as { readonly vectors: readonly Vector[] }).vectors;
});

const words = { name: 'Word', group: 'test', values: ['one', 'two'], subsets: [], summary: '' };
const at = { file: 'test.json', line: 1, path: '' } as unknown as Field['at'];

/** The cases of a field of this shape, as "id: code". */
function casesOf(shape: Shape, more: Partial<Field> = {}): string[] {
  const field: Field = { name: 'x', shape, summary: '', optional: false, secret: false, at, ...more };
  return fieldCases(model, field).map(({ id, error, item = '' }) => `${id}: ${error?.name ?? 'taken'}${item}`);
}

function formatNamed(name: string): FormatEntry {
  const format = model.formats.find((one) => one.name === name);
  if (format === undefined) throw new Error(`no format ${name}`);
  return format;
}

const wrongTypes = (but: string): string[] =>
  ['null', 'a number', 'text', 'true', 'an array', 'an object']
    .filter((type) => type !== but)
    .map((type) => `is ${type}: wrong_type`);

/* What is tried of a field, by its type, in a few small ones: a case that goes, or asks for another answer, is seen here. */
describe('the cases of a field', () => {
  it('of whole numbers are both limits and what is just beyond them', () => {
    expect(casesOf({ type: 'int', int: 'uint8', min: 3, max: 9 })).toEqual([
      'min: taken',
      'max: taken',
      'far too large: out_of_range',
      'beyond 64 bits: out_of_range',
      'fraction: wrong_type',
      'min-1: out_of_range',
      'max+1: out_of_range',
      'max and one turn: out_of_range',
      ...wrongTypes('a number'),
    ]);
  });

  it('of whole numbers in steps are between two of them too', () => {
    const cases = casesOf({ type: 'int', int: 'int32', min: -720, max: 840, step: 15 });
    expect(cases).toContain('min and one step: taken');
    expect(cases).toContain('between two steps: out_of_range');
  });

  it('of text are both limits, beyond them, characters of four octets and what no text may hold', () => {
    expect(casesOf({ type: 'string', min: 2, max: 5, allowEmpty: false })).toEqual([
      'max: taken',
      'max+1: out_of_range',
      'min: taken',
      'min-1: out_of_range',
      'empty: out_of_range',
      'max characters of four octets: taken',
      'max+1 characters of four octets: out_of_range',
      'control: bad_text',
      'line feed: bad_text',
      'DEL: bad_text',
      'C1 control: bad_text',
      'line separator: bad_text',
      ...wrongTypes('text'),
    ]);
  });

  it('of text that may be empty say so, and an own code for the empty one goes before', () => {
    expect(casesOf({ type: 'string', min: 2, max: 5, allowEmpty: true })).toContain('empty: taken');
    expect(casesOf({ type: 'string', min: 0, max: 5, allowEmpty: false })).toContain('empty: taken');
    const emptyCode = errorOf('user_name_empty');
    expect(casesOf({ type: 'string', min: 1, max: 5, allowEmpty: false }, { emptyCode })).toContain(
      'empty: user_name_empty',
    );
  });

  it('of text in a format are good and bad ones of an allowed length', () => {
    expect(casesOf({ type: 'string', min: 1, max: 3, allowEmpty: false, format: formatNamed('digits') })).toEqual([
      'max: taken',
      'max+1: out_of_range',
      'min: taken',
      'empty: out_of_range',
      'digits "0": taken',
      ...['a', '-', ' ', '\u0663'].map((text) => `no digits ${JSON.stringify(text)}: bad_format`),
      ...wrongTypes('text'),
    ]);
    for (const format of model.formats) {
      const { name } = format;
      const cases = casesOf({ type: 'string', min: 1, max: 300, allowEmpty: false, format });
      expect(cases.filter((one) => one.startsWith(`${name} `)).length, name).toBeGreaterThan(0);
      expect(cases.filter((one) => one.startsWith(`no ${name} `)).length, name).toBeGreaterThan(0);
      expect(cases.every((one) => !one.startsWith(`no ${name} `) || one.endsWith(': bad_format'))).toBe(true);
      expect(cases.every((one) => !one.startsWith(`${name} `) || one.endsWith(': taken'))).toBe(true);
    }
  });

  it('of decimals are both limits, beyond them and other ways to write a number', () => {
    expect(casesOf({ type: 'decimal', min: 1n, max: 72_057_594_037_927_935n })).toEqual([
      'min: taken',
      'max: taken',
      'max+1: out_of_range',
      'leading zero: taken',
      'beyond 64 bits: out_of_range',
      '21 digits: out_of_range',
      'negative: bad_format',
      'fraction: bad_format',
      'hexadecimal: bad_format',
      'space: bad_format',
      'empty: bad_format',
      'min-1: out_of_range',
      ...wrongTypes('text'),
    ]);
  });

  it('of dates are days that there are and days that there are not', () => {
    const cases = casesOf({ type: 'date' });
    for (const day of ['2024-02-29', '2000-02-29', '1970-01-01', '9999-12-31', 'empty']) {
      expect(cases).toContain(`${day}: taken`);
    }
    for (const day of [
      '2023-02-29',
      '1900-02-29',
      '2024-13-01',
      '2024-00-10',
      '2024-04-31',
      '0000-01-01',
      '20240228',
    ]) {
      expect(cases).toContain(`${day}: bad_format`);
    }
  });

  it('of words are each of them and none else', () => {
    expect(casesOf({ type: 'enum', enum: words })).toEqual([
      'word one: taken',
      'word two: taken',
      'unknown word: out_of_range',
      'word in another case: out_of_range',
      'no word: out_of_range',
      ...wrongTypes('text'),
    ]);
    expect(casesOf({ type: 'flags', enum: words })).toEqual([
      'all words: taken',
      'no words: taken',
      'unknown word: out_of_range',
      'a word twice: out_of_range',
      'item of wrong type: wrong_type',
      'null item: wrong_type',
      ...wrongTypes('an array'),
    ]);
    expect(casesOf({ type: 'bool' })).toEqual(['true: taken', 'false: taken', ...wrongTypes('true')]);
  });

  it('of lists are both lengths, beyond them, and all that is wrong with an item, which is named', () => {
    const cases = casesOf({
      type: 'array',
      of: { type: 'int', int: 'uint8', min: 3, max: 9 },
      minItems: 2,
      maxItems: 4,
    });
    expect(cases.slice(0, 4)).toEqual([
      'maxItems: taken',
      'maxItems+1: out_of_range',
      'minItems: taken',
      'minItems-1: out_of_range',
    ]);
    expect(cases).toContain('item max: taken');
    expect(cases).toContain('item max+1: out_of_range[1]');
    expect(cases).toContain('item min-1: out_of_range[1]');
    expect(cases).toContain('item is text: wrong_type[1]');
    expect(cases).toContain('is an object: wrong_type');
  });

  it('answer with the code of the field where it has one, but for wrong types', () => {
    const cases = casesOf({ type: 'int', int: 'uint8', min: 3, max: 9 }, { code: errorOf('user_id_invalid') });
    expect(cases).toContain('max+1: user_id_invalid');
    expect(cases).toContain('min-1: user_id_invalid');
    expect(cases).toContain('is text: wrong_type');
    expect(cases).toContain('fraction: wrong_type');
  });
});

function errorOf(name: string): ErrorEntry {
  const entry = model.errors.find((error) => error.name === name);
  if (entry === undefined) throw new Error(`no error is called ${name}`);
  return entry;
}

/* The limits of the contract itself, against the values that are really sent. Nothing here knows how a case is called. */
describe('the vectors of the contract', () => {
  const refusedAs = (field: Field, general: 'out_of_range' | 'missing_parameter'): ErrorEntry =>
    field.code ?? errorOf(general);

  /** Vectors of a call, sent with the rights for it, whose request has this value in a field and is else its base. */
  function having(call: Call, field: Field, value: unknown): Vector[] {
    const wanted = JSON.stringify(value);
    return ofCall(call.name).filter((vector) => {
      const sent = !call.inQuery ? bodyOf(vector)?.[field.name] : queryOf(vector, field);
      return sent !== undefined && JSON.stringify(sent) === wanted;
    });
  }

  const groups = new Map<string, Vector[]>();
  function ofCall(name: string): readonly Vector[] {
    if (groups.size === 0) {
      for (const vector of vectors) {
        const group = groups.get(vector.call);
        if (group === undefined) groups.set(vector.call, [vector]);
        else group.push(vector);
      }
    }
    return groups.get(name) ?? [];
  }

  const parsed = new Map<Vector, Readonly<Record<string, unknown>> | undefined>();
  function bodyOf(vector: Vector): Readonly<Record<string, unknown>> | undefined {
    if (!parsed.has(vector)) {
      try {
        const body: unknown = JSON.parse(vector.body ?? '');
        const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
        parsed.set(vector, isObject ? (body as Record<string, unknown>) : undefined);
      } catch {
        parsed.set(vector, undefined);
      }
    }
    return parsed.get(vector);
  }

  function queryOf(vector: Vector, field: Field): unknown {
    const values = new URLSearchParams(vector.query).getAll(field.name);
    if (values.length !== 1) return undefined;
    return field.shape.type === 'int' ? Number(values[0]) : values[0];
  }

  const fields = (): { call: Call; field: Field }[] =>
    model.calls.flatMap((call) => call.request.map((field) => ({ call, field })));

  function expectRefused(call: Call, field: Field, value: unknown, entry: ErrorEntry): void {
    const what = `${call.name} ${field.name} ${JSON.stringify(value).slice(0, 40)}`;
    const found = having(call, field, value).map(({ expect: want }) => want);
    expect(found, what).toContainEqual({ refused: true, status: entry.http, retvalue: entry.code, field: field.name });
  }

  function expectTaken(call: Call, field: Field, value: unknown): void {
    const what = `${call.name} ${field.name} ${JSON.stringify(value).slice(0, 40)}`;
    const found = having(call, field, value).find(({ expect: want }) => !want.refused && want.field === field.name);
    expect(found, what).toBeDefined();
    /* And a refusal for the limit counts as wrong, unless the call's handler may give it for reasons of its own. */
    const entry = refusedAs(field, 'out_of_range');
    if (!call.errors.includes(entry)) expect(found?.expect.not, what).toContain(entry.code);
  }

  it('try min, max, min-1 and max+1 of every number', () => {
    let limits = 0;
    for (const { call, field } of fields()) {
      const { shape } = field;
      if (shape.type !== 'int') continue;
      expectTaken(call, field, shape.min);
      expectTaken(call, field, shape.max);
      const error = refusedAs(field, 'out_of_range');
      if (shape.min > intRange.int64[0]) expectRefused(call, field, shape.min - 1, error);
      if (shape.max < intRange.int64[1]) expectRefused(call, field, shape.max + 1, error);
      limits += 4;
    }
    expect(limits).toBeGreaterThan(200);
  });

  it('try min, max, min-1 and max+1 of every decimal, and the shortest and longest list', () => {
    let limits = 0;
    for (const { call, field } of fields()) {
      const { shape } = field;
      const error = refusedAs(field, 'out_of_range');
      if (shape.type === 'decimal') {
        expectTaken(call, field, String(shape.max));
        expectRefused(call, field, String(shape.max + 1n), error);
        if (shape.min > 0n) expectRefused(call, field, String(shape.min - 1n), error);
        limits++;
      }
      if (shape.type !== 'array' || call.inQuery) continue;
      const lengths = (refused: boolean): Set<number> =>
        new Set(
          ofCall(call.name)
            .filter(({ expect: want }) => want.refused === refused && want.field === field.name)
            .filter(({ expect: want }) => !refused || want.retvalue === error.code)
            .map((vector) => bodyOf(vector)?.[field.name])
            .map((sent) => (Array.isArray(sent) ? sent.length : -1)),
        );
      expect(lengths(false), `${call.name} ${field.name}`).toContain(shape.maxItems);
      expect(lengths(true), `${call.name} ${field.name}`).toContain(shape.maxItems + 1);
      expect(lengths(false), `${call.name} ${field.name}`).toContain(shape.minItems);
      if (shape.minItems > 0) expect(lengths(true), `${call.name} ${field.name}`).toContain(shape.minItems - 1);
      limits++;
    }
    expect(limits).toBeGreaterThan(5);
  });

  it('try the longest text and one character more, the shortest and one less', () => {
    let limits = 0;
    for (const { call, field } of fields()) {
      const { shape } = field;
      if (shape.type !== 'string') continue;
      const error = refusedAs(field, 'out_of_range');
      const lengths = new Map<number, boolean>();
      for (const vector of ofCall(call.name)) {
        const sent = !call.inQuery ? bodyOf(vector)?.[field.name] : queryOf(vector, field);
        const { expect: want } = vector;
        if (typeof sent !== 'string' || want.field !== field.name) continue;
        const length = [...sent].length;
        if (!want.refused) lengths.set(length, true);
        else if (want.retvalue === error.code && want.status === error.http && !lengths.has(length))
          lengths.set(length, false);
      }
      const what = `${call.name} ${field.name}`;
      if (!call.inQuery && shape.max > call.maxBody / 2) continue; /* the body's limit stands before it */
      if (shape.max > 0) expect(lengths.get(shape.max), `${what} max`).toBe(true);
      expect(lengths.get(shape.max + 1), `${what} max+1`).toBe(false);
      if (shape.min > 0) expect(lengths.get(shape.min), `${what} min`).toBe(true);
      if (shape.min > 1) expect(lengths.get(shape.min - 1), `${what} min-1`).toBe(false);
      limits++;
    }
    expect(limits).toBeGreaterThan(60);
  });

  it('leave out every field that is needed, and name it', () => {
    let needed = 0;
    for (const { call, field } of fields()) {
      if (field.optional) continue;
      const entry = field.emptyCode ?? errorOf('missing_parameter');
      const without = ofCall(call.name).filter((vector) =>
        call.method === 'POST'
          ? bodyOf(vector) !== undefined && !(field.name in (bodyOf(vector) ?? {}))
          : !new URLSearchParams(vector.query).has(field.name),
      );
      expect(
        without.map(({ expect: want }) => want),
        `${call.name} ${field.name}`,
      ).toContainEqual({
        refused: true,
        status: entry.http,
        retvalue: entry.code,
        field: field.name,
      });
      needed++;
    }
    expect(needed).toBeGreaterThan(30);
  });

  it('try every call as nobody, with a forged token, before the first password and without the right', () => {
    for (const call of model.calls) {
      const of = (session: string, error: string): number =>
        ofCall(call.name).filter(
          (vector) =>
            vector.session === session && vector.expect.retvalue === errorOf(error).code && vector.expect.field === '',
        ).length;
      const needs = !isOpen(call.access);
      const isSuper = call.access.kind === 'super';
      expect(of('none', 'token_failed'), call.name).toBe(needs ? 1 : 0);
      expect(of('forged', 'token_failed'), call.name).toBe(needs ? 1 : 0);
      expect(of('mustChange', 'password_change_required'), call.name).toBe(needs && !call.firstPassword ? 1 : 0);
      expect(of('lacking', 'forbidden'), call.name).toBe(needs && !isSuper && call.access.kind !== 'session' ? 1 : 0);
      expect(of('full', 'super_needed'), call.name).toBe(isSuper ? 1 : 0);
    }
  });

  it('try pictures of a media type that is none, none at all and too long ones', () => {
    const pictures = model.calls.filter(({ takes }) => takes === 'picture');
    expect(pictures.map(({ name }) => name)).toEqual(['enrolFace', 'uploadPhoto']);
    for (const call of pictures) {
      const count = (name: string): number =>
        ofCall(call.name).filter(({ expect: want }) => want.retvalue === errorOf(name).code).length;
      expect([count('upload_too_large'), count('upload_format'), count('unknown_key')]).toEqual([2, 6, 2]);
    }
  });

  it('try the longest body and one octet more, other methods and other media types', () => {
    for (const call of model.calls.filter((one) => one.takes === 'json')) {
      const all = ofCall(call.name);
      const octets = (vector: Vector): number => Buffer.byteLength(vector.body ?? '');
      const refusals = (name: string): Vector[] =>
        all.filter((vector) => vector.expect.retvalue === errorOf(name).code);
      const tooLong = refusals('body_too_large');
      expect(new Set(tooLong.map((vector) => vector.session)), call.name).toContain('none');
      const methods = new Set(refusals('wrong_method').map((vector) => `${vector.method} ${vector.expect.allow}`));
      const others = ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((method) => method !== call.method);
      expect([...methods].sort(), call.name).toEqual(others.map((method) => `${method} ${call.method}`).sort());
      if (call.method === 'GET') continue;
      expect(
        tooLong.some((vector) => octets(vector) === call.maxBody + 1),
        call.name,
      ).toBe(true);
      expect(
        all.some((vector) => !vector.expect.refused && octets(vector) === call.maxBody),
        call.name,
      ).toBe(true);
      expect(
        refusals('media_type')
          .map((vector) => vector.contentType)
          .sort(),
        call.name,
      ).toEqual(['application/x-www-form-urlencoded', 'text/plain']);
    }
  });

  it('try what is no JSON, what is no object, a key that is not known and one that comes twice', () => {
    for (const call of model.calls.filter((one) => one.takes === 'json')) {
      const count = (name: string, field?: string): number =>
        ofCall(call.name).filter(
          ({ expect: want }) => want.retvalue === errorOf(name).code && (field === undefined || want.field === field),
        ).length;
      const string = call.jsonString ? 1 : 0;
      expect(count('unknown_key', 'nope'), call.name).toBe(call.method === 'POST' ? 3 + string : 1);
      if (call.method === 'POST') {
        const [first] = call.inQuery ? [] : call.request; /* what its body has is not taken from the query */
        if (first !== undefined) expect(count('unknown_key', first.name), call.name).toBe(1);
        expect(count('bad_json', ''), call.name).toBe(7 + 5 * string);
        expect(count('wrong_type', ''), call.name).toBe(4 + 2 * string);
        expect(count('bad_text', ''), call.name).toBe(1 + string);
      }
      for (const field of call.request)
        expect(count('duplicate_key', field.name), `${call.name} ${field.name}`).toBe(1);
    }
  });
});
