// The unit tests of one room, for Stryker: those of the folders and files in MUTATE_TESTS.

import { fileURLToPath } from 'node:url';
import { defineConfig, type TestProjectConfiguration } from 'vitest/config';
import { patienceMs } from './tools/mutate/ts/patience.ts';
import main from './vitest.config.ts';

const tests = (process.env['MUTATE_TESTS'] ?? '').split(' ').filter((path) => path !== '');
const projectName = tests.some((path) => path.startsWith('test/tools')) ? 'tools' : 'web';

type Project = Extract<TestProjectConfiguration, { test?: unknown }>;

const isProject = (project: TestProjectConfiguration): project is Project =>
  typeof project === 'object' && 'test' in project && project.test?.name === projectName;

const project = (main.test?.projects ?? []).find(isProject);
if (project === undefined) throw new Error(`vitest.config.ts has no project ${projectName}`);

export default defineConfig({
  ...project,
  root: fileURLToPath(new URL('.', import.meta.url)),
  test: {
    ...project.test,
    include: tests.map((path) => (/\.tsx?$/.test(path) ? path : `${path}/**/*.test.{ts,tsx}`)),
    exclude: [],
    setupFiles: [...[project.test?.setupFiles ?? []].flat(), `tools/mutate/ts/setup-${projectName}.ts`],
    expect: { poll: { timeout: patienceMs } },
  },
});
