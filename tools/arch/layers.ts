// Layers of firmware/ and rooms of core/, in their order, and the target of an include.

import { posix } from 'node:path';
import type { Tree } from './tree.ts';

export const isC = (path: string): boolean => /^firmware\/.*\.[ch]$/.test(path);

/** Layers of the same rank do not include each other. */
export const rank: Readonly<Record<string, number>> = {
  util: 0,
  pki: 1,
  tables: 1,
  picture: 1,
  print: 1,
  values: 2,
  hal: 3,
  update: 4,
  store: 5,
  core: 6,
  net: 7,
  api: 8,
  link: 8,
  http: 9,
  app: 10,
};

/** Rooms of core/; a room uses only those before it. Their names are used everywhere. */
export const rooms: readonly string[] = [
  'base',
  'settings',
  'time',
  'events',
  'accounts',
  'users',
  'rules',
  'records',
  'network',
  'devices',
  'door',
  'bulk',
  'machine',
  'backup',
  'upgrade',
  'engineer',
  'start',
];

/** Headers that the contract generator writes, and where each belongs. */
const generated: Readonly<Record<string, string>> = {
  'contract.h': 'firmware/api/contract.h',
  'catalogue.h': 'firmware/api/catalogue.h',
  'errors.h': 'firmware/util/errors.h',
  'values.h': 'firmware/values/values.h',
  'setting_values.h': 'firmware/values/setting_values.h',
  'store_columns.h': 'firmware/store/store_columns.h',
  'setting_hooks.h': 'firmware/core/settings/setting_hooks.h',
};

export const layerOf = (path: string): string => path.split('/')[1] ?? '';

/** Room of a file of core/, or folder of a file of store/; undefined for one directly in the layer. */
export function roomOf(path: string): string | undefined {
  const parts = path.split('/');
  return parts.length > 3 ? parts[2] : undefined;
}

/** Target path of an include; undefined for libraries. */
export function target(tree: Tree, path: string, file: string): string | undefined {
  const known = generated[file];
  if (known !== undefined) return known;
  if (file.includes('/') && (file.split('/')[0] ?? '') in rank) return `firmware/${file}`;
  const beside = posix.normalize(posix.join(posix.dirname(path), file));
  return file.startsWith('.') || tree.has(beside) ? beside : undefined;
}
