// The user page, fetch and encode, beside hand-written SQLite: both in one process, see user_page.c.

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { temporaryFolder } from '../harness/daemon.ts';
import { rootPath } from '../harness/paths.ts';
import { seededState } from './seeded.ts';
import type { Row } from './table.ts';

export async function benchPage(): Promise<Row[]> {
  const folder = temporaryFolder();
  try {
    const state = await seededState(folder);
    const output = execFileSync(rootPath('build/host/user_page'), [state], { encoding: 'utf8' });
    const [ours = Number.NaN, reference = Number.NaN, ratio = Number.NaN] = output.trim().split(/\s+/).map(Number);
    return [
      {
        what: 'user page, 50 of 100,000, fetch and encode',
        ours: `${ours.toFixed(1)} µs`,
        reference: `hand-written ${reference.toFixed(1)} µs, x${ratio.toFixed(2)}`,
        budget: '<= 1.30 x hand-written',
        value: ratio,
        limit: 1.3,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
