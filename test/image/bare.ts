// The least that answers on this board: the same boot loader and kernel, busybox's web server in the initramfs, no root, no
// data, no daemon. What the image takes longer is what Postern and its slots cost.

import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { type Board, readBoard } from '../../tools/image/boards.ts';
import { sysroot } from '../../tools/image/compile.ts';
import { archive, type Entry } from '../../tools/image/cpio.ts';
import { partitionOf } from '../../tools/image/disk.ts';
import { libraryClosure } from '../../tools/image/elf.ts';
import { signedFit } from '../../tools/image/fit.ts';
import { bootKeys } from '../../tools/image/keys.ts';
import { Kernel } from '../../tools/image/modules.ts';

const init = `#!/bin/sh
busybox mount -t devtmpfs dev /dev
busybox mount -t proc proc /proc
busybox mount -t sysfs sys /sys
while read -r module; do busybox insmod "$module"; done </modules.list
busybox ip addr add 10.0.2.15/24 dev eth0
busybox ip link set eth0 up
busybox httpd -f -p 80 -h /www
`;

function entries(board: Board, kernel: Kernel): Entry[] {
  const file = (path: string, from: string): Entry => ({ path, mode: 0o555, content: readFileSync(from) });
  const text = (path: string, content: string): Entry => ({ path, mode: 0o555, content: Buffer.from(content) });
  const folders = ['bin', 'dev', 'proc', 'sys', 'modules', 'www', 'usr', 'usr/lib', 'usr/lib/aarch64-linux-gnu', 'lib'];
  const network = board.modules.late.filter((name) => /net/.test(name));
  const modules = kernel.inOrder([...board.modules.early.filter((name) => /virtio/.test(name)), ...network]);
  const busybox = `${sysroot}/usr/bin/busybox`;
  return [
    ...folders.map((path): Entry => ({ path, mode: 0o755 })),
    text('init', init),
    text('www/index.html', '<!doctype html><title>bare</title>\n'),
    text('modules.list', modules.map((module) => `/modules/${module.file}\n`).join('')),
    ...modules.map((module) => file(`modules/${module.file}`, `${sysroot}/${module.path}`)),
    file('bin/busybox', busybox),
    file('bin/sh', busybox),
    file('lib/ld-linux-aarch64.so.1', `${sysroot}/usr/lib/ld-linux-aarch64.so.1`),
    ...libraryClosure([busybox], sysroot).map((path) => file(path, `${sysroot}/${path}`)),
  ];
}

/** Writes a disk whose slot A is the bare system; the rest is the image's. */
export function bareDisk(image: string, disk: string): void {
  const board = readBoard('qemu-arm64');
  const kernel = new Kernel(sysroot);
  const folder = 'build/test/image/bare';
  mkdirSync(folder, { recursive: true });
  const initrd = gzipSync(archive(entries(board, kernel)), { level: 9 });
  const fit = signedFit(board, kernel, initrd, bootKeys(undefined, false), { folder, epoch: 0 });
  copyFileSync(image, disk);
  const content = readFileSync(disk);
  readFileSync(fit).copy(content, partitionOf(disk, 'slot-a').at);
  writeFileSync(disk, content);
}
