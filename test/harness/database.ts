// Reads the terminal's database from outside: only data on the disk counts after a power cut.

import { DatabaseSync } from 'node:sqlite';
import type { Daemon } from './daemon.ts';
import { patienceMs } from './patience.ts';

export type Row = Readonly<Record<string, string | number | bigint | null | Uint8Array>>;

/** Same time-out as the firmware: a checkpoint blocks readers for a moment. */
const WAIT_MS = patienceMs;

/** Rows of a query on the daemon's database, which may be running. */
export function queryDatabase(daemon: Daemon, sql: string, ...values: (string | number)[]): Row[] {
  const database = new DatabaseSync(daemon.database, { readOnly: true, timeout: WAIT_MS });
  try {
    return database.prepare(sql).all(...values) as Row[];
  } finally {
    database.close();
  }
}

/** Changes the daemon's database directly. */
export function changeDatabase(daemon: Daemon, sql: string): void {
  const database = new DatabaseSync(daemon.database, { timeout: WAIT_MS });
  try {
    database.exec(sql);
  } finally {
    database.close();
  }
}

/** Blocks all other writers: calls that write wait for it, up to five seconds. Returns the function that ends it. */
export function holdWrites(daemon: Daemon): () => void {
  const database = new DatabaseSync(daemon.database, { timeout: WAIT_MS });
  database.exec('BEGIN IMMEDIATE');
  return () => {
    database.exec('ROLLBACK');
    database.close();
  };
}

/** An audit entry with its JSON texts parsed. */
export interface AuditRow {
  readonly account: string;
  readonly peer: string;
  readonly call: string;
  readonly object: string;
  readonly before: unknown;
  readonly after: unknown;
}

function parsed(value: Row[string] | undefined): unknown {
  return typeof value === 'string' ? JSON.parse(value) : null;
}

/** All audit entries, oldest first. */
export function auditRows(daemon: Daemon): AuditRow[] {
  return queryDatabase(daemon, 'SELECT * FROM audit ORDER BY rowid').map((row) => ({
    account: String(row['account']),
    peer: String(row['peer']),
    call: String(row['call']),
    object: String(row['object']),
    before: parsed(row['before']),
    after: parsed(row['after']),
  }));
}
