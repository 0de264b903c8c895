// Processor time of a process: a measure of work that does not depend on other programs.

import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of all running threads of the process since their start; ended threads are not counted. */
export function cpuMs(pid: number): number {
  let nanoseconds = 0;
  for (const task of readdirSync(`/proc/${pid}/task`))
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
  return nanoseconds / 1e6;
}
