// Runs tasks in order as far as their dependencies and the machine's cores allow.

export interface Task<Result> {
  readonly name: string;
  /** Names of tasks that must have succeeded before. */
  readonly needs: readonly string[];
  /** Number of cores it uses; more than available means: alone. */
  readonly cores: number;
  run(): Promise<Result>;
}

export interface Rules<Result> {
  readonly cores: number;
  succeeded(result: Result): boolean;
  /** Result of a task that was not run because a dependency failed. */
  blocked(task: Task<Result>, need: string): Result;
  finished(task: Task<Result>, result: Result): void;
}

function checkNeeds(tasks: readonly Task<never>[]): void {
  const before = new Set<string>();
  for (const task of tasks) {
    const unknown = task.needs.find((need) => !before.has(need));
    if (unknown !== undefined) throw new Error(`task ${task.name} needs ${unknown}, which does not stand before it`);
    before.add(task.name);
  }
}

/** Runs all tasks; earlier ones are preferred, but a small one may overtake a big one that waits for cores. */
export async function runAll<Result>(tasks: readonly Task<Result>[], rules: Rules<Result>): Promise<void> {
  checkNeeds(tasks as readonly Task<never>[]);
  const results = new Map<string, Result>();
  const running = new Map<string, { cores: number; ended: Promise<void> }>();
  const waiting = [...tasks];

  const finish = (task: Task<Result>, result: Result): void => {
    results.set(task.name, result);
    rules.finished(task, result);
  };
  const failedNeed = (task: Task<Result>): string | undefined =>
    task.needs.find((need) => {
      const result = results.get(need);
      return result !== undefined && !rules.succeeded(result);
    });
  const ready = (task: Task<Result>): boolean => {
    let busy = 0;
    for (const other of running.values()) busy += other.cores;
    const fits = Math.min(task.cores, rules.cores) + busy <= rules.cores;
    return fits && task.needs.every((need) => results.has(need));
  };

  while (waiting.length > 0 || running.size > 0) {
    const blocked = waiting.find((task) => failedNeed(task) !== undefined);
    const next = blocked ?? waiting.find(ready);
    if (next === undefined) {
      await Promise.race([...running.values()].map((entry) => entry.ended));
      continue;
    }
    waiting.splice(waiting.indexOf(next), 1);
    const need = failedNeed(next);
    if (need !== undefined) {
      finish(next, rules.blocked(next, need));
      continue;
    }
    const ended = next.run().then((result) => {
      running.delete(next.name);
      finish(next, result);
    });
    running.set(next.name, { cores: Math.min(next.cores, rules.cores), ended });
  }
}
