// The log of a terminal as it is read from outside, and what the terminal takes of the machine.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import {
  type RecordReason,
  recordKindWords,
  recordReasonWords,
  recordResultWords,
  recordStatusWords,
} from '../../build/gen/ts/records.ts';
import type { Client } from '../harness/client.ts';
import type { CallReply } from '../harness/contract.ts';
import type { Daemon } from '../harness/daemon.ts';
import { queryDatabase, type Row } from '../harness/database.ts';

export interface Line {
  readonly seq: number;
  readonly time: number;
  readonly offset: number;
  readonly kind: string;
  readonly result: string;
  readonly reason: RecordReason;
  readonly userid: number;
  readonly username: string;
  readonly factors: number;
  readonly status: string;
  readonly temperature: number;
  readonly detail: string;
}

const lineOf = (row: Row): Line => ({
  seq: Number(row['seq']),
  time: Number(row['time']),
  offset: Number(row['offset']),
  kind: recordKindWords[Number(row['kind'])] ?? '',
  result: recordResultWords[Number(row['result'])] ?? '',
  reason: recordReasonWords[Number(row['reason'])] ?? 'none',
  userid: Number(row['userid']),
  username: String(row['username']),
  factors: Number(row['factors']),
  status: recordStatusWords[Number(row['status'])] ?? '',
  temperature: Number(row['temperature']),
  /* The model does not have the numbers of cards of nobody (test_pass.c does). */
  detail: String(row['detail']).replace(/ ?\bcard:\d+$/, ''),
});

/** All lines, oldest first. */
export const linesOf = (daemon: Daemon): Line[] =>
  queryDatabase(daemon, 'SELECT * FROM record ORDER BY seq').map(lineOf);

type Page = CallReply<'searchrecord'>;

/** What the console reads of the log, and whether it is the same whenever it is read. */
export class Reader {
  readonly #known = new Map<number, string>();
  readonly changed: string[] = [];

  get size(): number {
    return this.#known.size;
  }

  /** A photo may come, and go when there is no room: it is no part of the line. */
  #take({ records }: Page): void {
    for (const { photo: _, ...line } of records) {
      const text = JSON.stringify(line);
      const before = this.#known.get(line.seq);
      if (before !== undefined && before !== text) this.changed.push(`${before} is now ${text}`);
      this.#known.set(line.seq, text);
    }
  }

  /** The newest lines. */
  async peek(admin: Client): Promise<void> {
    this.#take(await admin.call('searchrecord', { limit: 100, all: true }));
  }

  /** Every line, page by page. Gives their numbers. */
  async readAll(admin: Client): Promise<number[]> {
    const numbers: number[] = [];
    let after: string | undefined;
    do {
      const page: Page = await admin.call('searchrecord', {
        limit: 100,
        all: true,
        ...(after === undefined ? {} : { after }),
      });
      this.#take(page);
      numbers.push(...page.records.map(({ seq }) => seq));
      after = page.next;
    } while (after !== '');
    return numbers;
  }
}

/** What the process and its folder take. */
export interface Sizes {
  readonly residentKb: number;
  readonly descriptors: number;
  readonly threads: number;
}

export function sizesOf({ pid }: Daemon): Sizes {
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return {
    residentKb: Number(/^VmRSS:\s*(\d+) kB/m.exec(status)?.[1]),
    descriptors: readdirSync(`/proc/${pid}/fd`).length,
    threads: Number(/^Threads:\s*(\d+)/m.exec(status)?.[1]),
  };
}

/** Bytes of the files of the state folder by name, photos as one. */
export function folderOf({ state }: Daemon): Map<string, number> {
  const sizeOf = (path: string): number => {
    const found = statSync(path, { throwIfNoEntry: false });
    if (found === undefined) return 0; // gone meanwhile
    return found.isDirectory()
      ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
      : found.size;
  };
  return new Map(readdirSync(state).map((name) => [name, sizeOf(join(state, name))]));
}
