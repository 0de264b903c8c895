// kill -9 while a certificate is uploaded or made: afterwards the terminal has one certificate with its own key, the one before or
// the new one, and serves it.

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../harness/daemon.ts';
import { makePair, shownCertificate } from '../harness/secure.ts';
import { Terminal } from '../harness/terminal.ts';

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
  let replaced = 0;
  for (let round = 0; round < rounds; round++) {
    const before = (await terminal.admin.call('certificateInfo', {})).fingerprint;
    const change =
      round % 3 === 2
        ? terminal.admin.attempt('resetCertificate', {})
        : terminal.admin.attempt('uploadCertificate', pairs[round % 3]);
    change.catch(() => undefined);
    await new Promise((resolve) => setTimeout(resolve, round)); // somewhere from before the first octet to after the reply
    await terminal.daemon.kill();
    await change.catch(() => undefined);
    await terminal.daemon.begin();
    await terminal.resume();
    const info = await terminal.admin.call('certificateInfo', {});
    expect((await shownCertificate(terminal.daemon.httpsPort)).fingerprint256).toBe(info.fingerprint);
    replaced += info.fingerprint === before ? 0 : 1;
  }
  expect(replaced).toBeGreaterThan(0);
});
