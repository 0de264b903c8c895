import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { carriersOf, peopleMax, peopleOf } from '../../../tools/panel/people.ts';

let state: string;

/** A hundred people, of whom every fourth has no card. */
beforeEach(() => {
  state = mkdtempSync(join(tmpdir(), 'postern-people-'));
  const database = new DatabaseSync(join(state, 'postern.db'));
  database.exec('CREATE TABLE user (userid INTEGER, username TEXT, cardno INTEGER)');
  database.exec('CREATE TABLE user_credential (userid INTEGER, factor INTEGER, idx INTEGER)');
  const add = database.prepare('INSERT INTO user VALUES (?, ?, ?)');
  database.exec('BEGIN');
  for (let userid = 1; userid <= 100; userid++) {
    add.run(userid, `User ${userid}`, userid % 4 === 0 ? null : 1000 + userid);
  }
  database.exec('COMMIT');
  database.close();
});
afterEach(() => rmSync(state, { recursive: true }));

it('a rush hour draws from all who have a card, not from those who are listed', () => {
  expect(peopleOf(state, '')).toHaveLength(peopleMax);
  const drawn = carriersOf(state, 60);
  expect(new Set(drawn.map(({ userid }) => userid)).size).toBe(60);
  expect(drawn.every(({ card }) => card !== '')).toBe(true);
  /* Of the 24 that are listed only 18 have one. */
  expect(drawn.filter(({ userid }) => userid <= 76).length).toBeGreaterThanOrEqual(42);
  /* Nor in their order: that it comes out as one by chance is out of the question. */
  const ids = drawn.map(({ userid }) => userid);
  expect(ids).not.toEqual(ids.toSorted((a, b) => b - a));
  expect(carriersOf(state, 500)).toHaveLength(75);
});

it('finds people by parts of the name and by the start of the ID', () => {
  expect(peopleOf(state, 'user 10').map(({ userid }) => userid)).toEqual([100, 10]);
  expect(peopleOf(state, '99').map(({ name }) => name)).toEqual(['User 99']);
  expect(peopleOf(state, '%')).toEqual([]);
});
