// The root file system of a slot: only the programs that run on the board.

import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname } from 'node:path';
import type { Board } from './boards.ts';
import { hal, sysroot } from './compile.ts';
import { libraryClosure } from './elf.ts';
import type { Kernel } from './modules.ts';
import { runTool } from './tools.ts';

/** Programs of Debian that the scripts of rootfs/ call. */
const programs: readonly string[] = ['usr/bin/busybox', 'usr/bin/setpriv', 'usr/sbin/e2fsck', 'usr/sbin/mke2fs'];

/** Busybox programs that the scripts call; none that listens to a network or grants access. */
const applets: Readonly<Record<'bin' | 'sbin', readonly string[]>> = {
  bin: [
    ...['cat', 'chmod', 'chown', 'dd', 'dmesg', 'echo', 'kill', 'killall', 'ls', 'mkdir', 'mount', 'mv', 'pidof'],
    ...['ps', 'renice', 'rm', 'setsid', 'sh', 'sleep', 'sync', 'tr', 'umount', '['],
  ],
  sbin: ['init', 'ip', 'poweroff', 'reboot', 'udhcpc'],
};

/** Library that the C library loads by name when a thread ends early or is cancelled, as in SWUpdate; no program is linked to it. */
const opened = ['usr/lib/aarch64-linux-gnu/libgcc_s.so.1'];

/**
 * Character sets of imported tables (enum TextEncoding), each with the module of the C library that reads it,
 * if its name differs.
 */
export const codePages: readonly (readonly [string, string?])[] = [
  ...([
    ['CP1250'],
    ['CP1251'],
    ['CP1252'],
    ['CP1253'],
    ['CP1254'],
    ['CP1255'],
    ['CP1256'],
    ['CP1257'],
    ['CP1258'],
  ] as const),
  ...([['CP874', 'IBM874'], ['MACINTOSH'], ['GBK'], ['BIG5'], ['CP932'], ['CP949', 'UHC']] as const),
  ...([
    ['UTF-16LE', 'UTF-16'],
    ['UTF-16BE', 'UTF-16'],
  ] as const),
];
const gconv = 'usr/lib/aarch64-linux-gnu/gconv';

export const hookPlace = 'usr/libexec/postern-dhcp';

const folders = ['data', 'dev', 'etc/postern', 'proc', 'run', 'sys', 'tmp', 'usr/bin', 'usr/lib/modules', 'usr/sbin'];
const links: Readonly<Record<string, string>> = {
  bin: 'usr/bin',
  lib: 'usr/lib',
  sbin: 'usr/sbin',
  'etc/mtab': '../proc/self/mounts',
  'etc/resolv.conf': '../run/postern/resolv.conf',
  'var/run': '../run',
  'var/tmp': '../tmp',
};

function copy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(realpathSync(from), to);
}

function busybox(root: string): void {
  for (const [folder, names] of Object.entries(applets))
    for (const name of names)
      symlinkSync(folder === 'bin' ? 'busybox' : '../bin/busybox', `${root}/usr/${folder}/${name}`);
}

/** Lines of gconv-modules for a character set: from it, and to it. A module's own name is the one it registers. */
export function gconvLines([name, module = name]: readonly [string, string?]): string {
  const own = module.startsWith('UTF-16') ? name : module;
  const alias = own === name ? '' : `alias ${name}// ${own}//\n`;
  return `${alias}module ${own}// INTERNAL ${module} 1\nmodule INTERNAL ${own}// ${module} 1\n`;
}

function codePagesOf(root: string): string[] {
  mkdirSync(`${root}/${gconv}`, { recursive: true });
  writeFileSync(`${root}/${gconv}/gconv-modules`, codePages.map(gconvLines).join(''));
  const modules = new Set(codePages.map(([name, module = name]) => module));
  const files = [...modules].map((module) => `${gconv}/${module}.so`);
  for (const file of files) copy(`${sysroot}/${file}`, `${root}/${file}`);
  return files;
}

/** Modules for an encrypted data partition; the kernel selects the fastest AES implementation of the chip. */
const encrypting = ['dm-crypt', 'xts', 'aes-neon-bs', 'aes-ce-blk'];

/** Module lists with their files; returns their paths below the sysroot. */
function modulesOf(root: string, board: Board, kernel: Kernel): string[] {
  const { usb } = board.modules;
  const late = [...board.modules.late, ...(board.dataKey === undefined ? [] : encrypting)];
  const paths = new Set<string>();
  for (const [list, names] of Object.entries({ late, usb })) {
    if (names === undefined) continue;
    const modules = kernel.inOrder(names);
    writeFileSync(`${root}/usr/lib/modules/${list}.list`, modules.map(({ path }) => `/${path}\n`).join(''));
    for (const { path } of modules) paths.add(path);
  }
  for (const path of paths) copy(`${sysroot}/${path}`, `${root}/${path}`);
  return [...paths];
}

/* The simulator has no watchdog and no real network. */
const real = hal === 'linux';
const watchdog = '/dev/watchdog';

