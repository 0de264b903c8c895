// The unit tests of one room, for Stryker: those of the folders and files in MUTATE_TESTS.

import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import type { Vite, VitestPluginContext } from 'vitest/node';
import { patienceMs } from './tools/mutate/ts/patience.ts';
import { ShortestFirst } from './tools/mutate/ts/sequence.ts';
import main from './vitest.config.ts';

const tests = (process.env['MUTATE_TESTS'] ?? '').split(' ').filter((path) => path !== '');
const isOfTools = tests.some((path) => path.startsWith('test/tools'));

type Project = Extract<TestProjectConfiguration, { test?: unknown }>;

function projectOf(name: string): Project {
  const isIt = (project: TestProjectConfiguration): project is Project =>
    typeof project === 'object' && 'test' in project && project.test?.name === name;
  const found = (main.test?.projects ?? []).find(isIt);
  if (found === undefined) throw new Error(`vitest.config.ts has no project ${name}`);
  return found;
}

const root = fileURLToPath(new URL('.', import.meta.url));

/** Stryker chooses one pool for all projects. */
const inProcesses: Vite.Plugin = {
  name: 'own-process',
  configureVitest: ({ project }: VitestPluginContext) => {
    project.config.pool = 'forks';
  },
};

function judging(project: Project, kind: 'tools' | 'web', include: string[], more: object = {}): Project {
  return {
    ...project,
    root,
    test: {
      ...project.test,
      include,
      setupFiles: [...[project.test?.setupFiles ?? []].flat(), `tools/mutate/ts/setup-${kind}.ts`],
      expect: { poll: { timeout: patienceMs } },
    },
    ...more,
  };
}

const patterns = tests.map((path) => (/\.tsx?$/.test(path) ? path : `${path}/**/*.test.{ts,tsx}`));
const own = projectOf('web-own');
const ownTests = (own.test?.include ?? []).filter((file) => tests.some((path) => file.startsWith(`${path}/`)));

export default defineConfig({
  root,
  test: {
    sequence: { sequencer: ShortestFirst },
    projects: isOfTools
      ? [judging(projectOf('tools'), 'tools', patterns)]
      : [
          judging(projectOf('web'), 'web', patterns),
          ...(ownTests.length > 0 ? [judging(own, 'web', ownTests, { plugins: [inProcesses] })] : []),
        ],
  },
});
