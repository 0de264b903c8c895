// Kernel modules with their dependencies, in loading order.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { runTool } from './tools.ts';

export interface Module {
  /** Path below the sysroot. */
  readonly path: string;
  readonly file: string;
}

const plain = (name: string): string => name.replaceAll('-', '_');
const nameOf = (path: string): string => plain(path.replace(/.*\//, '').replace(/\.ko$/, ''));

export class Kernel {
  readonly version: string;
  readonly #needs = new Map<string, readonly string[]>();
  readonly #builtIn: ReadonlySet<string>;
  readonly #base: string;

  /** The version of the kernel in a sysroot. */
  constructor(sysroot: string) {
    const modules = `${sysroot}/usr/lib/modules`;
    const version = readdirSync(modules)[0];
    if (version === undefined) throw new Error('the sysroot has no kernel');
    this.version = version;
    this.#base = `usr/lib/modules/${version}`;
    const at = `${modules}/${version}`;
    if (!existsSync(`${at}/modules.dep`)) runTool('depmod', ['-b', `${sysroot}/usr`, version]);
    for (const line of readFileSync(`${at}/modules.dep`, 'utf8').split('\n')) {
      const [path, needs] = line.split(':');
      if (path && needs !== undefined)
        this.#needs.set(nameOf(path), [path, ...needs.trim().split(' ')].filter(Boolean));
    }
    this.#builtIn = new Set(readFileSync(`${at}/modules.builtin`, 'utf8').split('\n').map(nameOf));
  }

  /** Files to load for these modules, in order; built-in ones need nothing. */
  inOrder(names: readonly string[]): Module[] {
    const order = new Map<string, Module>();
    for (const name of names.map(plain)) {
      const chain = this.#needs.get(name);
      if (chain === undefined && !this.#builtIn.has(name)) throw new Error(`the kernel has no module ${name}`);
      /* modules.dep has the last one first. */
      for (const path of [...(chain ?? [])].reverse())
        order.set(path, { path: `${this.#base}/${path}`, file: path.replace(/.*\//, '') });
    }
    return [...order.values()];
  }
}
