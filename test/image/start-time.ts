// How long the image takes from power on to its first answer, beside a bare system on the same board and kernel.
//
//   npx node test/image/start-time.ts [ROUNDS]
//
// Runs alternate; what is compared are the medians, in time and in what the emulator took of a core (which other work on
// this machine disturbs less).

import { closeSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { readBoard } from '../../tools/image/boards.ts';
import { partitionOf } from '../../tools/image/disk.ts';
import { fresh, writeEnvironment } from '../../tools/image/environment.ts';
import { Machine, newDisk } from '../../tools/image/vm/machine.ts';
import { patienceMs } from '../harness/patience.ts';
import { bareDisk } from './bare.ts';

interface Start {
  readonly wall: number;
  readonly core: number;
}

const folder = 'build/test/image';
const out = 'build/image/qemu-arm64/out';
const rounds = Number(process.argv[2] ?? 5);
const ticks = 100; /* of a second, in /proc */

function coreSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return (Number(fields[11]) + Number(fields[12])) / ticks;
}

async function firstAnswer(disk: string, after: (machine: Machine) => Promise<void>): Promise<Start> {
  const before = performance.now();
  const machine = await Machine.start({ board: readBoard('qemu-arm64'), out, disk, log: `${folder}/start-time.log` });
  if ((await machine.answer(patienceMs)) === undefined) throw new Error('no answer');
  const start = { wall: (performance.now() - before) / 1000, core: coreSeconds(machine.pid) };
  await after(machine);
  await machine.cut();
  return start;
}

/** Tries are counted: each run begins with a slot that was just confirmed. */
function writeAt(disk: string, at: number, content: Buffer): void {
  const file = openSync(disk, 'r+');
  writeSync(file, content, 0, content.length, at);
  closeSync(file);
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

mkdirSync(folder, { recursive: true });
const bare = `${folder}/bare.img`;
const own = `${folder}/start-time.img`;
bareDisk(`${out}/disk.img`, bare);
newDisk(`${out}/disk.img`, own, 256 << 20);
const settled = async (machine: Machine): Promise<void> => {
  while (!machine.serial.includes('event=ready')) await new Promise((resolve) => setTimeout(resolve, 50));
};
const first = await firstAnswer(own, settled);
const starts: { own: Start[]; bare: Start[] } = { own: [], bare: [] };
const confirmed = writeEnvironment(fresh);
for (let round = 0; round < rounds; round += 1) {
  for (const disk of [bare, own]) writeAt(disk, partitionOf(disk, 'env').at, confirmed);
  starts.bare.push(await firstAnswer(bare, async () => undefined));
  starts.own.push(await firstAnswer(own, settled));
}
for (const what of ['wall', 'core'] as const) {
  const [a, b] = [median(starts.own.map((start) => start[what])), median(starts.bare.map((start) => start[what]))];
  console.log(
    `${what}: image ${a.toFixed(2)} s, bare ${b.toFixed(2)} s, ratio ${(a / b).toFixed(2)}; first start ${first[what].toFixed(2)} s`,
  );
}
