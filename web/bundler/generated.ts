/**
 * `@gen/…` in a bundle: the folder of generated files, and of the contract its folder parts/ with a module for each declaration. A
 * chunk holds whole modules; the module of a group would bring the validators of all its calls with the first of them.
 * `@gen/brand.ts` is the brand that is being built.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Plugin } from 'esbuild';
import { brandFolder, brandModule } from './generate.ts';

export function generated(brand: string, gen: string): Plugin {
  return {
    name: 'generated',
    setup(setup) {
      setup.onResolve({ filter: /^@gen\/brand\.ts$/ }, () => ({ path: brand, namespace: 'brand' }));
      setup.onLoad({ filter: /.*/, namespace: 'brand' }, () => ({
        contents: brandModule(brandFolder(brand)),
        loader: 'ts',
      }));
      setup.onResolve({ filter: /^@gen\// }, ({ path }) => {
        const file = path.slice('@gen/'.length);
        const parts = resolve(gen, 'parts', file);
        /* It only exports other modules; without side effects esbuild follows it to those whose names are imported, and to no other. */
        return existsSync(parts) ? { path: parts, sideEffects: false } : { path: resolve(gen, file) };
      });
    },
  };
}
