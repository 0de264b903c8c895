import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { runCommand } from '../../../tools/testsum/command.ts';

const folder = mkdtempSync(join(tmpdir(), 'testsum-'));
const log = join(folder, 'log');
afterEach(() => rmSync(log, { force: true }));

const shell = (script: string, limitSeconds = 20) =>
  runCommand({ argv: ['bash', '-c', script], env: { WORD: 'hello' }, log, limitSeconds });

it('gives output of both streams and the exit code', async () => {
  const good = await shell('echo $WORD; echo there >&2');
  expect(good).toMatchObject({ ok: true, output: 'hello\nthere\n', reason: '' });
  expect(await shell('echo no; exit 3')).toMatchObject({ ok: false, output: 'no\n', reason: 'exit code 3' });
});

it('ends a command at its limit, together with what it started', async () => {
  const late = await shell('sleep 60 & echo $!; sleep 60', 1);
  expect(late).toMatchObject({ ok: false, reason: 'ended after its limit of 1 s' });
  const pid = Number(late.output);
  const state = (): string => {
    try {
      return /^State:\s+(\S)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? '';
    } catch {
      return 'gone';
    }
  };
  await expect.poll(state).toMatch(/gone|Z/);
});

it('tells the time of processor of a command and of what it waited for', async () => {
  const spin = 'for ((i = 0; i < 200000; i++)); do :; done';
  const sleeping = await shell('sleep 0.5');
  expect(sleeping.seconds).toBeGreaterThanOrEqual(0.5);
  const busy = await shell(`bash -c '${spin}'; bash -c '${spin}'`);
  expect(busy.cpuSeconds).toBeGreaterThan(0.1);
  expect(busy.cpuSeconds).toBeGreaterThan(3 * sleeping.cpuSeconds);
});

it('says so when there is no such program', async () => {
  const ended = await runCommand({ argv: [join(folder, 'missing')], log, limitSeconds: 5 });
  expect(ended.ok).toBe(false);
  expect(ended.reason).toContain('ENOENT');
});

it('does not hand our make on to other makes', async () => {
  process.env['MAKEFLAGS'] = '--jobserver-auth=3,4';
  const ended = await shell('echo "[$MAKEFLAGS]"');
  delete process.env['MAKEFLAGS'];
  expect(ended.output).toBe('[]\n');
});
