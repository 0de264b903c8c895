// Work of a process, in measures that do not depend on other programs.

import { readdirSync, readFileSync } from 'node:fs';

/** Milliseconds of all running threads of the process since their start; ended threads are not counted. */
export function cpuMs(pid: number): number {
  let nanoseconds = 0;
  for (const task of readdirSync(`/proc/${pid}/task`))
    nanoseconds += Number(readFileSync(`/proc/${pid}/task/${task}/schedstat`, 'utf8').split(' ')[0]);
  return nanoseconds / 1e6;
}

/** Bytes of all files, pipes and sockets that it has read so far. */
export function bytesRead(pid: number): number {
  return Number(/^rchar: (\d+)$/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1]);
}
