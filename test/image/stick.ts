// USB sticks for the terminal in QEMU: files of this machine, put into its port and pulled out of it.

import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { sector } from '../../tools/image/disk.ts';
import { runTool } from '../../tools/image/tools.ts';
import { Qmp, qmpArguments } from './qmp.ts';

const folder = 'build/test/image';
const size = 16 << 20;
const partitionAt = 1 << 20;

export interface Stick {
  readonly name: string;
  /** Bytes a second that it takes; as many as come where it is not said. */
  readonly speed?: number;
  /** FAT in the first partition of a table, FAT alone, or nothing that a stick has. */
  readonly holds: 'partition' | 'fat' | 'garbage';
}

const fileOf = ({ name }: Stick): string => `${folder}/${name}.stick`;

/** A table of the old kind with one partition. */
function table(): Buffer {
  const octets = Buffer.alloc(sector);
  octets[446 + 4] = 0x0c; /* FAT32, addressed by sectors */
  octets.writeUInt32LE(partitionAt / sector, 446 + 8);
  octets.writeUInt32LE((size - partitionAt) / sector, 446 + 12);
  octets.writeUInt16LE(0xaa55, 510);
  return octets;
}

function make(stick: Stick): void {
  const content = Buffer.alloc(size, stick.holds === 'garbage' ? 0xa5 : 0);
  if (stick.holds === 'partition') table().copy(content);
  writeFileSync(fileOf(stick), content);
  if (stick.holds === 'garbage') return;
  const place = stick.holds === 'fat' ? [] : ['--offset', `${partitionAt / sector}`];
  const kibibytes = (size - (stick.holds === 'fat' ? 0 : partitionAt)) / 1024;
  runTool('mkfs.vfat', ['--invariant', ...place, fileOf(stick), `${kibibytes}`]);
}

/** What is on it, by name, as another machine reads it. */
export function contentOf(stick: Stick): string[] {
  const to = `${folder}/stick`;
  rmSync(to, { recursive: true, force: true });
  mkdirSync(to, { recursive: true });
  const at = stick.holds === 'fat' ? '' : `@@${partitionAt}`;
  runTool('mcopy', ['-n', '-s', '-i', `${fileOf(stick)}${at}`, '::', to], { MTOOLS_SKIP_CHECK: '1' });
  const names = readdirSync(to).sort();
  rmSync(to, { recursive: true, force: true });
  return names;
}

/** The terminal's USB port. */
export class Port {
  readonly #path = `${folder}/usb.qmp`;
  readonly #sticks: readonly Stick[];
  #qmp: Qmp | undefined;

  constructor(sticks: readonly Stick[]) {
    mkdirSync(folder, { recursive: true });
    this.#sticks = sticks;
    for (const stick of sticks) make(stick);
  }

  /** QEMU's: a controller, and what may be put in. */
  get more(): string[] {
    const blocks = this.#sticks.flatMap((stick) => {
      const { name, speed } = stick;
      const file = `driver=raw,node-name=${name},file.driver=file,file.filename=${fileOf(stick)}`;
      if (speed === undefined) return ['-blockdev', file];
      return [
        ...['-object', `throttle-group,id=speed-${name},x-bps-write=${speed}`],
        ...['-blockdev', file.replace(`node-name=${name}`, `node-name=file-${name}`)],
        ...['-blockdev', `driver=throttle,node-name=${name},throttle-group=speed-${name},file=file-${name}`],
      ];
    });
    return [...qmpArguments(this.#path), '-device', 'qemu-xhci,id=usb', ...blocks];
  }

  async putIn({ name }: Stick): Promise<void> {
    this.#qmp ??= await Qmp.open(this.#path);
    await this.#qmp.ask('device_add', { driver: 'usb-storage', id: `in-${name}`, drive: name, bus: 'usb.0' });
  }

  async pull({ name }: Stick): Promise<void> {
    await this.#qmp?.ask('device_del', { id: `in-${name}` });
  }

  remove(): void {
    this.#qmp?.close();
    for (const stick of this.#sticks) rmSync(fileOf(stick), { force: true });
    rmSync(this.#path, { force: true });
  }
}
