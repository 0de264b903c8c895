// The commands of postern-datakey, asked of a TPM: swtpm.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { run } from '../../../tools/image/run.ts';
import { Tpm } from '../../../tools/image/vm/tpm.ts';

const sources = 'tools/image/datakey';
const folder = mkdtempSync(join(tmpdir(), 'postern-datakey-'));
const program = join(folder, 'seal');
const tpm = new Tpm(join(folder, 'tpm'));
const other = new Tpm(join(folder, 'other'));

const ask = (of: Tpm, ...more: string[]): string[] =>
  run(program, [of.socket, ...more])
    .trim()
    .split('\n');

beforeAll(async () => {
  const flags = ['-std=gnu11', '-D_GNU_SOURCE', '-g', '-fsanitize=address,undefined', '-fno-sanitize-recover=all'];
  const files = ['test/tools/image/seal.c', `${sources}/chip.c`, `${sources}/tpm.c`];
  run('gcc', [...flags, `-I${sources}`, '-o', program, ...files]);
  await tpm.start();
  await other.start();
});
afterAll(async () => {
  await tpm.remove();
  await other.remove();
  rmSync(folder, { recursive: true });
});

it('a key comes back from the TPM that has sealed it, also after it was off, and from no other', async () => {
  const [secret = '', object = ''] = ask(tpm);
  expect(secret).toMatch(/^[0-9a-f]{128}$/);
  expect(object).not.toContain(secret);
  expect(ask(tpm, object)).toEqual([secret]);
  await tpm.start();
  expect(ask(tpm, object)).toEqual([secret]);
  expect(ask(other, object)).toEqual(['EKEYREJECTED']);
  const changed = `${object.slice(0, 80)}${object[80] === '0' ? '1' : '0'}${object.slice(81)}`;
  expect(ask(tpm, changed)).toEqual(['EKEYREJECTED']);
});

it('nothing is left in the TPM, however often it is asked', () => {
  const [secret, object = ''] = ask(tpm);
  for (let i = 0; i < 10; i += 1) expect(ask(tpm, object)).toEqual([secret]);
});

it('a TPM that was cleared does not give the key out', async () => {
  const [, object = ''] = ask(tpm);
  await tpm.remove();
  await tpm.start();
  expect(ask(tpm, object)).toEqual(['EKEYREJECTED']);
});
