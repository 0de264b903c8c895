// Every suite of the project: what it runs, what it needs built, how its tests are counted.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { suiteLimitSeconds } from '../../test/harness/patience.ts';
import { type Counts, fromCeedling, fromChecks, fromExit, fromVitest } from './counts.ts';
import { failedOfCeedling, failedOfChecks, failedOfVitest } from './failures.ts';
import { type FileTime, filesFromCeedling, filesFromVitest } from './times.ts';

export interface Suite {
  readonly name: string;
  /** What a person may ask for: the suite's own name, or the group's. */
  readonly group: string;
  readonly needs: readonly string[];
  readonly cores: number;
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly limitSeconds: number;
  count(output: string, ok: boolean): Counts;
  /** The names of the tests that failed; a suite that is one test has none. */
  failed?(output: string): readonly string[];
  /** Times of its test files in a run that started then, in milliseconds since 1970; suites without test files have none. */
  files?(startedMs: number): readonly FileTime[];
}

/** Folder of logs and reports. */
export const reports = 'build/test';
const node = 'node_modules/.bin/node';
const tsc = [node, 'node_modules/typescript/bin/tsc', '-p'];

function build(name: string, needs: readonly string[], ...goals: readonly string[]): Suite {
  return {
    name: `build:${name}`,
    group: 'build',
    needs,
    cores: 2,
    argv: ['make', '--no-print-directory', ...goals],
    limitSeconds: suiteLimitSeconds,
    count: (_, ok) => fromExit(ok),
  };
}

function lint(name: string, argv: readonly string[], needs: readonly string[] = []): Suite {
  const limitSeconds = suiteLimitSeconds;
  return { name, group: 'lint', needs, cores: 1, argv, limitSeconds, count: (_, ok) => fromExit(ok) };
}

/** One of ours that prints a line `ok …` or `not ok …` a check. */
function checks(name: string, group: string, script: readonly string[], needs: readonly string[] = []): Suite {
  return {
    name,
    group,
    needs,
    cores: 1,
    argv: [node, ...script],
    limitSeconds: suiteLimitSeconds,
    count: fromChecks,
    failed: failedOfChecks,
  };
}

interface VitestOptions {
  readonly group?: string;
  readonly projects: readonly string[];
  readonly needs: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly cores?: number;
  /** Command that runs it. */
  readonly below?: readonly string[];
  /** The test files of the projects that are run; all without it. */
  readonly only?: readonly string[];
  /** Test files of the projects that another suite runs. */
  readonly except?: readonly string[];
}

function vitest(name: string, options: VitestOptions): Suite {
  const report = `${reports}/${name.replace(':', '-')}.json`;
  const projects = options.projects.flatMap((project) => ['--project', project]);
  const except = (options.except ?? []).flatMap((file) => ['--exclude', file]);
  const written = (): string | undefined => (existsSync(report) ? readFileSync(report, 'utf8') : undefined);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  return {
    name,
    group: options.group ?? name,
    needs: options.needs,
    cores: options.cores ?? 2,
    argv: [
      ...(options.below ?? []),
      node,
      'node_modules/vitest/vitest.mjs',
      'run',
      ...projects,
      ...except,
      ...reporters,
      ...(options.only ?? []),
    ],
    ...(options.env === undefined ? {} : { env: options.env }),
    limitSeconds: suiteLimitSeconds,
    count: (_, ok) => fromVitest(written(), ok),
    failed: () => failedOfVitest(written()),
    files: () => filesFromVitest(written(), process.cwd()),
  };
}

/** C and header files below these folders. */
function sources(folders: readonly string[]): string[] {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.[ch]$/.test(name))
        .map((name) => `${folder}/${name}`),
    )
    .sort();
}

const asan = { POSTERND: 'build/asan/posternd' };
const tsan = { POSTERND: 'build/tsan/posternd', TSAN_OPTIONS: 'halt_on_error=1 exitcode=66', POSTERN_SLOW: '1' };

/**
 * Thousands of requests, one after another, each answered by the same few functions: who may call, and what a request may be.
 * The thread sanitizer learns nothing from the next one; the scenarios make every call with success (every-call.check.ts).
 */
