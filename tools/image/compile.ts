// Compiles the programs for the board: posternd and its helpers, the first program of the initramfs, SWUpdate.

import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { store, unpackedLock } from './debs.ts';
import { run } from './run.ts';
import { runTool, tool } from './tools.ts';

/** Back ends of the devices of a terminal. */
export const hal: 'sim' | 'linux' = 'linux';

export const sysroot = `${store}/sysroot`;
export const compiler = 'aarch64-linux-gnu-gcc-12';

/** CMake reads a toolchain's flags only once: a changed one needs a new tree. */
function startAfresh(tree: string): void {
  const mark = `${tree}/toolchain`;
  const now = ['tools/image/aarch64.cmake', 'tools/image/start.S', unpackedLock]
    .map((path) => readFileSync(path, 'utf8'))
    .join();
  if (existsSync(mark) && readFileSync(mark, 'utf8') === now) return;
  rmSync(tree, { recursive: true, force: true });
  mkdirSync(tree, { recursive: true });
  writeFileSync(mark, now);
}

export interface Configuring {
  /** The tree is created below it. */
  readonly folder: string;
  readonly brand: string;
  readonly epoch: number;
  readonly mongoose: string;
}

const environment = (epoch: number): NodeJS.ProcessEnv => ({ SOURCE_DATE_EPOCH: String(epoch), CCACHE_DISABLE: '1' });

/** Creates the build tree of posternd without compiling; returns its folder. */
export function configure({ folder, brand, epoch, mongoose }: Configuring): string {
  const tree = `${folder}/posternd`;
  startAfresh(tree);
  const start = resolve(folder, 'start.o');
  run(tool(compiler), ['-c', '-o', start, 'tools/image/start.S']);
  run(
    'cmake',
    [
      ...['-S', '.', '-B', tree, '-G', 'Ninja', '--log-level=WARNING'],
      `-DCMAKE_TOOLCHAIN_FILE=${resolve('tools/image/aarch64.cmake')}`,
      `-DPOSTERN_IMAGE_BIN=${resolve(store, 'bin')}`,
      `-DPOSTERN_IMAGE_SYSROOT=${resolve(sysroot)}`,
      `-DPOSTERN_IMAGE_START=${start}`,
      `-DPOSTERN_HAL=${hal}`,
      `-DBRAND=${brand}`,
      `-DMONGOOSE_DIR=${resolve(mongoose)}`,
    ],
    { env: environment(epoch) },
  );
  return tree;
}

/** Compiles posternd with the console of a brand; returns the stripped program. */
export function compileDaemon(options: Configuring): Program {
  const { folder, epoch } = options;
  const tree = configure(options);
  const env = environment(epoch);
  run('nice', ['-n', '5', 'cmake', '--build', tree, '--target', 'posternd', 'postern-dhcp'], { env });
  return strip(folder, 'posternd', `${tree}/posternd`);
}

/** Of the daemon that CMakeLists.txt builds for the update tests. */
export const nextVersion = '99.0.0';

/** That daemon; compileDaemon() has compiled its parts. */
export function compileNext(folder: string): Program {
  const tree = `${folder}/posternd`;
  run('nice', ['-n', '5', 'cmake', '--build', tree, '--target', 'posternd_next'], { env: { CCACHE_DISABLE: '1' } });
  return strip(folder, 'posternd_next', `${tree}/posternd_next`);
}

/** The program that udhcpc starts at each event; compileDaemon() has compiled it. */
export const takeHook = (folder: string): Program => strip(folder, 'postern-dhcp', `${folder}/posternd/postern-dhcp`);

/** Build hash of a program, written by the linker. */
export function buildIdOf({ whole }: Program): string {
  const found = /Build ID: ([0-9a-f]+)/.exec(runTool('aarch64-linux-gnu-readelf', ['-nW', whole]))?.[1];
  if (found === undefined) throw new Error(`${whole} has no build id`);
  return found;
}

const hardening = [
  ...['-std=gnu11', '-O2', '-Wall', '-Wextra', '-Werror', '-Wshadow', '-Wformat=2', '-Wmissing-prototypes', '-Wvla'],
  ...['-Wconversion', '-fstack-protector-strong', '-fstack-clash-protection', '-mbranch-protection=standard'],
  ...['-U_FORTIFY_SOURCE', '-D_FORTIFY_SOURCE=2', '-D_GNU_SOURCE', '-Wl,-z,relro,-z,now,-z,noexecstack'],
  ...['-mno-outline-atomics', '-Wl,--build-id=sha1', '-Wl,--as-needed'],
];

/** A program, and the same with the symbols needed to check how it was built. */
export interface Program {
  readonly file: string;
  readonly whole: string;
}

function strip(folder: string, name: string, whole: string): Program {
  const file = `${folder}/bin/${name}`;
  mkdirSync(`${folder}/bin`, { recursive: true });
  runTool('aarch64-linux-gnu-strip', ['-o', file, whole]);
  return { file, whole };
}

function compile(folder: string, name: string, sources: readonly string[], more: readonly string[]): Program {
  const whole = `${folder}/${name}`;
  const args = [`--sysroot=${resolve(sysroot)}`, ...hardening, '-o', whole, ...sources, ...more];
  run(tool(compiler), args);
  return strip(folder, name, whole);
}

/** The initramfs's only program: static, because nothing else is there. */
export function compileEarly(folder: string): Program {
  const names = ['early', 'partitions', 'mapper', 'modules', 'config', 'run', 'data'];
  const sources = names.map((name) => `tools/image/early/${name}.c`);
  return compile(folder, 'early', sources, ['-static-pie']);
}

/** The program that grows the data partition to the end of the disk; it starts like posternd. */
export function compileGrow(folder: string): Program {
  const begin = ['-pie', '-nostartfiles', `${folder}/start.o`];
  return compile(folder, 'postern-grow', ['tools/image/grow/grow.c'], [...begin, '-lz']);
}

/** The program that opens an encrypted data partition; for boards that have one. */
export function compileDatakey(folder: string): Program {
  const own = ['datakey', 'tpm', 'chip', 'head'].map((name) => `tools/image/datakey/${name}.c`);
  const early = ['data', 'mapper', 'partitions', 'config'].map((name) => `tools/image/early/${name}.c`);
  return compile(folder, 'postern-datakey', [...own, ...early], ['-pie', '-nostartfiles', `${folder}/start.o`]);
}

/** The program that mounts a USB stick as the folder for backups. */
export function compileUsb(folder: string): Program {
  const sources = ['tools/image/usb/usb.c', 'tools/image/early/modules.c'];
  return compile(folder, 'postern-usb', sources, ['-pie', '-nostartfiles', `${folder}/start.o`]);
}

/** SWUpdate, which the set-up builds without symbols; it starts like posternd. */
export function compileInstaller(folder: string): Program {
  const board = ['--cross', 'aarch64-linux-gnu', '--sysroot', sysroot, '--start', `${folder}/start.o`];
  const path = `${resolve(store, 'bin')}:${process.env['PATH'] ?? ''}`;
  run('nice', ['-n', '5', 'tools/setup/swupdate.sh', ...board], {
    env: { PATH: path, CC: compiler },
  });
  const file = `${folder}/bin/swupdate`;
  mkdirSync(`${folder}/bin`, { recursive: true });
  copyFileSync('build/deps/swupdate/aarch64-linux-gnu/swupdate', file);
  return { file, whole: file };
}
