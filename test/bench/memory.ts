// Resident memory with 100,000 users and twenty sessions that have all read lists, before anything hashes again.

import { rmSync } from 'node:fs';
import type { Client } from '../harness/client.ts';
import { Daemon, temporaryFolder } from '../harness/daemon.ts';
import { adminPassword, goodPassword, Terminal } from '../harness/terminal.ts';
import { drop } from './drop.ts';
import { residentKilobytes } from './process.ts';
import { contents, type Scale } from './scale.ts';
import { seededState } from './seeded.ts';
import type { Row } from './table.ts';

const sizes = { full: { sessions: 20 }, short: { sessions: 3 } } as const;
const perAccount = 8; // sessions of one; the ninth would end the oldest

/** Of three people. */
async function signIn(terminal: Terminal, sessions: number): Promise<Client[]> {
  const colleagues = [5, 6].map((userid) => ({ userid, level: 16, password: goodPassword(userid) }));
  for (const one of colleagues) await terminal.admin.call('edituser', { ...one, validFrom: '', validTo: '' });
  const accounts = [{ userid: 'admin', password: adminPassword }, ...colleagues];
  const clients = [terminal.admin];
  while (clients.length < sessions) {
    const account = accounts[Math.floor(clients.length / perAccount)];
    if (account === undefined) throw new Error('too few accounts');
    clients.push(await terminal.signedIn(String(account.userid), account.password));
  }
  return clients;
}

export async function benchMemory(scale: Scale): Promise<Row[]> {
  const { sessions } = sizes[scale];
  const folder = temporaryFolder();
  const daemon = await Daemon.start({ state: await seededState(folder, scale) });
  const empty = residentKilobytes(daemon.pid);
  const terminal = await Terminal.take(daemon);
  try {
    const clients = await signIn(terminal, sessions);
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
        key: 'memory/resident',
        what: `resident memory, ${contents[scale].users} users, ${sessions} sessions`,
        ours: `${megabytes.toFixed(1)} MB (${(used.anonymous / 1024).toFixed(1)} MB anonymous)`,
        reference: `after start ${(empty.all / 1024).toFixed(1)} MB; peak with hashing ${(used.peak / 1024).toFixed(1)} MB`,
        ratio: Number.NaN,
        budget: '<= 12 MB, hashing excluded',
        value: megabytes,
        limit: 12,
      },
    ];
  } finally {
    await drop(terminal);
    rmSync(folder, { recursive: true, force: true });
  }
}
