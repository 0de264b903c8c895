import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { numbersOf } from '../../bench/process.ts';
import { type Bench, checkLine, type Runner, runBenches } from '../../bench/runner.ts';
import type { Scale } from '../../bench/scale.ts';
import { rootPath } from '../../harness/paths.ts';
import { row } from './rows.ts';

const one =
  (key: string, more = {}): Bench =>
  async () => [row({ key, ...more })];
const broken: Bench = () => Promise.reject(new Error('no devices\nat hal_new()'));

function runner(benches: Runner['benches'], more: Partial<Runner> = {}): Runner {
  return { benches, wanted: [], scale: 'full', limitMs: 60_000, begun: () => {}, ended: () => {}, ...more };
}

const names = async (given: Runner): Promise<string[]> =>
  (await runBenches(given)).map((line) => ('key' in line ? line.key : `${line.failed}: ${line.error}`));

describe('the run', () => {
  it('goes on after a benchmark that fails', async () => {
    const told: string[] = [];
    const benches = { page: one('page/50'), door: broken, tls: one('tls/full') };
    const given = runner(benches, {
      begun: (name) => told.push(name),
      ended: (name, lines) => told.push(`${name} ${lines.length}`),
    });
    const listeners = process.listenerCount('uncaughtException');
    expect(await names(given)).toEqual(['page/50', 'door: no devices\nat hal_new()', 'tls/full']);
    expect(process.listenerCount('uncaughtException')).toBe(listeners);
    expect(told).toEqual(['page', 'page 1', 'door', 'door 1', 'tls', 'tls 1']);
  });

  it('goes on after one that throws at once, or something that is no error', async () => {
    const thrown: Bench = () => {
      throw new Error('at once');
    };
    const text: Bench = () => Promise.reject('words');
    expect(await names(runner({ thrown, text, page: one('page/50') }))).toEqual([
      'thrown: at once',
      'text: words',
      'page/50',
    ]);
  });

  it('gives up one that does not end', async () => {
    const hanging: Bench = () => new Promise(() => {});
    const given = runner({ hanging, page: one('page/50') }, { limitMs: 20 });
    expect(await names(given)).toEqual(['hanging: it did not end within 0.02 s', 'page/50']);
  });

  it('goes on where a listener throws', () => {
    const code = `
      import { runBenches } from ${JSON.stringify(rootPath('test/bench/runner.ts'))};
      const benches = {
        thrown: () => new Promise(() => setTimeout(() => { throw new Error('of a socket'); })),
        late: () => new Promise(() => void Promise.reject(new Error('unheard'))),
        page: async () => [{ key: 'page/50', value: 1, limit: 2 }],
      };
      const nothing = () => {};
      const rest = { wanted: [], scale: 'full', limitMs: 60000, begun: nothing, ended: nothing };
      console.log(JSON.stringify(await runBenches({ benches, ...rest })));`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', code], { encoding: 'utf8' });
    expect(JSON.parse(output)).toEqual([
      { failed: 'thrown', error: 'of a socket' },
      { failed: 'late', error: 'unheard' },
      { key: 'page/50', value: 1, limit: 2 },
    ]);
  });

  it('runs those that are wanted, in the order of all', async () => {
    const benches = { a: one('a/1'), b: one('b/1'), c: one('c/1') };
    expect(await names(runner(benches, { wanted: ['c', 'a'] }))).toEqual(['a/1', 'c/1']);
  });

  it('tells a benchmark how much it measures', async () => {
    const scales: Scale[] = [];
    const bench: Bench = async (scale) => {
      scales.push(scale);
      return [row({ key: 'a/1' })];
    };
    await runBenches(runner({ a: bench }, { scale: 'short' }));
    await runBenches(runner({ a: bench }));
    expect(scales).toEqual(['short', 'full']);
  });

  it('refuses a row whose key is not of the benchmark, or that two rows have, and no row at all', async () => {
    const twice: Bench = async () => [row({ key: 'twice/x' }), row({ key: 'twice/x' })];
    const none: Bench = async () => [];
    expect(await names(runner({ door: one('doors/x'), twice, none }))).toEqual([
      'door: a row of door has the key doors/x, or two have it',
      'twice: a row of twice has the key twice/x, or two have it',
      'none: it measured nothing',
    ]);
  });

  it('refuses a row that was not measured in a short run alone', async () => {
    const benches = { a: one('a/1', { value: Number.NaN }) };
    expect(await names(runner(benches, { scale: 'short' }))).toEqual(['a: a/1 was not measured']);
    expect(await names(runner(benches))).toEqual(['a/1']);
  });

  it('judges nothing: over budget is no failure', async () => {
    const benches = { a: one('a/1', { value: 9, limit: 2 }) };
    expect(await names(runner(benches, { scale: 'short' }))).toEqual(['a/1']);
  });
});

it('has a line for each benchmark that the suite counts', () => {
  expect(checkLine('door', [row(), row()], 1.26)).toBe('ok door 2 rows in 1.3 s');
  expect(checkLine('door', [{ failed: 'door', error: 'no devices\nat all' }], 1)).toBe(
    'not ok door\nno devices\nat all',
  );
});

it('reads the list of processors that a process may use', () => {
  expect(numbersOf('0')).toEqual([0]);
  expect(numbersOf('0-1')).toEqual([0, 1]);
  expect(numbersOf('2,4-6,9')).toEqual([2, 4, 5, 6, 9]);
});
