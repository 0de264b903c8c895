// What a process has computed: a measure of work that other programs on the machine do not lengthen.

import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds that the threads of the process have run since they began; one that has ended is not counted. */
export function cpuMs(pid: number): number {
  let nanoseconds = 0;
  for (const task of readdirSync(`/proc/${pid}/task`))
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
  return nanoseconds / 1e6;
}
