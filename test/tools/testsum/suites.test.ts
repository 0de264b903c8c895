import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import { allSuites, chosen, oneByOne, type Suite } from '../../../tools/testsum/suites.ts';
import { suiteLimitSeconds } from '../../harness/patience.ts';

const root = (path: string): string => join(import.meta.dirname, '../../..', path);

const suites = allSuites(60);
const names = (asked: string[]): string[] => chosen(suites, asked).map((suite) => suite.name);

it('takes all without a wish', () => {
  expect(names([])).toEqual(suites.map((suite) => suite.name));
});

it('takes a suite by its name with the builds it needs, and no more', () => {
  expect(names(['robust'])).toEqual(['build:web', 'build:host', 'robust']);
});

it('takes a group', () => {
  expect(names(['api'])).toEqual(['build:web', 'build:host', 'build:asan', 'build:tsan', 'api:tsan', 'api']);
});

it('refuses an unknown name', () => {
  expect(() => names(['robots'])).toThrow('no suite or group is called robots');
});

it('names each suite once', () => {
  expect(new Set(suites.map((suite) => suite.name)).size).toBe(suites.length);
});

it('gives each the one limit, which is hours', () => {
  expect([...new Set(suites.map((suite) => suite.limitSeconds))]).toEqual([suiteLimitSeconds]);
  expect(suiteLimitSeconds).toBeGreaterThanOrEqual(3 * 3600);
});

/* Words of a suite's command behind `--project`. */
const projectsOf = (suite: Suite): string[] =>
  suite.argv.flatMap((word, at) => (suite.argv[at - 1] === '--project' ? [word] : []));

/* Projects as vitest.config.ts writes them, by name, with their pattern. */
const config = readFileSync(root('vitest.config.ts'), 'utf8');
const projects = [
  ...config.matchAll(/name: '([\w-]+)',\s+include: \['([^']+)'\]/g),
  ...config.matchAll(/(?:daemon|console)Suite\('([\w-]+)', (?:\['([^']+)'\]|ownProcess)/g),
].map(([, name = '', include = '']) => ({ name, include }));

it('runs every project of vitest', () => {
  const run = new Set(suites.flatMap(projectsOf));
  expect([...run].sort()).toEqual(projects.map((project) => project.name).sort());
});

it('leaves no test file out', () => {
  const files = readdirSync(root('test'), { recursive: true, encoding: 'utf8' });
  const tests = files.filter((file) => /\.(test|check)\.tsx?$/.test(file)).map((file) => `test/${file}`);
  const patterns = projects.map((project) => project.include);
  expect(tests.length).toBeGreaterThan(100);
  expect(tests.filter((file) => !patterns.some((pattern) => matchesGlob(file, pattern)))).toEqual([]);
  // Those of C are found by folder.
  const folders = new Set(
    [...readFileSync(root('test/unit/project.yml'), 'utf8').matchAll(/^ {4}- \+:(\w+)\/\*\*$/gm)].map(
      ([, name]) => name,
    ),
  );
  const unit = files.filter((file) => /^unit\/.*\/test_\w+\.c$/.test(file));
  expect(unit.length).toBeGreaterThan(60);
  expect(unit.filter((file) => !folders.has(file.split('/')[1]))).toEqual([]);
});

it('leaves out test files of the thread sanitizer alone, that are there', () => {
  const exceptOf = (suite: Suite): string[] =>
    suite.argv.flatMap((word, at) => (suite.argv[at - 1] === '--exclude' ? [word] : []));
  for (const suite of suites) expect(exceptOf(suite)).toEqual(suite.name === 'api:tsan' ? [...oneByOne] : []);
  expect(oneByOne.filter((file) => !existsSync(root(file)))).toEqual([]);
});

it('runs the API suite with both sanitizers, each on its own build', () => {
  const by = new Map(suites.map((suite) => [suite.name, suite]));
  expect(by.get('api')).toMatchObject({ needs: ['build:asan'], env: { POSTERND: 'build/asan/posternd' } });
  expect(by.get('api:tsan')).toMatchObject({
    needs: ['build:tsan'],
    env: { POSTERND: 'build/tsan/posternd', TSAN_OPTIONS: expect.stringContaining('halt_on_error=1') as string },
  });
  for (const name of ['api:tsan', 'api']) expect(projectsOf(by.get(name) as Suite)).toEqual(['api', 'api-calls']);
  expect(by.get('build:asan')?.argv).toContain('VARIANT=asan');
  expect(by.get('build:tsan')?.argv).toContain('VARIANT=tsan');
});
