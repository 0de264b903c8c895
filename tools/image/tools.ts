// Programs of the image build. They are those of the lock, not the machine's, because a compiler or a packer of another
// version makes other bytes. Each has a wrapper that selects its own libraries; the C library is the machine's.
import { chmodSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { store, unpack } from './debs.ts';
import type { Locked } from './lock.ts';
import { run } from './run.ts';

const root = `${store}/tools`;
const wrappers = `${store}/bin`;

const programs: readonly string[] = [
  'usr/bin/aarch64-linux-gnu-gcc-12',
  'usr/bin/aarch64-linux-gnu-ar',
  'usr/bin/aarch64-linux-gnu-ranlib',
  'usr/bin/aarch64-linux-gnu-strip',
  'usr/bin/aarch64-linux-gnu-readelf',
  'usr/bin/mksquashfs',
  'usr/bin/mkimage',
  'usr/bin/dtc',
  'usr/bin/mcopy',
  'usr/sbin/mkfs.vfat',
  'usr/sbin/veritysetup',
  'usr/sbin/depmod',
];

/** Unpacks the programs and writes their wrappers. */
export function prepareTools(lock: readonly Locked[]): void {
  unpack(
    lock.filter((entry) => entry.root === 'tools'),
    root,
  );
  const at = resolve(root);
  mkdirSync(wrappers, { recursive: true });
  for (const program of programs) {
    const found = [program, program.replace('/sbin/', '/bin/'), program.replace('usr/', '')].find((path) =>
      existsSync(`${root}/${path}`),
    );
    if (found === undefined) throw new Error(`the packages of the lock have no ${program}`);
    const wrapper = `${wrappers}/${program.replace(/.*\//, '')}`;
    const libraries = `${at}/usr/lib/x86_64-linux-gnu`;
    writeFileSync(
      wrapper,
      `#!/bin/sh\nPATH='${resolve(wrappers)}':$PATH LD_LIBRARY_PATH='${libraries}' exec '${at}/${found}' "$@"\n`,
    );
    chmodSync(wrapper, 0o755);
  }
}

/** Path of a program's wrapper. */
export const tool = (name: string): string => resolve(wrappers, name);

/** Runs one of them; returns its standard output. */
export const runTool = (name: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): string =>
  run(tool(name), args, { env });
