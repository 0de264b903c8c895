// The face module and its engine at the other end of the line: the process that `make run` starts beside the terminal.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FaceEngine, samplePath } from '../harness/faces.ts';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

let terminal: Terminal;
let engine: FaceEngine | undefined;
beforeEach(async () => {
  terminal = await Terminal.start();
});
afterEach(async () => {
  await endEngine();
  await terminal.stop();
});

const face = () => terminal.bench.states.get('face') ?? {};
const sample = samplePath(1);

async function startEngine(): Promise<void> {
  engine = await FaceEngine.start(terminal);
}

async function endEngine(): Promise<void> {
  await engine?.kill();
  engine = undefined;
}

test('the module answers while its engine runs, and the engine sees who stands there', async () => {
  expect(face()).toMatchObject({ online: false, engine: false });
  await startEngine();
  expect(face()).toMatchObject({ online: true, working: false, count: 0 });
  await terminal.bench.act({ do: 'face', path: sample });
  await until('the picture on its way', () => face()['working'] === true);
  // Killed in the middle: nobody waits for it, and it comes back.
  await endEngine();
  await until('the module without it', () => face()['online'] === false);
  expect(face()).toMatchObject({ working: false, engine: false });
  await startEngine();
  await terminal.bench.act({ do: 'face', lift: true });
  await terminal.bench.act({ do: 'face', path: sample, lift: true });
  await until('the answer', () => face()['present'] === false);
  expect(face()).toMatchObject({ online: true, working: false, badAnswers: 0, timeouts: 0 });
});

test('what is no picture is refused at the bench', async () => {
  await startEngine();
  const none = join(terminal.daemon.state, '..', 'none.jpg');
  writeFileSync(none, 'no picture of anybody');
  await expect(terminal.bench.act({ do: 'face', path: none })).rejects.toThrow('neither JPEG nor PNG');
});