/** Devices that `early` gives to the daemon: mode, owner, group, path. The display is write-only: the daemon must not read
 * input of a serial line. */
function devicesOf(root: string, board: Board): string {
  const id = /^postern:x:(\d+):/m.exec(readFileSync(`${root}/etc/passwd`, 'utf8'))?.[1];
  if (id === undefined) throw new Error('passwd has no postern');
  const own = ['/dev/disk/by-partlabel/env', board.rtc, ...(real ? [watchdog] : [])];
  const display = board.textDisplay === undefined ? [] : [`0620 0 ${id} ${board.textDisplay}`];
  return [...own.map((path) => `0600 ${id} ${id} ${path}`), ...display].map((line) => `${line}\n`).join('');
}

/** Board properties for the scripts, `early` and the daemon. */
function configuration(root: string, board: Board): void {
  const jumper = board.consoleJumper ?? '';
  const shell = {
    BOARD: board.id,
    DISK: board.storage.linux,
    ETHERNET: board.ethernet,
    CONSOLE: board.console,
    JUMPER: jumper,
    TPM: board.dataKey === undefined ? '' : (board.tpm ?? '/dev/tpmrm0'),
  };
  const lines = Object.entries({
    ...shell,
    WATCHDOG: real ? watchdog : '',
    NETWORK: real ? 'daemon' : 'udhcpc',
  });
  writeFileSync(`${root}/etc/postern/devices`, devicesOf(root, board));
  writeFileSync(`${root}/etc/postern/board.sh`, lines.map(([key, value]) => `${key}=${value}\n`).join(''));
  const keys = {
    ethernet: board.ethernet,
    'resolv-conf': '/run/postern/resolv.conf',
    dhcp: '/sbin/udhcpc',
    'dhcp-hook': `/${hookPlace}`,
    rtc: board.rtc,
    watchdog,
    restart: '/run/postern/restart',
    ...(board.textDisplay === undefined ? {} : { 'text-display': board.textDisplay }),
  };
  const daemon = {
    state: '/data/postern',
    system: '/run/postern/system',
    ...(real ? { board: '/etc/postern/board.conf' } : {}),
    ...(board.modules.usb === undefined ? {} : { 'backup-dir': '/run/postern/usb' }),
    http: '0.0.0.0:80',
    https: '0.0.0.0:443',
  };
  const keyLines = (values: Readonly<Record<string, string>>): string =>
    Object.entries(values)
      .map(([key, value]) => `${key} = ${value}\n`)
      .join('');
  writeFileSync(`${root}/etc/postern/board.conf`, keyLines(keys));
  writeFileSync(`${root}/etc/postern/posternd.conf`, keyLines(daemon));
}

export interface RootContent {
  readonly folder: string;
  /** Paths below the sysroot of all files from Debian's packages. */
  readonly debian: readonly string[];
  /** Our own programs, as paths below the folder. */
  readonly own: readonly string[];
}

/** Creates the tree. `ours`: our programs by their path in the tree; `roots`: file of the root certificates. */
export function layOut(
  folder: string,
  { board, kernel, ours, roots }: { board: Board; kernel: Kernel; ours: ReadonlyMap<string, string>; roots: string },
): RootContent {
  rmSync(folder, { recursive: true, force: true });
  for (const name of [...folders, 'var', 'usr/lib']) mkdirSync(`${folder}/${name}`, { recursive: true });
  for (const [name, to] of Object.entries(links)) symlinkSync(to, `${folder}/${name}`);
  cpSync('tools/image/rootfs', folder, { recursive: true });
  for (const [place, file] of ours) copy(file, `${folder}/${place}`);
  for (const program of programs) copy(`${sysroot}/${program}`, `${folder}/${program}`);
  busybox(folder);
  const pages = codePagesOf(folder);
  const modules = modulesOf(folder, board, kernel);
  configuration(folder, board);
  copyFileSync(roots, `${folder}/etc/postern/roots.pem`);
  const linked = [...ours.values(), ...[...programs, ...pages].map((path) => `${sysroot}/${path}`)];
  const libraries = [...libraryClosure(linked, sysroot), ...opened, 'usr/lib/ld-linux-aarch64.so.1'];
  for (const library of libraries) copy(`${sysroot}/${library}`, `${folder}/${library}`);
  const debian = [...programs, ...pages, ...modules, ...new Set(libraries)];
  return { folder, debian, own: [...ours.keys()] };
}

/** Packs the tree; the same tree gives the same bytes. */
export function pack(content: RootContent, file: string): void {
  rmSync(file, { force: true });
  const fixed = ['-noappend', '-no-progress', '-all-root', '-mkfs-time', '0', '-all-time', '0', '-processors', '1'];
  const modes = ['-no-xattrs', '-comp', 'zstd', '-Xcompression-level', '22', '-b', '256K'];
  runTool('mksquashfs', [content.folder, file, ...fixed, ...modes], { SOURCE_DATE_EPOCH: undefined });
  if (!existsSync(file) || readdirSync(content.folder).length === 0) throw new Error('the root is empty');
}
