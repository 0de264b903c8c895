/* The generated C: it compiles without a warning, its decoders answer every vector as the contract says, and so do the
 * TypeScript validators. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Call as RuntimeCall } from '../../../tools/apigen/runtime/runtime.ts';
import { checkRequest } from '../../../tools/apigen/runtime/runtime.ts';
import type { Vector } from '../../../tools/apigen/vectors.ts';
import { buildProgram, project, schema } from './build.ts';

const fixtures = join(import.meta.dirname, 'fixtures/valid');
const drivers = join(import.meta.dirname, 'drivers');
const specifications = [
  { name: 'fixture', sources: { root: fixtures, spec: fixtures, schema } },
  { name: 'firmware', sources: { root: project, spec: join(project, 'firmware/api/spec'), schema } },
] as const;

let folder: string;

beforeAll(() => {
  /* Below build/, so that the generated modules find valibot. */
  folder = mkdtempSync(join(project, 'build/apigen-'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

/** What the walker answers to a body of another kind, also of calls whose request is in no body. */
const uploadFormat = 10102;

/** Vectors that reach the decoders, as the walker would let them. */
function decodable(path: string): Vector[] {
  const all = (JSON.parse(readFileSync(path, 'utf8')) as { vectors: Vector[] }).vectors;
  return all.filter(
    ({ call, expect: answer, method, query, body }) =>
      call !== '' &&
      (!answer.refused || (answer.status === 400 && answer.retvalue !== uploadFormat)) &&
      !(method === 'GET' && body !== undefined) &&
      (method === 'GET' || query === ''),
  );
}

const octetsOf = ({ body, bodyBase64 }: Vector): Buffer =>
  bodyBase64 === undefined ? Buffer.from(body ?? '') : Buffer.from(bodyBase64, 'base64');

describe.each(specifications)('contract of the $name', ({ name, sources }) => {
  let vectors: Vector[];
  let answers: string[];

  beforeAll(() => {
    const out = join(folder, name);
    const program = buildProgram(sources, out, join(drivers, 'decode.c'));
    vectors = decodable(join(out, 'vectors.json'));
    const lines = vectors.map((v) => {
      const octets = v.method === 'GET' ? Buffer.from(v.query) : octetsOf(v);
      return `${v.call} ${v.method === 'GET' ? 'query' : 'body'} ${octets.toString('hex')}\n`;
    });
    answers = execFileSync(program, { input: lines.join(''), encoding: 'utf8' }).split('\n');
  });

  it('has vectors with an id of their own', () => {
    expect(vectors.length).toBeGreaterThan(100);
    expect(new Set(vectors.map((v) => v.id)).size).toBe(vectors.length);
  });

  it('is decoded by the C code as every vector says', () => {
    const wrong = vectors.flatMap((vector, index) => {
      const { expect: answer } = vector;
      const wanted = answer.refused ? `${answer.retvalue} ${answer.field}` : '0 ';
      return answers[index] === wanted ? [] : [`${vector.id}: ${answers[index]}, not ${wanted}`];
    });
    expect(wrong).toEqual([]);
  });

  it('is judged by the TypeScript validators as every vector says', async () => {
    const { calls } = (await import(pathToFileURL(join(folder, name, 'ts/all.ts')).href)) as {
      calls: Record<string, RuntimeCall<unknown, unknown>>;
    };
    let judged = 0;
    const wrong = vectors.flatMap((vector) => {
      const request = requestOf(vector);
      const call = calls[vector.call];
      if (request === undefined || call === undefined) {
        return [];
      }
      judged++;
      const { expect: answer } = vector;
      const found = Object.entries(checkRequest(call, request)).map(([field, code]) => `${code} ${field}`);
      const wanted = answer.refused ? [`${answer.retvalue} ${answer.field}`] : [];
      return JSON.stringify(found) === JSON.stringify(wanted) ? [] : [`${vector.id}: ${found}, not ${wanted}`];
    });
    expect(wrong).toEqual([]);
    expect(judged).toBeGreaterThan(50);
  });
});

/* What a client can hold: an object of a JSON body. Left out is what only bytes can say (duplicate keys, text that the
 * scan finds before types are looked at), and arrays in the place of objects, which are objects to JavaScript. */
function requestOf({ id, method, body, bodyBase64 }: Vector): unknown {
  if (method === 'GET' || bodyBase64 !== undefined || body === undefined) {
    return undefined;
  }
  return /\/(?:duplicate key|body .*|JSON string.*|[^/]* in a JSON string|NUL|half a surrogate pair|item is an array|change\/is an array)$/.test(
    id,
  )
    ? undefined
    : JSON.parse(body);
}

describe('generated C of the fixture', () => {
  it('has the subsets of an enum that the TypeScript has', async () => {
    const { colourIsBright } = (await import(pathToFileURL(join(folder, 'fixture/ts/things.ts')).href)) as {
      colourIsBright: (colour: string) => boolean;
    };
    expect(['red', 'green', 'Blue'].map(colourIsBright)).toEqual([true, false, true]);
  });

  it('encodes replies and lists routes', () => {
    const sources = specifications[0].sources;
    const program = buildProgram(sources, join(folder, 'encode'), join(drivers, 'encode.c'));
    const [full = '', empty = '', nothing = '', ...rest] = execFileSync(program, { encoding: 'utf8' }).split('\n');
    expect(JSON.parse(full)).toEqual({
      code: 'success',
      retvalue: 0,
      msg: 0,
      data: {
        things: [
          { id: 1, colour: 'green' },
          { id: 65535, colour: 'Blue' },
        ],
        names: ['a"b', '', 'é\n'],
        numbers: [-2147483648, 0, 2147483647],
        first: { id: 7, colour: 'red' },
        since: '2026-11-21',
        card: '4294967295',
        mixed: ['red', 'Blue'],
        text: 'back\\slash\u0001',
        balance: -9007199254740991,
        done: true,
      },
    });
    expect(JSON.parse(empty)).toEqual({
      code: 'success',
      retvalue: 0,
      msg: 0,
      data: {
        things: [],
        names: [],
        numbers: [],
        first: { id: 0, colour: 'red' },
        since: '',
        card: '0',
        mixed: [],
        text: '',
        balance: 0,
        done: false,
      },
    });
    expect(nothing).toBe('{"code":"success","retvalue":0,"msg":0,"data":{}}');
    expect(rest).toEqual([
      '/goform/AddThing AddThing 1 1 -1 1 2048',
      '/goform/ListThings ListThings 0 2 0 0 0',
      '/goform/keepPerson keepPerson 1 3 0 1 1024',
      '/goform/people people 0 2 0 0 0',
      '200 403 500',
      '1 0 1',
      '',
    ]);
  });
});
