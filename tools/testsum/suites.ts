// Every suite of the project: its command, its dependencies, and how its tests are counted.

import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { suiteLimitSeconds } from '../../test/harness/patience.ts';
import { type Counts, fromCeedling, fromChecks, fromExit, fromVitest } from './counts.ts';
import { failedOfCeedling, failedOfChecks, failedOfVitest } from './failures.ts';
import { type FileTime, filesFromCeedling, filesFromVitest } from './times.ts';

export interface Suite {
  readonly name: string;
  /** Names for the command line: the suite's own, and the group's. */
  readonly group: string;
  readonly needs: readonly string[];
  /** Number of cores it counts as while others run beside it. */
  readonly cores: number;
  readonly argv: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly limitSeconds: number;
  count(output: string, ok: boolean): Counts;
  /** The names of the failed tests; a suite that is one test has none. */
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

/** One of our checks, which prints a line `ok …` or `not ok …` per check. */
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
  /** Command of the suite. */
  readonly below?: readonly string[];
  /** The test files of the projects to run; omitted: all. */
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
    cores: 1,
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
 * Thousands of requests, one after another, each answered by the same few functions: permissions, and checks of a request.
 * ThreadSanitizer learns nothing more from them; the scenarios make every call successfully (every-call.check.ts).
 */
export const oneByOne = [
  'test/api/vectors.test.ts',
  'test/api/rights.test.ts',
  'test/api/bulk-model/random.test.ts',
] as const;

/**
 * In namespaces of its own, so that the network of the machine does not change and no privileges are needed. Root in a changed root folder
 * may not be allowed a user namespace: then without the privileges beyond the network.
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
    checks('arch', 'lint', ['tools/arch/main.ts']),
    checks('licences', 'lint', ['tools/licences/main.ts', '--check'], ['build:host']),

    /*
     * Most suites are idle half of their time: during linking, page rendering, or the start of a kernel. They count as one core,
     * though each may use two, so that two of them keep two cores busy. The longest come first.
     */
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
    vitest('e2e', { projects: ['e2e'], needs: ['build:host'] }),
    vitest('web', { projects: ['web', 'web-own', 'tools'], needs: ['build:web'] }),
    vitest('api:tsan', {
      group: 'api',
      projects: ['api', 'api-calls'],
      needs: ['build:tsan'],
      env: tsan,
      except: oneByOne,
    }),
    vitest('api', { projects: ['api', 'api-calls'], needs: ['build:asan'], env: asan }),
    checks('fuzz', 'fuzz', ['tools/testsum/fuzz.ts', String(fuzzSeconds)], ['build:fuzz']),
    vitest('robust', { projects: ['robust'], needs: ['build:host'] }),
    /* The rest of the image tests needs an hour: make test-image. */
    vitest('image', { projects: ['image'], needs: ['build:image'], only: ['test/image/once.test.ts'] }),
    vitest('net', { projects: ['net'], needs: ['build:host'], below: apart() }),
    lint('cppcheck', ['make', '--no-print-directory', 'cppcheck'], ['build:host']),
    { ...checks('clang-tidy', 'lint', ['tools/testsum/tidy.ts'], ['build:host']), cores: 2 },
    { ...checks('bench', 'bench', ['test/bench/main.ts', '--short'], ['build:host']), cores: 2 },
  ];
}

/** The requested suites, by name or group (all without any), and their dependencies, in order. */
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
