import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { freePort } from '../../../tools/run/ports.ts';
import { answers, Terminal } from '../../../tools/run/terminal.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'run-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** A program that takes the daemon's place. */
function program(script: string): string {
  const path = join(folder, 'program');
  writeFileSync(path, `#!/bin/bash\n${script}\n`);
  chmodSync(path, 0o755);
  return path;
}

const terminal = (script: string): Terminal =>
  new Terminal({
    binary: program(script),
    state: 's',
    port: 1,
    securePort: 2,
    bench: 'b',
    copies: 'c',
    machine: join(folder, 'machine'),
    log: join(folder, 'log'),
  });

const wordsOf = (one: Terminal): string[] => one.lastWords().split('\n');

/** A process that ended and that nobody has reaped yet is not alive. */
const isAlive = (pid: number): boolean => {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
};

it('passes over a port that is taken', async () => {
  const server = createServer();
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address !== null ? address.port : 0);
    });
  });
  const found = await freePort(port, [port + 1]);
  server.close();
  expect(found).toBeGreaterThan(port + 1);
});

it('starts the daemon with its command line, and says how it ended', async () => {
  const one = terminal('echo "$@"; exit 3');
  expect(await one.ended).toBe('exit code 3');
  const said = '--state s --backup-dir c --http 127.0.0.1:1 --https 127.0.0.1:2 --bench b';
  const tries = wordsOf(one).filter((line) => line === `${said} --system ${join(folder, 'machine', 'system')}`);
  expect(tries.length).toBe(3); // as a boot loader tries a slot that does not come up
  expect(await answers('http://127.0.0.1:1/', one, new Promise(() => undefined))).toBe(false);
});

const running = 'echo up; while :; do sleep 0.05; done';

/** A console on a free port that answers when it is told to, and what was asked until then. */
async function slowConsole() {
  const asked = Promise.withResolvers<void>();
  const told = Promise.withResolvers<void>();
  const server = createHttpServer((_, response) => {
    asked.resolve();
    void told.promise.then(() => response.end('here'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, asked: asked.promise, answer: told.resolve, close: () => server.close() };
}

it('waits for the first answer of a slow machine, which takes longer than a second', async () => {
  const one = terminal(running);
  const far = await slowConsole();
  const answered = answers(far.url, one, new Promise(() => undefined));
  await far.asked;
  setTimeout(far.answer, 1500);
  expect(await answered).toBe(true);
  far.close();
  await one.end();
});

it('waits no longer than it is told to', async () => {
  const one = terminal(running);
  const far = await slowConsole();
  const stop = Promise.withResolvers<void>();
  const answered = answers(far.url, one, stop.promise);
  await far.asked;
  stop.resolve();
  expect(await answered).toBe(false);
  expect(one.over).toBe(false);
  far.close();
  await one.end();
});

it('ends it in order', async () => {
  const one = terminal('trap "echo orderly; exit 0" TERM; echo up; while :; do sleep 0.05; done');
  await expect.poll(() => wordsOf(one)).toContain('up');
  await one.end();
  expect(one.over).toBe(true);
  expect(wordsOf(one)).toEqual(['machine: slot A starts', 'up', 'orderly']);
});

it('leaves nothing behind when it is killed itself', async () => {
  const pidFile = join(folder, 'pid');
  const binary = program(`echo $$ >${pidFile}; while :; do sleep 0.05; done`);
  const source = new URL('../../../tools/run/terminal.ts', import.meta.url).href;
  const script = `import { Terminal } from ${JSON.stringify(source)};
    new Terminal(${JSON.stringify({ binary, state: 's', port: 1, bench: 'b', copies: 'c', machine: join(folder, 'machine'), log: join(folder, 'log') })});
    setInterval(() => {}, 1000);`;
  const parent: ChildProcess = spawn(process.execPath, ['--input-type=module', '-e', script]);
  const pid = (): number => (existsSync(pidFile) ? Number(readFileSync(pidFile, 'utf8')) : 0);
  await expect.poll(pid).toBeGreaterThan(0);
  const child = pid();
  expect(isAlive(child)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isAlive(child)).toBe(false);
});
