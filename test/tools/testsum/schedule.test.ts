import { expect, it } from 'vitest';
import { runAll, type Task } from '../../../tools/testsum/schedule.ts';

interface Started {
  readonly name: string;
  finish(ok: boolean): void;
}

/** Tasks that end when the test says so, and what was started so far. */
function bench() {
  const started: Started[] = [];
  const task = (name: string, needs: string[], cores = 1): Task<boolean> => ({
    name,
    needs,
    cores,
    run: () => new Promise((resolve) => started.push({ name, finish: resolve })),
  });
  const blocked: string[] = [];
  const finished: string[] = [];
  const rules = (cores: number) => ({
    cores,
    succeeded: (ok: boolean) => ok,
    blocked: (one: Task<boolean>, need: string) => {
      blocked.push(`${one.name} by ${need}`);
      return false;
    },
    finished: (one: Task<boolean>) => finished.push(one.name),
  });
  const names = (): string[] => started.map((one) => one.name);
  const finish = async (name: string, ok = true): Promise<void> => {
    started.find((one) => one.name === name)?.finish(ok);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { task, rules, names, finish, blocked, finished };
}

it('runs as many as there are cores, in order', async () => {
  const { task, rules, names, finish, finished } = bench();
  const all = runAll([task('a', []), task('b', []), task('c', [])], rules(2));
  expect(names()).toEqual(['a', 'b']);
  await finish('b');
  expect(names()).toEqual(['a', 'b', 'c']);
  await finish('a');
  await finish('c');
  await all;
  expect(finished).toEqual(['b', 'a', 'c']);
});

it('waits for what a task needs, and lets a small one pass a big one', async () => {
  const { task, rules, names, finish } = bench();
  const all = runAll([task('build', []), task('big', [], 9), task('small', []), task('after', ['build'])], rules(2));
  expect(names()).toEqual(['build', 'small']);
  await finish('build');
  expect(names()).toEqual(['build', 'small', 'after']);
  await finish('small');
  await finish('after');
  expect(names()).toEqual(['build', 'small', 'after', 'big']);
  await finish('big');
  await all;
});

it('does not run what needs a failed task, however far behind', async () => {
  const { task, rules, names, finish, blocked } = bench();
  const all = runAll([task('a', []), task('b', ['a']), task('c', ['b']), task('d', [])], rules(2));
  await finish('a', false);
  await finish('d');
  await all;
  expect(names()).toEqual(['a', 'd']);
  expect(blocked).toEqual(['b by a', 'c by b']);
});

it('refuses a need that does not stand before', async () => {
  const { task, rules } = bench();
  await expect(runAll([task('a', ['b']), task('b', [])], rules(2))).rejects.toThrow('task a needs b');
});
