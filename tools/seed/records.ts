// Records, written directly into the database of a terminal that does not run, or is restarted afterwards:
// no call creates them. The same numbers give the same records everywhere.

import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { rootPath } from '../../test/harness/paths.ts';
import { loadModel } from '../apigen/load.ts';
import { seedName } from './users.ts';

export interface SeedRecordOptions {
  readonly count: number;
  /** Users 1 to this number have the punches. */
  readonly users: number;
  /** Time of the first record, and interval, in milliseconds. */
  readonly from: number;
  readonly every: number;
}

/** A record in the words of the contract. */
export interface SeedRecord {
  readonly time: number;
  readonly offset?: number;
  readonly kind?: string;
  readonly result?: string;
  readonly reason?: string;
  readonly userid?: number;
  readonly username?: string;
  readonly factors?: readonly string[];
  readonly status?: string;
  readonly temperature?: number;
  readonly detail?: string;
}

const columns = 'time "offset" kind result reason userid username factors status duress door temperature photo detail';

/** Numbers of an enumeration's words in the contract. */
function numbers(): (name: string, word: string) => number {
  const spec = rootPath('firmware/api/spec');
  const model = loadModel({ root: rootPath('.'), spec, schema: rootPath('firmware/api/spec.schema.json') });
  const enums = new Map(model.enums.map((one) => [one.name, one.values]));
  return (name, word) => {
    const number = enums.get(name)?.indexOf(word) ?? -1;
    if (number < 0) throw new Error(`${name} has no ${word}`);
    return number;
  };
}

/** A punch; one in nine is denied, one in thirteen is of an unknown person. */
export function seedRecord(index: number, { users, from, every }: SeedRecordOptions): SeedRecord {
  const mixed = (index * 2_654_435_761) % 4_294_967_296;
  const isUnknown = mixed % 13 === 0;
  const isRefused = isUnknown || mixed % 9 === 0;
  const userid = isUnknown ? 0 : 1 + (mixed % users);
  return {
    time: from + index * every,
    result: isRefused ? 'refused' : 'granted',
    reason: isUnknown ? 'unknown' : isRefused ? 'outsideHours' : 'anyTime',
    userid,
    username: isUnknown ? '' : seedName(userid),
    factors: [['card', 'finger', 'password', 'face'][mixed % 4] ?? 'card'],
    status: mixed % 2 === 0 ? 'in' : 'out',
    temperature: mixed % 3 === 0 ? 0 : 358 + (mixed % 19),
  };
}

/** Appends records to the database of a state folder, in one transaction. */
export function writeRecords(state: string, records: Iterable<SeedRecord>): void {
  const database = new DatabaseSync(join(state, 'postern.db'));
  const number = numbers();
  const names = columns.split(' ');
  try {
    database.exec('PRAGMA synchronous = OFF; BEGIN IMMEDIATE');
    const insert = database.prepare(
      `INSERT INTO record (${names.join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
    );
    for (const one of records) {
      insert.run(
        one.time,
        one.offset ?? 0,
        number('RecordKind', one.kind ?? 'access'),
        number('RecordResult', one.result ?? 'granted'),
        number('RecordReason', one.reason ?? 'anyTime'),
        one.userid ?? 0,
        one.username ?? '',
        (one.factors ?? ['card']).reduce((bits, factor) => bits | (1 << number('Factor', factor)), 0),
        number('RecordStatus', one.status ?? ((one.kind ?? 'access') === 'access' ? 'in' : 'none')),
        0,
        1,
        one.temperature ?? 0,
        0,
        one.detail ?? '',
      );
    }
    database.exec('COMMIT');
  } finally {
    database.close();
  }
}

/** The requested number of plausible records. */
export function* seedRecords(options: SeedRecordOptions): Generator<SeedRecord> {
  for (let index = 0; index < options.count; index++) yield seedRecord(index, options);
}
