// The keys that choose the attendance status of the next punch: the examples of docs/rules.md.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.add({ userid: 7, username: 'Ada', cardno: '10000001' });
  await terminal.admin.call('GetApplyParam', { shown: ['in', 'out'] });
});
afterAll(() => terminal.stop());

const rules = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8');
const examples = (/```status\n([\s\S]*?)```/.exec(rules)?.[1] ?? '').trim().split('\n');

async function show(number: string) {
  const before = terminal.bench.accesses.length;
  await terminal.bench.act({ do: 'card', number });
  return until('the access', () => terminal.bench.accesses[before]);
}

/** Does one word of an example; the status of the punch, if it is one. */
async function play(word: string): Promise<string | undefined> {
  if (word === 'card') return (await show('10000001')).status;
  if (word === 'stranger') await show('999');
  else if (/^\d+s$/.test(word)) await terminal.bench.advance(Number.parseInt(word, 10) * 1000);
  else await terminal.bench.act({ do: 'key', key: 'status', status: word });
  return undefined;
}

describe('an example', () => {
  test('is there', () => expect(examples.length).toBeGreaterThanOrEqual(9));

  test.each(examples)('%s', async (example) => {
    await terminal.bench.advance(10_000); // what the one before has chosen is over
    const [words = '', wanted] = example.split(' -> ');
    const seen = [];
    for (const word of words.split(' ')) seen.push(await play(word));
    expect(seen.filter((status) => status !== undefined).join(' ')).toBe(wanted);
  });
});

describe('with the terminal for access control only', () => {
  beforeAll(() => terminal.admin.call('GetWorkModeSwitch', { mode: 'access' }));
  afterAll(() => terminal.admin.call('GetWorkModeSwitch', { mode: 'both' }));

  test('no line has a status, whatever key was pressed; search and table say so', async () => {
    const { admin, bench } = terminal;
    await admin.call('GetKaoqinParam', { duplicatePunch: 0 });
    const { last } = await admin.call('searchrecord', { limit: 1 });
    for (const example of examples) {
      await bench.advance(10_000);
      for (const word of (example.split(' -> ')[0] ?? '').split(' ')) await play(word);
    }
    const lines = await until('the log', async () => {
      const { records } = await admin.call('searchrecord', { limit: 100, all: true });
      const own = records.filter(({ seq }) => seq > last);
      return own.filter(({ kind }) => kind === 'access').length >= 11 && own;
    });
    expect(new Set(lines.map(({ status }) => status))).toEqual(new Set(['none']));
    const found = async (status: 'none' | 'in') => (await admin.call('searchrecord', { limit: 100, status })).records;
    expect((await found('none')).every(({ seq }) => seq > last)).toBe(true);
    expect((await found('none')).length).toBeGreaterThanOrEqual(11);
    expect((await found('in')).every(({ seq }) => seq <= last)).toBe(true);
    const table = await admin.attempt('DownloadRecordForm', { status: 'none' });
    const [header = '', ...rows] = (table.file?.toString('utf8') ?? '').trim().split('\r\n');
    const column = header.split(',').findIndex((name) => name.toLowerCase() === 'status');
    expect(column).toBeGreaterThan(0);
    expect(new Set(rows.map((row) => row.split(',')[column]))).toEqual(new Set(['']));
  });
});

test('what was chosen stands on the display until it is over', async () => {
  await terminal.bench.act({ do: 'key', key: 'status', status: 'out' });
  await until('the status', () => terminal.bench.displays.at(-1)?.chosen === 'OUT');
  await terminal.bench.advance(10_000);
  await until('its end', () => terminal.bench.displays.at(-1)?.chosen === null);
});

test('a key that is none is refused by the bench', async () => {
  await expect(terminal.bench.act({ do: 'key', key: 'status', status: 'lunch' })).rejects.toThrow('attendance status');
});
