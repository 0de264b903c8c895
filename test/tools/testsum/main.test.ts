import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

/* The command itself, as make calls it, in a folder of its own: programs of our own stand in for those that the suites
 * run, and say what STAND_IN_<program> tells them. */

const main = join(import.meta.dirname, '../../../tools/testsum/main.ts');
let folder: string;

const script = (name: string): string => `#!/bin/bash
eval "$STAND_IN_${name}"
`;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'testsum-'));
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  for (const [path, name] of [
    ['node_modules/.bin/node', 'NODE'],
    ['node_modules/.bin/biome', 'BIOME'],
    ['bin/make', 'MAKE'],
    ['bin/clang-format-19', 'FORMAT'],
  ] as const) {
    writeFileSync(join(folder, path), script(name));
    chmodSync(join(folder, path), 0o755);
  }
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type StandIns = Readonly<Partial<Record<'NODE' | 'BIOME' | 'MAKE' | 'FORMAT', string>>>;

function start(args: readonly string[], standIns: StandIns, env: Readonly<Record<string, string>> = {}) {
  const programs = Object.entries(standIns).map(([name, text]) => [`STAND_IN_${name}`, text]);
  const child = spawn(process.execPath, [main, ...args], {
    cwd: folder,
    env: { ...process.env, PATH: `${folder}/bin:${process.env['PATH']}`, ...Object.fromEntries(programs), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (data: Buffer) => {
    output += data.toString();
  });
  child.stderr.on('data', (data: Buffer) => {
    output += data.toString();
  });
  const ended = new Promise<{ code: number | null; output: string; last: string | undefined }>((resolve) => {
    child.once('close', (code) => resolve({ code, output, last: output.trimEnd().split('\n').at(-1) }));
  });
  return { child, ended };
}

const run = (args: readonly string[], standIns: StandIns, env?: Readonly<Record<string, string>>) =>
  start(args, standIns, env).ended;

describe('the exit code', () => {
  it('is 0 when all tests have passed', async () => {
    const { code, last } = await run(['arch', 'biome'], { NODE: 'echo ok one; echo ok two' });
    expect(last).toBe('3 passed, 0 failed');
    expect(code).toBe(0);
  });

  it.each([
    ['a check failed and the program did not say so', { NODE: 'echo ok one; echo not ok two' }, '2 passed, 1 failed'],
    ['the program failed and no check did', { NODE: 'echo ok one; exit 3' }, '2 passed, 1 failed'],
    ['nothing was checked', { NODE: '' }, '1 passed, 1 failed'],
    ['another suite failed', { NODE: 'echo ok one', BIOME: 'exit 1' }, '1 passed, 1 failed'],
    ['it ended by a signal', { NODE: 'echo ok one; kill -KILL $$' }, '2 passed, 1 failed'],
  ])('is 1 when %s', async (_, standIns, sum) => {
    const { code, last } = await run(['arch', 'biome'], standIns);
    expect(last).toBe(sum);
    expect(code).toBe(1);
  });

  it('is 1 when a suite was not run because a build failed', async () => {
    const { code, output, last } = await run(['licences'], { NODE: 'echo ok one', MAKE: 'exit 2' });
    expect(output).toContain('licences: not run, because build:host failed');
    expect(last).toBe('0 passed, 3 failed');
    expect(code).toBe(1);
  });

  it('is 1 when it was told to end, and what it started ends too', async () => {
    const pid = join(folder, 'pid');
    const { child, ended } = start(['arch'], { NODE: `echo $$ > ${pid}.new; mv ${pid}.new ${pid}; exec sleep 60` });
    await expect.poll(() => existsSync(pid)).toBe(true);
    child.kill('SIGTERM');
    expect((await ended).code).toBe(1);
    const state = (): string => {
      try {
        return (
          /^State:\s+(\S)/m.exec(readFileSync(`/proc/${readFileSync(pid, 'utf8').trim()}/status`, 'utf8'))?.[1] ?? ''
        );
      } catch {
        return 'gone';
      }
    };
    await expect.poll(state).toMatch(/gone|Z/);
  });

  it.each([
    ['a name that no suite has', ['robots'], {}],
    ['a wish that is no number', ['arch'], { JOBS: '0' }],
  ])('is 2 for %s, and nothing is run', async (_, args, env) => {
    const { code, output } = await run(args, { NODE: 'echo ok one' }, env);
    expect(output).not.toContain('passed');
    expect(code).toBe(2);
  });
});

describe('a run of vitest', () => {
  const report = (): string => join(folder, 'build/test/robust.json');

  it('is counted by the report it wrote, not by one of a run before', async () => {
    const figures = '{"numPassedTests":7,"numFailedTests":0}';
    const good = await run(['robust'], { NODE: `echo '${figures}' > build/test/robust.json` });
    expect(good.last).toBe('9 passed, 0 failed'); // two builds
    expect(good.code).toBe(0);
    expect(existsSync(report())).toBe(true);
    const none = await run(['robust'], { NODE: '' });
    expect(none.last).toBe('2 passed, 1 failed');
    expect(none.code).toBe(1);
  });
});

describe('what failed', () => {
  it('is named in the last lines, before the sum', async () => {
    const report = JSON.stringify({
      numPassedTests: 1,
      numFailedTests: 1,
      testResults: [
        {
          name: join(folder, 'test/robust/cut.test.ts'),
          assertionResults: [
            { fullName: 'a cut loses nothing', status: 'failed', failureMessages: ['Error: 2 is not 3\n    at cut'] },
            { fullName: 'a start', status: 'passed', failureMessages: [] },
          ],
        },
      ],
    });
    const summary = `FAILED TEST SUMMARY\n-------\n[util/test_buf.c]\n  Test: test_grows\n  At line (12): "Expected 1 Was 2"\n\nTESTED: 1\nFAILED: 1`;
    const { output } = await run(['robust', 'unit', 'biome', 'arch'], {
      NODE: `case "$*" in
        *robust*) echo '${report}' > build/test/robust.json; exit 1;;
        *) echo not ok a rule;;
        esac`,
      MAKE: `case "$*" in *ceedling*) echo '${summary}'; exit 1;; esac`,
      BIOME: 'exit 1',
    });
    const lines = output.trimEnd().split('\n');
    expect(lines.slice(lines.findIndex((line) => line.startsWith('whole run')) + 1).sort()).toEqual([
      '3 passed, 4 failed',
      'failed: arch: a rule',
      'failed: biome: exit code 1',
      'failed: robust: test/robust/cut.test.ts > a cut loses nothing: Error: 2 is not 3',
      'failed: unit: test_grows: line (12): "Expected 1 Was 2"',
    ]);
    expect(lines.at(-1)).toBe('3 passed, 4 failed');
  });
});

describe('the times', () => {
  it('are those of the suites and of the slowest test files of all, before the sum', async () => {
    const vitest = (file: string, seconds: number): string =>
      JSON.stringify({
        numPassedTests: 1,
        testResults: [{ name: join(folder, file), startTime: 1000, endTime: 1000 + seconds * 1000 }],
      });
    const unit = 'build/unit/ceedling/test/results/util';
    const result = `---\n:source:\n  :file: util/test_buf.c\n:time: 7.25\n`;
    const { output, last } = await run(['robust', 'e2e', 'unit'], {
      NODE: `case "$*" in
        *robust*) echo '${vitest('test/robust/quick.test.ts', 3)}' > build/test/robust.json;;
        *e2e*) echo '${vitest('test/e2e/slow.test.ts', 9)}' > build/test/e2e.json;;
        esac`,
      MAKE: `case "$*" in
        *ceedling*) mkdir -p ${unit}; echo '${result}' > ${unit}/test_buf.pass; echo ' TESTED: 1'; echo ' PASSED: 1';;
        esac`,
    });
    const times = output.slice(output.indexOf('time of each suite'));
    for (const name of ['build:web', 'build:host', 'robust', 'unit'])
      expect(times).toMatch(new RegExp(` s  ${name}$`, 'm'));
    expect(times.slice(times.indexOf('slowest')).trim().split('\n').slice(0, 4)).toEqual([
      'slowest test files:',
      '       9.0 s  test/e2e/slow.test.ts (e2e)',
      '       7.3 s  test/unit/util/test_buf.c (unit)',
      '       3.0 s  test/robust/quick.test.ts (robust)',
    ]);
    expect(last).toBe('5 passed, 0 failed');
  });
});

describe('all suites', () => {
  it('are these, and none of those that count tests passes without any', async () => {
    const { code, output, last } = await run([], { NODE: '', MAKE: '', BIOME: '', FORMAT: '' });
    const lines = [...output.matchAll(/^(\S+) +(\d+) passed +(\d+) failed/gm)];
    const counts = Object.fromEntries(lines.map(([, name, passed, failed]) => [name, `${passed} ${failed}`]));
    expect(counts).toEqual({
      'build:web': '1 0',
      'build:host': '1 0',
      'build:asan': '1 0',
      'build:tsan': '1 0',
      'build:fuzz': '1 0',
      'build:image': '1 0',
      'tsc:tools': '1 0',
      'tsc:web': '1 0',
      'tsc:e2e': '1 0',
      biome: '1 0',
      'clang-format': '1 0',
      cppcheck: '1 0',
      'clang-tidy': '0 1',
      arch: '0 1',
      licences: '0 1',
      unit: '0 1',
      web: '0 1',
      api: '0 1',
      'api:tsan': '0 1',
      image: '0 1',
      net: '0 1',
      robust: '0 1',
      fuzz: '0 1',
      e2e: '0 1',
      bench: '0 1',
    });
    expect(last).toBe('12 passed, 13 failed');
    expect(code).toBe(1);
  });
});
