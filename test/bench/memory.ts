// Resident memory with 100,000 users and twenty sessions that have all read lists, before anything hashes again.

import { rmSync } from 'node:fs';
import { Client } from '../harness/client.ts';
import { Daemon, temporaryFolder } from '../harness/daemon.ts';
import { adminPassword } from '../harness/terminal.ts';
import { residentKilobytes } from './process.ts';
import { seededState, seededUsers } from './seeded.ts';
import type { Row } from './table.ts';

const sessions = 20;

export async function benchMemory(): Promise<Row[]> {
  const folder = temporaryFolder();
  const daemon = await Daemon.start({ state: await seededState(folder) });
  const clients = Array.from({ length: sessions }, () => new Client(() => daemon.port));
  try {
    const empty = residentKilobytes(daemon.pid);
    for (const client of clients) await client.signIn('admin', adminPassword);
    for (const client of clients) {
      const first = await client.call('userlist', { limit: 100 });
      await client.call('userlist', { limit: 100, after: first.next });
      await client.call('userlist', { search: 'an', sort: 'name', limit: 100 });
      await client.call('SetInfoParam', {});
    }
    const used = residentKilobytes(daemon.pid);
    const megabytes = used.all / 1024;
    return [
      {
        what: `resident memory, ${seededUsers} users, ${sessions} sessions`,
        ours: `${megabytes.toFixed(1)} MB (${(used.anonymous / 1024).toFixed(1)} MB anonymous)`,
        reference: `after start ${(empty.all / 1024).toFixed(1)} MB; peak with hashing ${(used.peak / 1024).toFixed(1)} MB`,
        budget: '<= 12 MB, hashing excluded',
        value: megabytes,
        limit: 12,
      },
    ];
  } finally {
    for (const client of clients) client.close();
    await daemon.dispose();
    rmSync(folder, { recursive: true, force: true });
  }
}
