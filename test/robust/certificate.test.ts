// kill -9 while a certificate is uploaded or made: afterwards the terminal has one certificate with its own key, the one before or
// the new one, and serves it.

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../harness/daemon.ts';
import { makePair, shownCertificate } from '../harness/secure.ts';
import { Terminal } from '../harness/terminal.ts';
import { pass } from '../harness/wait.ts';

let terminal: Terminal;
const folder = temporaryFolder();

beforeAll(async () => {
  terminal = await Terminal.start();
});
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
  await terminal.stop();
});

const rounds = 12;

test('a certificate is replaced whole or not at all', async () => {
  const pairs = [makePair(folder, 'one.example'), makePair(folder, 'two.example', 'P-384')];
  const change = (round: number): Promise<unknown> =>
    round % 3 === 2
      ? terminal.admin.attempt('resetCertificate', {})
      : terminal.admin.attempt('uploadCertificate', pairs[round % 3]);
  // From before the first byte to after the reply, however fast the machine is: parts of what each kind takes undisturbed,
  // to its double, for behind a restart it takes longer.
  const took: number[] = [];
  for (let kind = 0; kind < 3; kind++) {
    const started = performance.now();
    await change(kind);
    took.push(performance.now() - started);
  }
  let replaced = 0;
  for (let round = 0; round < rounds; round++) {
    const before = (await terminal.admin.call('certificateInfo', {})).fingerprint;
    const changing = change(round).catch(() => undefined);
    const isLast = round === rounds - 1;
    await (isLast ? changing : pass((2 * (took[round % 3] ?? 0) * round) / (rounds - 2)));
    await terminal.daemon.kill();
    await changing;
    await terminal.daemon.begin();
    await terminal.resume();
    const info = await terminal.admin.call('certificateInfo', {});
    expect((await shownCertificate(terminal.daemon.httpsPort)).fingerprint256).toBe(info.fingerprint);
    expect(isLast && info.fingerprint === before).toBe(false); // it was said that it is the new one
    replaced += info.fingerprint === before ? 0 : 1;
  }
  console.log(`${rounds} cuts while a certificate was replaced: ${rounds - replaced} as before, ${replaced} as after`);
});
