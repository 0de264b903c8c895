import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { baseRequest, exampleReply, fullRequest } from '../../../tools/apigen/examples.ts';
import { generate } from '../../../tools/apigen/generate.ts';
import { loadModel } from '../../../tools/apigen/load.ts';
import type { Model } from '../../../tools/apigen/model.ts';
import { project, schema } from './build.ts';

interface OpenApi {
  readonly openapi: string;
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, unknown>> };
}

interface Operation {
  readonly operationId: string;
  readonly security: readonly unknown[];
  readonly parameters: readonly { readonly name?: string; readonly in?: string; readonly schema?: object }[];
  readonly requestBody?: { readonly content: { readonly 'application/json'?: { readonly schema: object } } };
  readonly responses: Readonly<
    Record<string, { readonly content: { readonly 'application/json': { readonly schema: object } } }>
  >;
}

let model: Model;
let files: ReadonlyMap<string, string>;

beforeAll(() => {
  model = loadModel({ root: project, spec: join(project, 'firmware/api/spec'), schema });
  files = generate(model);
});

const document = (): OpenApi => JSON.parse(files.get('docs/openapi.json') ?? '') as OpenApi;

/* Reads the document once: its references are resolved within it, for every check. */
let ajv: Ajv2020;

beforeAll(() => {
  ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ ...document() }, 'api');
});

/* A check of a value by a schema of the document. */
function validator(part: object): (value: unknown) => boolean {
  const text = JSON.stringify(part).replaceAll('"#/components', '"api#/components');
  return ajv.compile(JSON.parse(text) as object) as (value: unknown) => boolean;
}

describe('the OpenAPI document', () => {
  it('has every call with its method', () => {
    const found = Object.entries(document().paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
    );
    expect(found).toEqual(model.calls.map((call) => `${call.method} ${call.path} ${call.name}`));
  });

  it('accepts the valid requests and replies of every call, and no others', () => {
    const { paths } = document();
    for (const call of model.calls) {
      const operation = paths[call.path]?.[call.method.toLowerCase()];
      const request = operation?.requestBody?.content['application/json']?.schema;
      if (request !== undefined) {
        const check = validator(request);
        expect(check(baseRequest(call)), call.name).toBe(true);
        expect(check(fullRequest(call)), call.name).toBe(true);
        expect(check({ ...baseRequest(call), nope: 1 }), call.name).toBe(false);
      }
      const success: { readonly schema: object } | undefined = operation?.responses['200']?.content['application/json'];
      expect(success === undefined, call.name).toBe(call.isFile || call.thread === 'stream');
      if (success === undefined) continue;
      const reply = validator(success.schema);
      const envelope = { code: 'success', retvalue: 0, msg: 0, data: exampleReply(call) };
      expect(reply(envelope), call.name).toBe(true);
      expect(reply({ ...envelope, data: { ...envelope.data, nope: 1 } }), call.name).toBe(false);
    }
  });

  it('tells which calls are open', () => {
    const open = Object.values(document().paths)
      .flatMap((methods) => Object.values(methods))
      .filter((operation) => operation.security.length === 0);
    expect(open.map((operation) => operation.operationId)).toEqual([
      'chklogin',
      'confirmNetwork',
      'engineerLogin',
      'test_takephoto',
    ]);
  });

  it('has an answer for every status that a call can give', () => {
    const failure = validator({ $ref: '#/components/schemas/Failure' });
    for (const error of model.errors) {
      expect(failure({ code: 'error', retvalue: error.code, msg: error.code, data: {} })).toBe(true);
    }
    const statuses = document().paths['/goform/chklogin']?.['post']?.responses ?? {};
    expect(Object.keys(statuses)).toEqual(['200', '400', '401', '403', '405', '413', '415', '429', '500', '503']);
  });
});

describe('the API reference', () => {
  it('tells every call, field and code', () => {
    const page = files.get('docs/api.md') ?? '';
    for (const call of model.calls) {
      expect(page).toContain(`### ${call.name}\n`);
      for (const field of [...call.request, ...call.reply]) {
        expect(page).toContain(`| \`${field.name}\` |`);
      }
    }
    for (const error of model.errors) {
      expect(page).toContain(`| ${error.code} | ${error.http} | ${error.text} |`);
    }
  });
});

describe('what is pending', () => {
  it('is told in the reference', () => {
    const page = files.get('docs/api.md') ?? '';
    const pending = model.pairs.flatMap(({ settings }) => settings).find((setting) => setting.pending === true);
    expect(page).toMatch(
      new RegExp(`^\\| \`${pending?.name}\` \\|.*\\| 0\\.2 \\|.*\\*Not in this version yet\\.\\*`, 'm'),
    );
    expect(page).toMatch(/^\| `deviceNumber` \|.*\| 0\.2 \|.*\*Not in this version yet\.\*/m);
    expect(page).not.toMatch(/^\| `duplicatePunch` \|.*version yet/m);
  });

  it('is told in the OpenAPI document', () => {
    const paths = JSON.stringify(document().paths);
    expect(paths).toMatch(/"deviceNumber":\{[^{}]*"x-pending":true/);
    expect(paths).not.toMatch(/"volume":\{[^{}]*"x-pending"/);
  });

  it('is told to the console once, by the row of a setting', () => {
    const machine = files.get('ts/machine.ts') ?? '';
    expect(machine.match(/pending/g)).toHaveLength(1); /* deviceNumber */
    expect(files.get('ts/users.ts')).toContain('group: { min: 0, max: 16 },');
  });
});

describe('the command', () => {
  let out: string;

  beforeAll(() => {
    out = mkdtempSync(join(tmpdir(), 'apigen-'));
  });

  afterAll(() => {
    rmSync(out, { recursive: true });
  });

  const run = (...args: string[]) =>
    spawnSync(process.execPath, [join(project, 'tools/apigen/main.ts'), ...args], { encoding: 'utf8' });

  it('writes every file and leaves alone what would not change', () => {
    const first = run('--out', out);
    expect([first.status, first.stderr]).toEqual([0, '']);
    for (const [name, text] of files) {
      expect(readFileSync(join(out, name), 'utf8')).toBe(text);
    }
    const time = statSync(join(out, 'c/contract.c')).mtimeMs;
    const second = execFileSync(process.execPath, [join(project, 'tools/apigen/main.ts'), '--out', out]).toString();
    expect(second).toMatch(/ 0 files changed$/m);
    expect(statSync(join(out, 'c/contract.c')).mtimeMs).toBe(time);
  });

  it('ends with status 1 and the places of the faults', () => {
    const fixtures = join(import.meta.dirname, 'fixtures');
    const broken = join(out, 'nothing');
    const result = run('--out', broken, '--root', fixtures, '--spec', join(fixtures, 'faults'));
    expect(result.status).toBe(1);
    expect(result.stderr).toContain("faults/call-without-access.json:49: calls.AddThing has no 'access'\n");
    expect(existsSync(broken)).toBe(false);
  });

  it('ends with status 2 without --out', () => {
    expect(run().status).toBe(2);
  });
});
