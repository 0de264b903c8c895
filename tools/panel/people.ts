// The people beside the terminal, read from its store (read-only). The simulated sensor draws a person's fingers
// from a number of their own, so that an enrolled person is recognized again.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Person } from './protocol.ts';

export const peopleMax = 24;

/* The order of enum factor, as the contract declares it. */
const factorFinger = 1;
const factorFace = 3;
const factorIris = 4;

interface Row {
  readonly userid: number;
  readonly username: string;
  readonly cardno: number | null;
}

interface Held {
  readonly userid: number;
  readonly factor: number;
  readonly idx: number;
}

function heldBy(database: DatabaseSync, ids: readonly number[]): Held[] {
  const places = ids.map(() => '?').join(',');
  const query = `SELECT userid, factor, idx FROM user_credential WHERE userid IN (${places})`;
  return database.prepare(query).all(...ids) as unknown as Held[];
}

function personOf({ userid, username, cardno }: Row, held: readonly Held[]): Person {
  const indexesOf = (factor: number): number[] =>
    held.filter((one) => one.userid === userid && one.factor === factor).map(({ idx }) => idx);
  return {
    userid,
    name: username,
    card: cardno === null ? '' : String(cardno),
    fingers: indexesOf(factorFinger),
    face: indexesOf(factorFace).length > 0,
    irises: indexesOf(factorIris),
  };
}

function peopleWhere(state: string, where: string, ...values: (string | number)[]): Person[] {
  const path = join(state, 'postern.db');
  if (!existsSync(path)) return [];
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const query = `SELECT userid, username, cardno FROM user WHERE ${where}`;
    const rows = database.prepare(query).all(...values) as unknown as Row[];
    const ids = rows.map(({ userid }) => userid);
    const held = ids.length === 0 ? [] : heldBy(database, ids);
    return rows.map((row) => personOf(row, held));
  } finally {
    database.close();
  }
}

/** People whose name contains the words or whose ID begins with them, last added first, at most peopleMax. */
export function peopleOf(state: string, search: string): Person[] {
  const plain = search.replace(/[%_\\]/g, '\\$&');
  const found = "(username LIKE ? ESCAPE '\\' OR CAST(userid AS TEXT) LIKE ? ESCAPE '\\')";
  return peopleWhere(state, `${found} ORDER BY userid DESC LIMIT ?`, `%${plain}%`, `${plain}%`, peopleMax);
}

/** A random selection of people with a card. */
export function carriersOf(state: string, count: number): Person[] {
  return peopleWhere(state, 'cardno IS NOT NULL AND cardno != 0 ORDER BY random() LIMIT ?', count);
}
