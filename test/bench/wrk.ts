// The load generator: wrk on its own core, for a second at a time.

import { spawn } from 'node:child_process';
import { cpuNanoseconds, loadCore } from './process.ts';

export interface Load {
  readonly url: string;
  readonly connections: number;
  readonly seconds: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Runs wrk and gives the number of answered requests; throws when any was not 2xx or 3xx, or a socket failed. */
export async function requests(load: Load): Promise<number> {
  const headers = Object.entries(load.headers ?? {}).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const args = ['-c', loadCore, 'wrk', '-t1', `-c${load.connections}`, `-d${load.seconds}s`, ...headers, load.url];
  const output = await new Promise<string>((resolve, reject) => {
    const child = spawn('taskset', args, { stdio: ['ignore', 'pipe', 'inherit'] });
    let text = '';
    child.stdout.setEncoding('utf8');
    child.stdout.on('data', (part: string) => {
      text += part;
    });
    child.once('error', reject);
    child.once('close', (code) => (code === 0 ? resolve(text) : reject(new Error(`wrk ended with ${code}`))));
  });
  if (/Non-2xx|Socket errors: connect [1-9]/.test(output)) throw new Error(`wrk on ${load.url}:\n${output}`);
  const count = Number(/(\d+) requests in/.exec(output)?.[1]);
  if (!(count > 0)) throw new Error(`wrk counted nothing:\n${output}`);
  return count;
}

/** CPU microseconds a request that the server with this pid (or these: a master and its workers) spent. */
export async function cpuPerRequest(pids: readonly number[], load: Load): Promise<number> {
  const spent = (): number => pids.reduce((sum, pid) => sum + cpuNanoseconds(pid), 0);
  const before = spent();
  const count = await requests(load);
  return (spent() - before) / 1000 / count;
}
