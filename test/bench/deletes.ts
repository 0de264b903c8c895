// Deleting all users of a full terminal group by group, as the user list does it: what the filter finds, a thousand at a time.
// Meanwhile people come to the door. Beside it the same rows deleted by SQLite alone, on the same disk.

import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { readStopwatch } from '../harness/stopwatch.ts';
import type { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { fullState, peopleWithCards, relayHeldMs, relayMsMost, startFull } from './full.ts';
import { contents, type Scale, scaleFolder } from './scale.ts';
import type { Row } from './table.ts';

const groups = Array.from({ length: 16 }, (_, n) => n + 1);
const batch = 1000; // of a call of deletsomeuser
const page = 100; // of a call of userlist

/** IDs that the filter finds, at most a batch of them. */
async function matching(terminal: Terminal, group: number): Promise<number[]> {
  const found: number[] = [];
  let after: string | undefined;
  do {
    const { users, next } = await terminal.admin.call('userlist', {
      group,
      limit: page,
      ...(after === undefined ? {} : { after }),
    });
    found.push(...users.map(({ userid }) => userid));
    after = next;
  } while (after !== '' && found.length < batch);
  return found;
}

async function deleteGroup(terminal: Terminal, group: number): Promise<number> {
  let deleted = 0;
  for (;;) {
    const userids = await matching(terminal, group);
    if (userids.length === 0) return deleted;
    const reply = await terminal.admin.call('deletsomeuser', { userids });
    if (reply.failed.length > 0) throw new Error(`${reply.failed.length} were not deleted`);
    deleted += reply.deleted.length;
  }
}

/** The last of those whom a card lets in come one after the other, until they are deleted too. */
async function comeToTheDoor(terminal: Terminal, scale: Scale, isOver: () => boolean): Promise<number> {
  const { bench } = terminal;
  let came = 0;
  for (const { cardno } of [...peopleWithCards(scale)].reverse()) {
    if (isOver()) break;
    const seen = bench.accesses.length;
    await bench.act({ do: 'card', number: cardno });
    await until('an answer at the door', () => bench.accesses[seen], { everyMs: 1 });
    await bench.advance(relayHeldMs);
    came++;
  }
  return came;
}

/** Seconds that SQLite takes for the same users, their fingers and photos with them. */
async function bareSeconds(folder: string, scale: Scale): Promise<number> {
  const database = new DatabaseSync(join(await fullState(folder, scale), 'postern.db'), {
    enableForeignKeyConstraints: true,
  });
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    const ids = database.prepare('SELECT userid FROM user WHERE "group" = ? LIMIT ?');
    const one = database.prepare('DELETE FROM user WHERE userid = ?');
    const began = performance.now();
    for (const group of groups) {
      for (let rows = ids.all(group, batch); rows.length > 0; rows = ids.all(group, batch)) {
        database.exec('BEGIN IMMEDIATE');
        for (const row of rows) one.run(row['userid'] ?? null);
        database.exec('COMMIT');
      }
    }
    return (performance.now() - began) / 1000;
  } finally {
    database.close();
  }
}

export async function benchDeletes(scale: Scale): Promise<Row[]> {
  const { terminal, end } = await startFull(scale);
  const folder = mkdtempSync(join(scaleFolder(scale), 'bare-'));
  try {
    await terminal.bench.act({ do: 'stopwatch', reset: true });
    let isOver = false;
    const people = comeToTheDoor(terminal, scale, () => isOver);
    people.catch(() => undefined); // told where it is awaited, or something else failed first
    await until('the first of them', () => terminal.bench.accesses.length > 0);
    const began = performance.now();
    let deleted = 0;
    for (const group of groups) {
      deleted += await deleteGroup(terminal, group);
      isOver = true; // group 1 is who comes
    }
    const seconds = (performance.now() - began) / 1000;
    const came = await people;
    const { relay } = await readStopwatch(terminal.bench);
    const bare = await bareSeconds(folder, scale);
    return [
      {
        key: 'deletes/relay',
        what: `${deleted} of ${contents[scale].users} users deleted by a filter, ${contents[scale].fingers} fingers with them`,
        ours: `${seconds.toFixed(1)} s; ${came} people came meanwhile: relay p99 ${relay.at(0.99).toFixed(2)} ms`,
        reference: `SQLite alone ${bare.toFixed(1)} s, x${(seconds / bare).toFixed(2)}`,
        ratio: seconds / bare,
        budget: `relay p99 <= ${relayMsMost} ms`,
        value: relay.at(0.99),
        limit: relayMsMost,
      },
    ];
  } finally {
    await end();
    rmSync(folder, { recursive: true, force: true });
  }
}
