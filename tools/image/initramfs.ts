// The initramfs: one static program, the modules that find the disk, and the root hash of the slot it belongs to.

import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import type { Board } from './boards.ts';
import { sysroot } from './compile.ts';
import { archive, type Entry } from './cpio.ts';
import type { Kernel } from './modules.ts';
import type { Verity } from './verity.ts';

const sectors = (octets: number): number => octets / 512;

export function initramfs(board: Board, kernel: Kernel, program: string, verity: Verity): Buffer {
  const modules = kernel.inOrder(board.modules.early);
  const configuration = [
    `start ${sectors(board.sizes.fit << 20)}`,
    `sectors ${sectors(verity.size)}`,
    `blocks ${verity.blocks}`,
    `roothash ${verity.rootHash}`,
    `salt ${verity.salt}`,
    '',
  ].join('\n');
  const text = (path: string, content: string): Entry => ({ path, mode: 0o444, content: Buffer.from(content) });
  const entries: Entry[] = [
    { path: 'dev', mode: 0o755 },
    { path: 'modules', mode: 0o755 },
    { path: 'init', mode: 0o555, content: readFileSync(program) },
    text('root.conf', configuration),
    text('modules.list', modules.map(({ file }) => `/modules/${file}\n`).join('')),
    ...modules.map(({ path, file }) => ({
      path: `modules/${file}`,
      mode: 0o444,
      content: readFileSync(`${sysroot}/${path}`),
    })),
  ];
  return gzipSync(archive(entries), { level: 9 });
}
