/* The contract as the bundle has it, from a module for each declaration, is the contract that the tests of the console use. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Call, checkRequest, type SettingsPage } from '@gen/runtime.ts';
import { build } from 'esbuild';
import { safeParse } from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleReply } from '../../../tools/apigen/examples.ts';
import { loadModel } from '../../../tools/apigen/load.ts';
import type { Vector } from '../../../tools/apigen/vectors.ts';
import { generated } from '../../../web/bundler/generated.ts';
import { project, schema } from '../apigen/build.ts';

type Exports = Readonly<Record<string, unknown>>;
type AnyCall = Call<unknown, unknown>;

const gen = join(project, 'build/gen/ts');
const model = loadModel({ root: project, spec: join(project, 'firmware/api/spec'), schema });
const groups = model.groups.map(({ name }) => name);

let folder: string;
/** Group or `contract` → what its module exports: whole, and bundled from the parts. */
const whole = new Map<string, Exports>();
const bundled = new Map<string, Exports>();

beforeAll(async () => {
  folder = mkdtempSync(join(project, 'build/contract-'));
  const names = [...groups, 'contract'];
  /* An entry each, with what they share in chunks: as pages of the console are. */
  await build({
    entryPoints: names.map((name) => ({ in: `@gen/${name}.ts`, out: name })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    minify: true,
    format: 'esm',
    plugins: [generated('postern', gen)],
  });
  const load = async (path: string) => (await import(pathToFileURL(path).href)) as Exports;
  for (const name of names) {
    whole.set(name, await load(join(gen, `${name}.ts`)));
    bundled.set(name, await load(join(folder, `${name}.mjs`)));
  }
});

afterAll(() => rmSync(folder, { recursive: true }));

const isCall = (value: unknown): value is AnyCall =>
  typeof value === 'object' && value !== null && 'request' in value && 'reply' in value && 'path' in value;

const isPage = (value: unknown): value is SettingsPage<object> =>
  typeof value === 'object' && value !== null && 'pair' in value && 'fields' in value;

const callsOf = (exports: Exports | undefined): ReadonlyMap<string, AnyCall> =>
  new Map(Object.values(exports ?? {}).flatMap((value) => (isCall(value) ? [[value.name, value]] : [])));

/** What can be compared of a value: all but the bodies of functions, which a bundle writes otherwise. */
function shapeOf(value: unknown): unknown {
  if (typeof value === 'function') return 'function';
  if (Array.isArray(value)) return value.map(shapeOf);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, shapeOf(inner)]));
}

describe.each([...groups, 'contract'])('the bundled module %s', (name) => {
  it('exports the same names', () => {
    expect(Object.keys(whole.get(name) ?? {})).not.toEqual([]);
    expect(Object.keys(bundled.get(name) ?? {}).sort()).toEqual(Object.keys(whole.get(name) ?? {}).sort());
  });

  it('has the same calls, validators, limits, words, fields of forms and pages of settings behind them', () => {
    for (const [key, value] of Object.entries(whole.get(name) ?? {})) {
      expect([key, shapeOf(bundled.get(name)?.[key])]).toEqual([key, shapeOf(value)]);
    }
  });
});

describe('the bundled contract', () => {
  it('has every call, and the pages of settings name the calls of their groups', () => {
    const calls = callsOf(bundled.get('contract'));
    expect([...calls.keys()].sort()).toEqual(model.calls.map(({ name }) => name).sort());
    const pages = Object.values(bundled.get('contract') ?? {}).filter(isPage);
    expect(pages.map(({ pair }) => pair).sort()).toEqual(model.pairs.map(({ name }) => name).sort());
    for (const { read, write } of pages) {
      expect(calls.get(read.name)).toBe(read);
      expect(calls.get(write.name)).toBe(write);
    }
  });

  it('judges the request of every vector as the whole contract does', () => {
    const { vectors } = JSON.parse(readFileSync(join(project, 'build/gen/vectors.json'), 'utf8')) as {
      vectors: Vector[];
    };
    const ours = callsOf(bundled.get('contract'));
    const theirs = callsOf(whole.get('contract'));
    let refused = 0;
    for (const { id, call: name, body } of vectors) {
      const [our, their] = [ours.get(name), theirs.get(name)];
      const request = objectOf(body);
      if (our === undefined || their === undefined || request === undefined) continue;
      const wanted = checkRequest(their, request);
      expect([id, checkRequest(our, request)]).toEqual([id, wanted]);
      refused += Object.keys(wanted).length;
    }
    expect(refused).toBeGreaterThan(1000);
  });

  it('takes a reply of every call, and no other', () => {
    const calls = callsOf(bundled.get('contract'));
    for (const call of model.calls.filter(({ isFile }) => !isFile)) {
      const { reply } = calls.get(call.name) ?? expect.fail(`${call.name} is missing`);
      const example = exampleReply(call);
      expect([call.name, safeParse(reply, example).issues]).toEqual([call.name, undefined]);
      expect([call.name, safeParse(reply, 'text').success]).toEqual([call.name, false]);
    }
  });
});

/** The object of a body; undefined for what a client cannot hold. */
function objectOf(body: string | undefined): unknown {
  try {
    return JSON.parse(body ?? '');
  } catch {
    return undefined;
  }
}
