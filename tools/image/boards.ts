// Board definitions: one folder each, with board.json and other files of the board.

import { existsSync, readdirSync, readFileSync } from 'node:fs';

export const boardFolder = 'tools/image/boards';

export interface Board {
  readonly id: string;
  /** Another board, from which missing properties are taken; both have the same programs. */
  readonly base?: string;
  readonly name: string;
  /** Debian's kernel; `dtb`: its device tree for this board, if the boot loader does not provide one. */
  readonly kernel: { readonly package: string; readonly dtb?: string };
  readonly uboot: {
    readonly package: string;
    /** File of the package that the machine itself starts, as QEMU's -bios; none if it is on the disk. */
    readonly rom?: string;
    /** Files of the package that the chip loads from the disk, each at this byte offset. */
    readonly pieces?: readonly { readonly file: string; readonly at: number }[];
    /** Location of the boot script: beside the public key in the boot loader's own tree, or on a boot partition. */
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
  /** First sector available for partitions. */
  readonly firstLba: number;
  /** Entries of the partition table; 128 unless the boot loader occupies part of it. */
  readonly tableLength?: number;
  /** MiB. `fit`: the FIT's part of a slot; `data`: grown at the first start. */
  readonly sizes: {
    readonly env: number;
    readonly boot?: number;
    readonly slot: number;
    readonly fit: number;
    readonly data: number;
  };
  /** Kernel modules by name, each with its dependencies. */
  readonly modules: {
    /** Before the root is mounted. */
    readonly early: readonly string[];
    /** After it. */
    readonly late: readonly string[];
    /** After the start of the daemon, if there is a controller; with these a USB stick is the folder for backups. */
    readonly usb?: readonly string[];
  };
  readonly ethernet: string;
  readonly rtc: string;
  /** Terminal device for the idle screen, if there is no display: anyone who reads it can sign in first. */
  readonly textDisplay?: string;
  /** Encrypts the data partition with a key that the board's TPM 2.0 seals (docs/image.md). */
  readonly dataKey?: 'tpm';
  /** Device of the TPM; default: the kernel's. */
  readonly tpm?: string;
  /** The jumper that opens the serial console; without one it cannot be opened. */
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
  const own = JSON.parse(readFileSync(`${boardFolder}/${id}/board.json`, 'utf8')) as Board;
  if (own.dataKey !== undefined && own.dataKey !== 'tpm') throw new Error(`${id}: dataKey can be tpm alone`);
  if (own.base === undefined) return own;
  const base = readBoard(own.base);
  return { ...base, ...own, modules: { ...base.modules, ...own.modules } };
}
