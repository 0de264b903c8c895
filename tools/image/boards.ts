// Board definitions: one folder each, board.json and what else belongs to that board.

import { existsSync, readdirSync, readFileSync } from 'node:fs';

export const boardFolder = 'tools/image/boards';

export interface Board {
  readonly id: string;
  readonly name: string;
  /** Debian's kernel; `dtb`: its device tree for this board, for boards whose boot loader does not bring one. */
  readonly kernel: { readonly package: string; readonly dtb?: string };
  readonly uboot: {
    readonly package: string;
    /** File of the package that the machine itself starts, as QEMU's -bios; none where it is on the disk. */
    readonly rom?: string;
    /** Files of the package that the chip loads from the disk, each at so many bytes. */
    readonly pieces?: readonly { readonly file: string; readonly at: number }[];
    /** Where the boot script stands: beside the public key in the boot loader's own tree, or on a boot partition. */
    readonly script: 'control-dtb' | 'boot-partition';
    /** This U-Boot checks the signature of a FIT. */
    readonly verifies: boolean;
  };
  /** The disk, as U-Boot (`virtio 0`) and Linux name it. */
  readonly storage: { readonly interface: string; readonly device: number; readonly linux: string };
  readonly console: string;
  readonly load: {
    readonly fit: string;
    readonly scratch: string;
    readonly kernel: string;
    readonly initramfs: string;
  };
  /** First sector that a partition may use. */
  readonly firstLba: number;
  /** Entries of the partition table; 128 unless the boot loader stands where the table would. */
  readonly tableLength?: number;
  /** MiB. `fit`: the part of a slot before the root file system; `data`: grown at the first start. */
  readonly sizes: {
    readonly env: number;
    readonly boot?: number;
    readonly slot: number;
    readonly fit: number;
    readonly data: number;
  };
  /** Kernel modules by name, each with what it needs. */
  readonly modules: {
    /** Before the root is mounted. */
    readonly early: readonly string[];
    /** After it. */
    readonly late: readonly string[];
    /** Once the daemon runs, where there is a controller; with these a USB stick is the folder for copies. */
    readonly usb?: readonly string[];
  };
  readonly ethernet: string;
  readonly rtc: string;
  /** Device of a terminal that the idle screen is written to, where there is no display: whoever reads it can sign in first. */
  readonly textDisplay?: string;
  /** What a person at the machine sets to open the serial console; nothing does where there is none. */
  readonly consoleJumper?: 'fw_cfg';
  readonly qemu?: {
    readonly machine: string;
    readonly cpu: string;
    readonly memory: number;
    readonly devices: readonly string[];
  };
}

export function boardNames(): string[] {
  return readdirSync(boardFolder).filter((name) => existsSync(`${boardFolder}/${name}/board.json`));
}

export function readBoard(id: string): Board {
  if (!boardNames().includes(id)) throw new Error(`no board ${id}; there are ${boardNames().join(', ')}`);
  return JSON.parse(readFileSync(`${boardFolder}/${id}/board.json`, 'utf8')) as Board;
}
