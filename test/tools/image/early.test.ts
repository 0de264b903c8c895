// What the first program of a start knows by heart, beside the files that say it.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(`tools/image/${path}`, 'utf8');

it('gives the daemon what is the daemon’s', () => {
  const number = /#define POSTERN (\d+)U/.exec(read('early/run.c'))?.[1];
  expect(read('rootfs/etc/passwd')).toContain(`postern:x:${number}:${number}:`);
  expect(read('rootfs/etc/group')).toContain(`postern:x:${number}:`);
});

it('names the folders as the scripts do', () => {
  const run = /#define RUN "(.*)"/.exec(read('early/run.c'))?.[1];
  expect(read('rootfs/usr/libexec/postern/common')).toContain(`run=${run}\n`);
});
