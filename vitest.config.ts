import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { patienceMs, patienceSeconds, slowFactor, testLimitMs } from './test/harness/patience.ts';

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

/* Tests wait as much as they work, for devices, timers and browsers: three keep two cores busy, and by default there would be one. */
const maxWorkers = 3;

/* Tests of the console that need a process of their own: they change its time zone, or hand streams and bytes of Node to the page. */
const ownProcess = [
  'test/web/app/summerTime.test.tsx',
  'test/web/features/backup/pages.test.tsx',
  'test/web/features/door/overviewDoor.test.tsx',
  'test/web/features/events/overview.test.tsx',
  'test/web/features/records/recordList.test.tsx',
  'test/web/lib-api/transport.test.ts',
];

/* One limit for all: patience.ts. */
const limits = { testTimeout: testLimitMs, hookTimeout: testLimitMs };

const consoleSuite = (name: string, include: string[], more: object = {}) => ({
  resolve: { alias: [gen, ...compat], dedupe: ['preact'] },
  oxc: { jsx: { runtime: 'automatic' as const, importSource: 'react' } },
  test: {
    name,
    include,
    environment: 'jsdom' as const,
    setupFiles: ['test/web/setup.ts'],
    ...limits,
    expect: { poll: { timeout: patienceMs } },
    maxWorkers,
    server: { deps: { inline: true as const } },
    ...more,
  },
});

/*
 * Suites that drive the daemon: each file starts its own. The files of a worker share its modules: they keep nothing of their own
 * in them, and loading them takes more processor than many a file's tests.
 */
const daemonSuite = (name: string, include: string[], more: object = {}) => ({
  resolve: { alias: [gen] },
  test: {
    name,
    include,
    environment: 'node' as const,
    pool: 'forks' as const,
    isolate: false,
    fileParallelism: true,
    maxWorkers,
    ...limits,
    /* What is awaited comes when a page has read its data, which on a busy machine is not within vitest's second. */
    expect: { poll: { timeout: patienceMs } },
    ...more,
  },
});

export default defineConfig({
  test: {
    projects: [
      /* A context a file instead of a process: less than half the work. */
      consoleSuite('web', ['test/web/**/*.test.{ts,tsx}'], { exclude: ownProcess, pool: 'vmThreads' }),
      consoleSuite('web-own', ownProcess),
      {
        resolve: { alias: [gen] },
        test: {
          name: 'tools',
          include: ['test/tools/**/*.test.ts'],
          environment: 'node',
          ...limits,
          expect: { poll: { timeout: patienceMs } },
          maxWorkers,
        },
      },
      daemonSuite('api', ['test/api/**/*.test.ts'], { globalSetup: ['test/api/clear-records.ts'] }),
      /* Judges what the suite before it has called; its group runs after that of all others. */
      daemonSuite('api-calls', ['test/api/**/*.check.ts'], { sequence: { groupOrder: 1 } }),
      /* Runs below `unshare -rnm` (make test-net). */
      /* They wait for clients and servers of DHCP most of the time. */
      daemonSuite('net', ['test/net/**/*.test.ts'], { maxWorkers: 4 }),
      daemonSuite('robust', ['test/robust/**/*.test.ts']),
      /* One emulated machine at a time: each takes a core. */
      daemonSuite('image', ['test/image/**/*.test.ts'], {
        fileParallelism: false,
        testTimeout: slowFactor * testLimitMs,
        hookTimeout: slowFactor * testLimitMs,
        expect: { poll: { timeout: slowFactor * patienceMs } },
        env: { TEST_PATIENCE: String(slowFactor * patienceSeconds) },
      }),
      daemonSuite('e2e', ['test/e2e/**/*.test.ts']),
    ],
  },
});