export const oneByOne = [
  'test/api/vectors.test.ts',
  'test/api/rights.test.ts',
  'test/api/bulk-model/random.test.ts',
] as const;

/**
 * In namespaces of its own, so that the network of the machine is left alone and no rights are needed. Where root lives in a changed root
 * it may have no user namespace: then without the rights that reach beyond the network.
 */
function apart(): readonly string[] {
  const own = ['unshare', '-rnm'];
  const isAllowed = spawnSync('unshare', ['-rnm', 'true']).status === 0;
  return isAllowed || process.getuid?.() !== 0
    ? own
    : ['unshare', '-n', 'setpriv', '--bounding-set', '-sys_time,-sys_boot,-sys_module,-sys_rawio'];
}

export function allSuites(fuzzSeconds: number): Suite[] {
  return [
    build('web', [], 'gen', 'console'),
    build('host', ['build:web'], 'posternd'),
    build('asan', ['build:host'], 'posternd', 'VARIANT=asan'),
    build('tsan', ['build:host'], 'posternd', 'VARIANT=tsan'),
    build('fuzz', ['build:host'], 'posternd', 'VARIANT=fuzz'),
    build('image', ['build:web'], 'test-slots'),

    ...['tools', 'web', 'e2e'].map((part) => lint(`tsc:${part}`, [...tsc, `tsconfig.${part}.json`], ['build:web'])),
    lint('biome', ['node_modules/.bin/biome', 'ci', '--colors=off', '.']),
    lint('clang-format', ['clang-format-19', '--dry-run', '-Werror', ...sources(['firmware', 'test'])]),
    lint('cppcheck', ['make', '--no-print-directory', 'cppcheck'], ['build:host']),
    { ...checks('clang-tidy', 'lint', ['tools/testsum/tidy.ts'], ['build:host']), cores: 2 },
    checks('arch', 'lint', ['tools/arch/main.ts']),
    checks('licences', 'lint', ['tools/licences/main.ts', '--check'], ['build:host']),

    {
      name: 'unit',
      group: 'unit',
      needs: ['build:web'],
      cores: 1,
      argv: ['make', '--no-print-directory', 'ceedling'],
      limitSeconds: suiteLimitSeconds,
      count: fromCeedling,
      failed: failedOfCeedling,
      files: (startedMs) => filesFromCeedling('build/unit/ceedling/test/results', startedMs),
    },
    vitest('web', { projects: ['web', 'web-own', 'tools'], needs: ['build:web'] }),
    vitest('api', { projects: ['api', 'api-calls'], needs: ['build:asan'], env: asan }),
    vitest('api:tsan', {
      group: 'api',
      projects: ['api', 'api-calls'],
      needs: ['build:tsan'],
      env: tsan,
      except: oneByOne,
    }),
    vitest('net', { projects: ['net'], needs: ['build:host'], below: apart(), cores: 1 }),
    /* The rest of the project needs an hour: make test-image. */
    vitest('image', { projects: ['image'], needs: ['build:image'], only: ['test/image/once.test.ts'], cores: 1 }),
    vitest('robust', { projects: ['robust'], needs: ['build:host'] }),
    checks('fuzz', 'fuzz', ['tools/testsum/fuzz.ts', String(fuzzSeconds)], ['build:fuzz']),
    vitest('e2e', { projects: ['e2e'], needs: ['build:host'] }),
    { ...checks('bench', 'bench', ['test/bench/main.ts', '--short'], ['build:host']), cores: 2 },
  ];
}

/** The suites that were asked for, by name or group (all without any), and what they need, in their order. */
export function chosen(suites: readonly Suite[], asked: readonly string[]): Suite[] {
  const unknown = asked.find((word) => !suites.some((suite) => suite.name === word || suite.group === word));
  if (unknown !== undefined) throw new Error(`no suite or group is called ${unknown}`);
  const wanted = new Set<string>();
  const want = (suite: Suite): void => {
    if (wanted.has(suite.name)) return;
    wanted.add(suite.name);
    for (const other of suites) if (suite.needs.includes(other.name)) want(other);
  };
  for (const suite of suites) {
    if (asked.length === 0 || asked.includes(suite.name) || asked.includes(suite.group)) want(suite);
  }
  return suites.filter((suite) => wanted.has(suite.name));
}
