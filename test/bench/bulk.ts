// 100,000 users from a table, checked and written, while people come to the door; beside it the same rows put into the same
// table by SQLite alone, with the same indexes and triggers, fifty in a durable transaction as the terminal does. (The index
// of name parts is the terminal's own work and is not in the reference.)

import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { seedUser } from '../../tools/seed/users.ts';
import { sendFile } from '../harness/pieces.ts';
import { readStopwatch } from '../harness/stopwatch.ts';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { drop } from './drop.ts';
import { relayHeldMs, relayMsMost } from './full.ts';
import { residentKilobytes } from './process.ts';
import { contents, type Scale, scaleFolder } from './scale.ts';
import type { Row } from './table.ts';

const secondsMost = 60;
const slice = 50; // rows of a transaction
/** People who are there before, and come to the door meanwhile. */
const sizes = { full: { regulars: 100 }, short: { regulars: 5 } } as const;

const columns = ['userid', 'username', 'cardno', 'group', 'validFrom', 'validTo'] as const;

const cell = (value: unknown): string => {
  const text = value === undefined ? '' : String(value);
  return /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
};

/** A table in CSV that the import takes as it is. */
export function tableOfUsers(rows: number): Buffer {
  const lines = ['User ID,Name,Card,Group,Valid from,Valid to'];
  for (let index = 0; index < rows; index++) {
    const user = seedUser(index, { pinEvery: 0 });
    lines.push(columns.map((column) => cell(user[column])).join(','));
  }
  return Buffer.from(`${lines.join('\r\n')}\r\n`);
}

/** They come one after the other until it is over, one at least. */
async function comeToTheDoor(terminal: Terminal, regulars: number, isOver: () => boolean): Promise<number> {
  const { bench } = terminal;
  let came = 0;
  for (; came === 0 || !isOver(); came++) {
    const seen = bench.accesses.length;
    await bench.act({ do: 'card', number: String(900_000 + (came % regulars)) });
    await until('an answer at the door', () => bench.accesses[seen], { everyMs: 1 });
    await bench.advance(relayHeldMs);
  }
  return came;
}

async function stepBecomes(terminal: Terminal, step: string): Promise<void> {
  const state = async (): Promise<boolean> => {
    const now = await terminal.admin.call('bulkState', {});
    if (now.step === 'failed') throw new Error(`it failed with ${now.code}`);
    return now.step === step;
  };
  await until(`the step ${step}`, state, { everyMs: 50 });
}

/** Seconds that SQLite takes for the users of `full`, into the database of `empty`. */
function bareSeconds(empty: string, full: string): number {
  const from = new DatabaseSync(join(full, 'postern.db'));
  const users = from.prepare('SELECT * FROM user ORDER BY userid').all();
  from.close();
  const [first = {}] = users;
  const names = Object.keys(first);
  const database = new DatabaseSync(join(empty, 'postern.db'), { enableForeignKeyConstraints: true });
  try {
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    const quoted = names.map((name) => `"${name}"`).join(', ');
    const add = database.prepare(`INSERT OR IGNORE INTO user (${quoted}) VALUES (${names.map(() => '?').join(', ')})`);
    const began = performance.now();
    for (let at = 0; at < users.length; at += slice) {
      database.exec('BEGIN IMMEDIATE');
      for (const user of users.slice(at, at + slice))
        add.run(...names.map((name) => (user[name] ?? null) as SQLInputValue));
      database.exec('COMMIT');
    }
    return (performance.now() - began) / 1000;
  } finally {
    database.close();
  }
}

export async function benchBulk(scale: Scale): Promise<Row[]> {
  const { regulars } = sizes[scale];
  const rows = contents[scale].users - regulars;
  const folder = mkdtempSync(join(scaleFolder(scale), 'bulk-'));
  const state = join(folder, 'state');
  const terminal = await Terminal.start({ state });
  try {
    for (let n = 0; n < regulars; n++) {
      await terminal.add({ userid: 999_000_000 + n, username: `Regular ${n}`, cardno: String(900_000 + n) });
    }
    await terminal.daemon.stop();
    const empty = join(folder, 'empty');
    cpSync(state, empty, { recursive: true });
    await terminal.daemon.begin();
    await terminal.resume();
    const before = residentKilobytes(terminal.daemon.pid).all;
    const table = tableOfUsers(rows);
    const refused = await sendFile(terminal.admin, 'bulkUpload', { kind: 'users', name: 'users.csv' }, table);
    if (refused !== undefined) throw new Error(refused.text);
    await terminal.bench.act({ do: 'stopwatch', reset: true });
    let isOver = false;
    const people = comeToTheDoor(terminal, regulars, () => isOver);
    people.catch(() => undefined); // told where it is awaited, or something else failed first
    const began = performance.now();
    await terminal.admin.call('bulkCheck', { columns: [...columns] });
    await stepBecomes(terminal, 'checked');
    const checked = (performance.now() - began) / 1000;
    await terminal.admin.call('bulkStart', { whole: false });
    await stepBecomes(terminal, 'done');
    const seconds = (performance.now() - began) / 1000;
    isOver = true;
    const came = await people;
    const { relay } = await readStopwatch(terminal.bench);
    const { added, bad } = await terminal.admin.call('bulkState', {});
    if (added !== rows || bad !== 0) throw new Error(`${added} added, ${bad} wrong`);
    const { peak } = residentKilobytes(terminal.daemon.pid);
    await terminal.daemon.kill();
    const bare = bareSeconds(empty, state);
    return [
      {
        key: 'bulk/import',
        what: `${rows} users from a CSV of ${(table.length / 1e6).toFixed(1)} MB, checked and written`,
        ours: `${seconds.toFixed(1)} s (checked after ${checked.toFixed(1)} s), ${((peak - before) / 1024).toFixed(1)} MB more at most`,
        reference: `SQLite alone ${bare.toFixed(1)} s, x${(seconds / bare).toFixed(2)}`,
        ratio: seconds / bare,
        budget: `<= ${secondsMost} s`,
        value: seconds,
        limit: secondsMost,
      },
      {
        key: 'bulk/relay',
        what: `card to relay meanwhile, ${came} people`,
        ours: `p50 ${relay.at(0.5).toFixed(2)} ms, p99 ${relay.at(0.99).toFixed(2)} ms`,
        reference: '',
        ratio: Number.NaN,
        budget: `p99 <= ${relayMsMost} ms`,
        value: relay.at(0.99),
        limit: relayMsMost,
      },
    ];
  } finally {
    await drop(terminal);
    rmSync(folder, { recursive: true, force: true });
  }
}
