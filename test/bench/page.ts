// The user page, fetch and encode, beside hand-written SQLite: both in one process, see user_page.c.

import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { temporaryFolder } from '../harness/daemon.ts';
import { rootPath } from '../harness/paths.ts';
import { contents, type Scale } from './scale.ts';
import { seededState } from './seeded.ts';
import type { Row } from './table.ts';

const sizes = {
  full: { rounds: 61, batch: 200, pages: 1900 },
  short: { rounds: 1, batch: 4, pages: 4 },
} as const;

export async function benchPage(scale: Scale): Promise<Row[]> {
  const folder = temporaryFolder();
  try {
    const state = await seededState(folder, scale);
    const { rounds, batch, pages } = sizes[scale];
    const output = execFileSync(rootPath('build/host/user_page'), [state, ...[rounds, batch, pages].map(String)], {
      encoding: 'utf8',
    });
    const [ours = Number.NaN, reference = Number.NaN, ratio = Number.NaN] = output.trim().split(/\s+/).map(Number);
    return [
      {
        key: 'page/50',
        what: `user page, 50 of ${contents[scale].users}, fetch and encode`,
        ours: `${ours.toFixed(1)} µs`,
        reference: `hand-written ${reference.toFixed(1)} µs, x${ratio.toFixed(2)}`,
        ratio,
        budget: '<= 1.30 x hand-written',
        value: ratio,
        limit: 1.3,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
