// The hash tree of a root file system: with the root hash, every changed byte is detected when it is read.

import { createHash } from 'node:crypto';
import { appendFileSync, readFileSync, rmSync, statSync, truncateSync } from 'node:fs';
import { runTool } from './tools.ts';

export interface Verity {
  readonly rootHash: string;
  readonly salt: string;
  /** Blocks of 4096 bytes before the tree. */
  readonly blocks: number;
  /** Bytes of file system and tree. */
  readonly size: number;
}

const block = 4096;

/** Appends the tree to the file. The salt is derived from the content: the same content has the same tree. */
export function appendTree(file: string): Verity {
  const size = Math.ceil(statSync(file).size / block) * block;
  truncateSync(file, size);
  const salt = createHash('sha256').update('postern verity').update(readFileSync(file)).digest('hex');
  const tree = `${file}.tree`;
  rmSync(tree, { force: true });
  const form = [
    '--no-superblock',
    '--hash=sha256',
    `--salt=${salt}`,
    `--data-block-size=${block}`,
    `--hash-block-size=${block}`,
  ];
  const said = runTool('veritysetup', ['format', ...form, file, tree]);
  const rootHash = /Root hash:\s+([0-9a-f]{64})/.exec(said)?.[1];
  if (rootHash === undefined) throw new Error(`veritysetup did not tell the root hash:\n${said}`);
  appendFileSync(file, readFileSync(tree));
  rmSync(tree);
  return { rootHash, salt, blocks: size / block, size: statSync(file).size };
}
