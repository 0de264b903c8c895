import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

const gen = { find: /^@gen\//, replacement: here('./build/gen/ts/') };
/* The console runs on preact/compat; its tests run with the same alias as its bundle. */
const compat = [
  { find: /^react$/, replacement: 'preact/compat' },
  { find: /^react-dom$/, replacement: 'preact/compat' },
  { find: /^react-dom\/client$/, replacement: 'preact/compat/client' },
  { find: /^react-dom\/test-utils$/, replacement: 'preact/test-utils' },
  { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
  { find: /^react\/jsx-dev-runtime$/, replacement: 'preact/jsx-dev-runtime' },
  /* Under Node these would resolve to CommonJS, whose require('react') no alias reaches. */
  { find: /^react-router-dom$/, replacement: here('./node_modules/react-router-dom/dist/index.mjs') },
  { find: /^react-router$/, replacement: here('./node_modules/react-router/dist/development/index.mjs') },
  { find: /^react-router\/dom$/, replacement: here('./node_modules/react-router/dist/development/dom-export.mjs') },
  { find: /^use-sync-external-store\/shim(\/index\.js)?$/, replacement: 'preact/compat' },
];

/* By default one of two cores would be left idle. */
const maxWorkers = 2;

/* Suites that drive the daemon: each file starts its own. */
const daemonSuite = (name: string, include: string[], timeout: number, more: object = {}) => ({
  resolve: { alias: [gen] },
  test: {
    name,
    include,
    environment: 'node' as const,
    pool: 'forks' as const,
    fileParallelism: true,
    maxWorkers,
    testTimeout: timeout,
    hookTimeout: timeout,
    /* What is awaited comes when a page has read its data, which on a busy machine is not within vitest's second. */
    expect: { poll: { timeout: 10_000 } },
    ...more,
  },
});

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias: [gen, ...compat], dedupe: ['preact'] },
        oxc: { jsx: { runtime: 'automatic', importSource: 'react' } },
        test: {
          name: 'web',
          include: ['test/web/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          maxWorkers,
          server: { deps: { inline: true } },
        },
      },
      {
        resolve: { alias: [gen] },
        test: {
          name: 'tools',
          include: ['test/tools/**/*.test.ts'],
          environment: 'node',
          testTimeout: 30_000,
          maxWorkers,
        },
      },
      daemonSuite('api', ['test/api/**/*.test.ts'], 60_000, { globalSetup: ['test/api/clear-records.ts'] }),
      /* Judges what the suite before it has called; its group runs after that of all others. */
      daemonSuite('api-calls', ['test/api/**/*.check.ts'], 60_000, { sequence: { groupOrder: 1 } }),
      daemonSuite('robust', ['test/robust/**/*.test.ts'], 120_000),
      { ...daemonSuite('e2e', ['test/e2e/**/*.test.ts'], 120_000) },
    ],
  },
});
