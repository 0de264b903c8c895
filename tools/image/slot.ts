// One root slot: the signed FIT with the root hash, followed by the root file system and its hash tree.

import { mkdirSync, readFileSync, statSync } from 'node:fs';
import type { Board } from './boards.ts';
import type { Program } from './compile.ts';
import { signedFit } from './fit.ts';
import { initramfs } from './initramfs.ts';
import type { Keys } from './keys.ts';
import type { Kernel } from './modules.ts';
import { hookPlace, layOut, pack, type RootContent } from './root.ts';
import { appendTree, type Verity } from './verity.ts';

export interface SlotParts {
  readonly board: Board;
  readonly kernel: Kernel;
  readonly daemon: Program;
  readonly early: Program;
  readonly grow: Program;
  readonly usb: Program;
  readonly datakey: Program;
  readonly installer: Program;
  readonly hook: Program;
  /** File of the root certificates. */
  readonly roots: string;
  readonly keys: Keys;
  readonly epoch: number;
}

export interface Slot {
  readonly image: Buffer;
  readonly content: RootContent;
  readonly verity: Verity;
  /** Bytes of the packed root file system. */
  readonly squashfs: number;
}

/** Makes it below `folder`, where the FIT stays as slot.fit. */
export function makeSlot(parts: SlotParts, folder: string): Slot {
  const { board, kernel, daemon, early, grow, usb, datakey, installer, hook, roots, keys, epoch } = parts;
  mkdirSync(folder, { recursive: true });
  const ours = new Map([
    ['usr/bin/posternd', daemon.file],
    ['usr/sbin/postern-grow', grow.file],
    ['usr/sbin/postern-usb', usb.file],
    ...(board.dataKey === undefined ? [] : [['usr/sbin/postern-datakey', datakey.file] as const]),
    ['usr/bin/swupdate', installer.file],
    [hookPlace, hook.file],
  ]);
  const content = layOut(`${folder}/root`, { board, kernel, ours, roots });
  const root = `${folder}/root.squashfs`;
  pack(content, root);
  const squashfs = statSync(root).size;
  const verity = appendTree(root);
  const fit = signedFit(board, kernel, initramfs(board, kernel, early.file, verity), keys, { folder, epoch });
  const image = Buffer.concat([readFileSync(fit), readFileSync(root)]);
  if (image.length > board.sizes.slot << 20)
    throw new Error(`the slot has ${image.length} octets, its partition fewer`);
  return { image, content, verity, squashfs };
}
