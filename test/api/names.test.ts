// Names and photos of users: an account without read permission for users learns none, whichever call it makes.

import { get } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { writeRecords } from '../../tools/seed/records.ts';
import type { Client } from '../harness/client.ts';
import { type CallName, callsAboutPeople, callsWithoutFields, specOf } from '../harness/contract.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

const name = 'Zerlina Quux';
const fromDay = '2026-06-01';
/* A level has at least the permissions of those below it. */
const logOnly = {
  user: 'none',
  network: 'none',
  basicSetting: 'none',
  AccSetting: 'none',
  advSetting: 'read',
} as const;
const level = 4;
const frame = '0000001001101001010101000110010011101';
let terminal: Terminal;
let technician: Client;

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.add({ userid: 7, username: name, cardno: '7007' });
  const levels = Array.from({ length: level }, (_, index) => ({ level: index + 1, ...logOnly }));
  await terminal.admin.call('GetRoles', { levels });
  const time = Date.UTC(2026, 5, 1, 12);
  await terminal.daemon.stop();
  writeRecords(terminal.daemon.state, [
    { time, kind: 'access', userid: 7, username: name, temperature: 365 },
    { time, kind: 'access', result: 'refused', reason: 'unknown', username: '', detail: 'card:70999' },
    { time, kind: 'access', result: 'refused', reason: 'unknown', username: '', detail: `+3 frame:${frame}` },
    { time, kind: 'duress', result: 'none', reason: 'none', userid: 7, username: name },
  ]);
  await terminal.daemon.begin();
  await terminal.resume();
  technician = await terminal.administrator(40, level, goodPassword(40));
  await terminal.bench.act({ do: 'card', number: '7007' });
  await until('a photo', async () => (await newest()).photo);
});
afterAll(() => terminal.stop());

async function newest(): Promise<{ readonly seq: number; readonly photo: boolean }> {
  const { records } = await terminal.admin.call('searchrecord', { userid: 7, limit: 100 });
  const line = records.toSorted((a, b) => b.seq - a.seq)[0];
  if (line === undefined) throw new Error('no line of the user');
  return line;
}

/** What brings a name, or a photo, to accounts that may read users. `null`: the call has its own test below. */
const asked: { readonly [N in CallName]?: object | null } = {
  searchrecord: { userid: 7 },
  searchThermometryRecord: { userid: 7 },
  GetReportFormInfo: { fromDay, toDay: fromDay },
  reportSums: { fromDay, toDay: fromDay },
  reportDay: { userid: 7, day: fromDay },
  daysToSettle: { fromDay, toDay: fromDay },
  alarms: {},
  peopleInside: {},
  explain: null,
  DownloadRecordForm: { all: true, format: 'csv' },
  DownloadReportForm: { fromDay, toDay: fromDay, format: 'csv' },
  recordPhoto: null,
  events: null,
};

/** Calls whose names are those of accounts, or of the caller, and files without names of users. */
const others: readonly CallName[] = [
  'chklogin',
  'sessions',
  'DownloadAudit', // entries of calls that the caller may make: those about users are left out
  'DownloadSettings',
  'DownloadBackup', // `admin` only
];

const byGroup = (call: CallName): string => {
  const { access } = specOf(call);
  return typeof access === 'string' ? access : access.group;
};

/** All calls that this account may make and that can tell of people. */
const candidates = [...new Set([...callsAboutPeople, ...callsWithoutFields])].filter(
  (call) => !['user', 'super', 'open'].includes(byGroup(call)),
);

const textOf = async (client: Client, call: CallName): Promise<string> => {
  const reply = await client.attempt(call, asked[call] ?? {});
  expect(reply.status, call).toBe(200);
  return reply.text + (reply.file?.toString('utf8') ?? '');
};

describe('without read permission for users', () => {
  test('each call that can tell of people is known here', () => {
    const known = [...Object.keys(asked), ...others].toSorted();
    expect(known).toEqual([...candidates].toSorted());
  });

  test.each(candidates.filter((call) => asked[call] != null))('%s tells no name', async (call) => {
    expect(await textOf(terminal.admin, call), 'the same call of an account that may').toContain(name);
    const text = await textOf(technician, call);
    expect(text).not.toContain(name);
    expect(text).not.toContain('"photo":true');
    expect(text, 'the user ID stays').toMatch(/"userid":7\b|(^|\n)[^\n]*\b7,/);
  });

  test('a photo is refused, and whether there is one is not told', async () => {
    const { seq } = await newest();
    expect((await terminal.admin.attempt('recordPhoto', { seq })).status).toBe(200);
    await technician.refuse('recordPhoto', { seq }, 'forbidden');
    await technician.refuse('recordPhoto', { seq: seq + 1000 }, 'forbidden');
  });

  test.each(['searchrecord', 'searchThermometryRecord', 'DownloadRecordForm'] as const)(
    '%s refuses to look for a name',
    async (call) => {
      await technician.refuse(call, { name: 'zer' }, 'forbidden', 'name');
      expect((await terminal.admin.attempt(call, { name: 'zer' })).status).toBe(200);
    },
  );

  test.each(['searchrecord', 'DownloadRecordForm'] as const)('%s tells no number of a card of nobody', async (call) => {
    const request = call === 'searchrecord' ? { userid: 0 } : { all: true, format: 'csv' };
    const of = async (client: Client) => {
      const reply = await client.attempt(call, request);
      expect(reply.status).toBe(200);
      return reply.text + (reply.file?.toString('utf8') ?? '');
    };
    expect(await of(terminal.admin)).toContain('card:70999');
    expect(await of(terminal.admin)).toContain(`+3 frame:${frame}`);
    expect(await of(technician)).not.toContain('70999');
    expect(await of(technician)).not.toContain(frame.slice(2, -2));
  });

  test('explain tells of nobody', () => technician.refuse('explain', { userid: 7 }, 'forbidden'));

  /* With a key, as the sessions of a level end when its permissions change. */
  test('names in the event stream follow the permission while it is open', async () => {
    await terminal.admin.call('GetRestParam', { restOn: true });
    const { key } = await terminal.admin.call('addRestKey', { name: 'display', level });
    let text = '';
    const stream = get({
      port: terminal.port,
      host: '127.0.0.1',
      path: '/goform/events',
      headers: { authorization: `Bearer ${key}` },
      agent: false,
    });
    stream.on('response', (incoming) =>
      incoming.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      }),
    );
    stream.on('error', () => undefined);
    try {
      await until('the beginning', () => text.includes('event: door'));
      const { seq } = await newest();
      await terminal.bench.advance(120_000);
      await terminal.bench.act({ do: 'card', number: '7007' });
      await until('the line', () => text.includes(`id: ${seq + 1}`));
      await until('its photo', async () => (await newest()).photo);
      await terminal.bench.act({ do: 'card', number: '999' });
      await until('the next line', () => text.includes(`id: ${seq + 2}`));
      expect(text).toContain('"userid":7');
      expect(text).not.toContain(name);
      expect(text).not.toContain('card:');
      expect(text).not.toContain('event: photo');
      await terminal.admin.call('GetRoles', { levels: [{ level, ...logOnly, user: 'read' }] });
      await terminal.bench.advance(120_000);
      await terminal.bench.act({ do: 'card', number: '7007' });
      await until('the name', () => text.includes(name));
      await until('the photo', () => text.includes('event: photo'));
    } finally {
      stream.destroy();
    }
  });
});
