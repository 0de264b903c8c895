// The hashes of the schemas after each step, as computed by firmware/store/schema.c: a start that finds another hash than
// that of its version compares tables, indexes and triggers one by one.

import { DatabaseSync } from 'node:sqlite';
import type { Step } from './steps.ts';

/** The query of firmware/store/schema.c. */
const SCHEMA = `SELECT iif(type = 'table', 0, 1) || ' ' || type || ' ' || name AS key,
  tbl_name || ' ' || iif(name GLOB 'user_name_fts_*', '', coalesce(sql, '')) AS sql
  FROM sqlite_schema WHERE name NOT GLOB 'sqlite_*' ORDER BY 1`;

const PRIME = 0x100000001b3n;
const BASIS = 0xcbf29ce484222325n;
const times = (hash: bigint): bigint => BigInt.asUintN(64, hash * PRIME);

/** FNV-1a of the relevant characters and the NUL, without spaces and quotes of names. */
function hashText(hash: bigint, text: string): bigint {
  const bytes = new TextEncoder().encode(text.replaceAll(/["\s]/g, ''));
  return times(bytes.reduce((sum, byte) => times(sum ^ BigInt(byte)), hash));
}

function schemaHash(database: DatabaseSync): bigint {
  const rows = database.prepare(SCHEMA).all();
  return rows.reduce((hash, row) => hashText(hashText(hash, String(row['key'])), String(row['sql'])), BASIS);
}

/** The hash at each version, from 0 (no step) to the latest. */
export function schemaHashes(steps: readonly Step[]): bigint[] {
  const database = new DatabaseSync(':memory:');
  database.enableDefensive(false); // a step may replace the text of a table
  const hashes = [schemaHash(database)];
  for (const { lines } of steps) {
    database.exec(lines.join(''));
    hashes.push(schemaHash(database));
  }
  database.close();
  return hashes;
}
