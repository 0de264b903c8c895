// Boots the image in QEMU and prints the address of its console and the passwords. Its disk is in build/vm.
//
//   npx node tools/image/vm/main.ts [--board qemu-arm64] [--fresh] [--jumper]
//
// --jumper: opens a shell on the serial console, like the jumper of a real board; the serial console is this terminal then.

import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { patienceMs, slowFactor } from '../../../test/harness/patience.ts';
import { writeProvision } from '../../provision/disk.ts';
import { drawPassword, drawSerial, drawSnKey, provisionText } from '../../provision/draw.ts';
import { readBoard } from '../boards.ts';
import { Machine, newDisk } from './machine.ts';
import { Tpm } from './tpm.ts';

const diskSize = 512 << 20;
const answerMs = slowFactor * patienceMs;

const { values } = parseArgs({
  options: {
    board: { type: 'string', default: 'qemu-arm64' },
    fresh: { type: 'boolean', default: false },
    jumper: { type: 'boolean', default: false },
  },
});

/** A new disk gets factory data; `provision` keeps a copy for us. */
function prepareDisk(image: string, disk: string, provision: string): void {
  if (values.fresh || !existsSync(disk)) {
    newDisk(image, disk, diskSize);
    const drawn = { serial: drawSerial(), password: drawPassword(), snKey: drawSnKey(), brand: 'postern' };
    writeFileSync(provision, provisionText(drawn), { mode: 0o600 });
    writeProvision(disk, provisionText(drawn));
  } else if (statSync(image).mtimeMs > statSync(disk).birthtimeMs)
    console.log('vm: this disk was made before the image was built anew; FRESH=1 begins with the new one');
}

/** Text of the display until the first sign-in; the serial console shows it. */
const initialPassword = (machine: Machine): string | undefined =>
  [...machine.serial.matchAll(/^Initial password of admin: (\S+)/gm)].at(-1)?.[1];

async function main(): Promise<number> {
  const board = readBoard(values.board);
  const out = `build/image/${board.id}/out`;
  const folder = `build/vm/${board.id}`;
  mkdirSync(folder, { recursive: true });
  const disk = `${folder}/disk.img`;
  const log = `${folder}/serial.log`;
  rmSync(log, { force: true });
  const provision = `${folder}/provision`;
  prepareDisk(`${out}/disk.img`, disk, provision);

  const started = Date.now();
  const firstPort = Number(process.env['HTTP_PORT'] ?? 18_080);
  const tpm = board.dataKey === undefined ? undefined : new Tpm(`${folder}/tpm`);
  await tpm?.start();
  const more = tpm?.machine ?? [];
  const machine = await Machine.start({ board, out, disk, log, jumper: values.jumper, firstPort, more });
  void machine.ended.catch(() => undefined).then(() => tpm?.stop());
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void machine.cut());
  if (values.jumper) process.stdin.on('data', (data) => machine.type(data.toString()));

  if ((await machine.answer(answerMs)) !== undefined) {
    console.log(`\n  console           http://127.0.0.1:${machine.port}/`);
    const engineer = /^engineer-password = (\S+)/m.exec(readFileSync(provision, 'utf8'))?.[1];
    console.log(`  admin             ${initialPassword(machine) ?? 'has a password of its own'}`);
    console.log(`  engineer (/up)    ${engineer}`);
    console.log(`  power to answer   ${((Date.now() - started) / 1000).toFixed(1)} s`);
    console.log(`  serial console    ${log}\n\n  Ctrl-C pulls the plug.\n`);
  } else if (machine.runs) {
    console.error(`vm: no answer in ${answerMs / 1000} s; what it said is in ${log}`);
    await machine.cut();
    return 1;
  }
  await machine.ended;
  process.stdin.destroy();
  return 0;
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(`vm: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
