// Alarms are read out of the log: none is lost, none is made twice, and each stays until somebody acknowledges it.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { recordKindWords } from '../../build/gen/ts/records.ts';
import { type SeedRecord, writeRecords } from '../../tools/seed/records.ts';
import { auditRows, queryDatabase } from '../harness/database.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

const day = Date.UTC(2026, 5, 1);
let terminal: Terminal;

const event = (kind: string, more: Partial<SeedRecord> = {}): SeedRecord => ({
  time: day,
  kind,
  result: 'none',
  reason: 'none',
  factors: [],
  ...more,
});

/** Lines that the daemon finds when it starts. */
async function found(records: readonly SeedRecord[]): Promise<void> {
  if (terminal.daemon.running) await terminal.daemon.stop();
  writeRecords(terminal.daemon.state, records);
  await terminal.daemon.begin();
  await terminal.resume();
}

const open = async () => (await terminal.admin.call('alarms', {})).alarms;
const opened = (count: number) => until(`${count} alarms`, async () => (await open()).length === count);

beforeAll(async () => {
  terminal = await Terminal.start();
});
afterAll(() => terminal.stop());

describe('alarms', () => {
  test('are of the kinds that the rules say', async () => {
    const text = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8');
    const [, sentence = ''] = /^## Alarms\n\n([^:]*:[^.]*)\./m.exec(text) ?? [];
    const kinds = [...sentence.matchAll(/`(\w+)`/g)].map(([, kind]) => String(kind));
    expect(kinds).toHaveLength(12);
    const other = await Terminal.start();
    try {
      await other.daemon.stop();
      writeRecords(
        other.daemon.state,
        recordKindWords.map((kind) => event(kind)),
      );
      await other.daemon.begin();
      await other.resume();
      await until('them', async () => (await other.admin.call('alarms', {})).open === kinds.length);
      const { alarms } = await other.admin.call('alarms', {});
      expect(alarms.map(({ kind }) => kind).toSorted()).toEqual(kinds.toSorted());
    } finally {
      await other.stop();
    }
  });

  test('are made of lines of their kinds, one for each kind and person, and count what happens again', async () => {
    await found([
      event('access'),
      event('opened'),
      event('forced'),
      event('forced', { time: day + 5000, detail: 'twice' }),
      event('duress', { userid: 7, username: 'Ada' }),
      event('duress', { userid: 8, username: 'Bob' }),
      event('restored'),
    ]);
    await opened(3);
    const [bob, ada, forced] = await open();
    expect(bob).toMatchObject({ id: 6, kind: 'duress', userid: 8, username: 'Bob', count: 1 });
    expect(ada).toMatchObject({ id: 5, userid: 7 });
    expect(forced).toMatchObject({ id: 3, kind: 'forced', count: 2, first: day, last: day + 5000, lastSeq: 4 });
    expect(forced).toMatchObject({ detail: 'twice', acked: 0, ackedBy: '' });
    expect((await terminal.admin.call('events', {})).last).toBe(7);
  });

  test('are not made again of the same lines', async () => {
    await terminal.restart();
    expect((await open()).map(({ count }) => count)).toEqual([1, 1, 2]);
  });

  test('are found behind a power cut, however many lines there are', async () => {
    terminal.daemon.kill();
    await until('the end', () => !terminal.daemon.running);
    await found(Array.from({ length: 130 }, (_, n) => event(n === 129 ? 'tamper' : 'access')));
    await opened(4);
  });

  test('stay until they are acknowledged as they were seen; who and when is kept', async () => {
    const [tamper] = await open();
    if (!tamper) throw new Error('no alarm');
    await terminal.admin.refuse('ackAlarm', { id: tamper.id, lastSeq: tamper.lastSeq - 1 }, 'alarm_again', 'lastSeq');
    expect(await terminal.admin.call('ackAlarm', { id: tamper.id, lastSeq: tamper.lastSeq })).toEqual({ open: 3 });
    await terminal.admin.refuse('ackAlarm', { id: tamper.id, lastSeq: tamper.lastSeq }, 'gone', 'id');
    await terminal.admin.refuse('ackAlarm', { id: 999, lastSeq: 999 }, 'gone', 'id');
    expect(auditRows(terminal.daemon).at(-1)).toMatchObject({
      account: 'admin',
      call: 'ackAlarm',
      object: `alarm ${tamper.id}`,
      before: { kind: 'tamper', count: 1 },
    });
    const { alarms } = await terminal.admin.call('alarms', { all: true });
    expect(alarms.at(-1)).toMatchObject({ id: tamper.id, ackedBy: 'admin' });
    expect(alarms.at(-1)?.acked).toBeGreaterThan(0);
    expect(await open()).toHaveLength(3);
  });

  test('open anew when it happens again', async () => {
    await found([event('tamper')]);
    await opened(4);
    expect((await open())[0]).toMatchObject({ kind: 'tamper', count: 1 });
  });

  test('are seen by who may read the pages of the door', async () => {
    const clerk = await terminal.administrator(9, 1, goodPassword(9));
    await clerk.refuse('alarms', {}, 'forbidden');
  });

  test('go with the records', async () => {
    const { Serial } = await terminal.admin.call('SetInfoParam', {});
    await terminal.admin.call('InitMachine', { records: true, serial: Serial.slice(-4) });
    expect(queryDatabase(terminal.daemon, 'SELECT count(*) AS n FROM alarm')).toEqual([{ n: 0 }]);
  });
});
