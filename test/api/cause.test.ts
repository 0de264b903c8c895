// A call that fails in the middle: one line of the log says why and where, and nothing of it reaches the network.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallName } from '../harness/contract.ts';
import { temporaryFolder } from '../harness/daemon.ts';
import { changeDatabase, holdWrites } from '../harness/database.ts';
import { Terminal } from '../harness/terminal.ts';
import { engineerPassword, signInEngineer } from '../harness/upgrade.ts';

let system: string;
let terminal: Terminal;

beforeAll(async () => {
  system = temporaryFolder();
  writeFileSync(join(system, 'provision'), `engineer-password = ${engineerPassword}\n`);
  terminal = await Terminal.start({ args: ['--system', system] });
  await terminal.add({ userid: 1, username: 'Rosalind', cardno: '815123' });
});
afterAll(async () => {
  await terminal.stop();
  rmSync(system, { recursive: true, force: true });
});

/** Lines that the log gets while something is done, without those of `info` and `debug`. */
async function linesOf(act: () => Promise<unknown>): Promise<string[]> {
  const before = terminal.daemon.log.length;
  await act();
  await expect.poll(() => terminal.daemon.log.length).toBeGreaterThan(before);
  return terminal.daemon.log.slice(before).filter((line) => / (?:error|warn) /.test(line));
}

/** What a cause is made of: the text of SQLite, names of functions and of files. */
const ofCauses = /no such table|sqlite|locked|cause|where=|\w+\.c\b|\w+_(?:count|get|all|find|read|statement)\b/i;

test('a table that is gone: one line with the cause and the place', async () => {
  changeDatabase(terminal.daemon, 'DROP TABLE leave');
  let answer = '';
  const lines = await linesOf(async () => {
    const reply = await terminal.admin.attempt('leavesOf', { userid: 1 });
    expect(reply.status).toBe(500);
    answer = reply.text;
  });
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(
    /error http event="call failed" call=leavesOf code=10001 error=E_INTERNAL reason="internal error" cause="\w+: no such table: leave \(1\)" where=leave\.c:\d+$/,
  );
  expect(answer).not.toMatch(ofCauses);
});

test('the log that support downloads has it', async () => {
  const engineer = await signInEngineer(terminal);
  const text = (await engineer.attempt('DownloadLog', {})).file?.toString() ?? '';
  expect(text).toMatch(/call=leavesOf .*cause="\w+: no such table: leave \(1\)" where=leave\.c:\d+/);
});

test('the cause of one call is not said of the next', async () => {
  const { daemon, admin } = terminal;
  for (let i = 0; i < 8; i++) await admin.attempt('leavesOf', { userid: 1 });
  await admin.call('userlist', {});
  await admin.refuse('adduser', { userid: 2, cardno: '815123' }, 'card_exists', 'cardno');
  const failed = daemon.log.filter((line) => line.includes('call failed'));
  expect(failed.every((line) => line.includes('call=leavesOf'))).toBe(true);
});

test('a store that another holds: the call is to be made again, and the line says what was in the way', async () => {
  const letGo = holdWrites(terminal.daemon);
  let answer = '';
  const lines = await linesOf(async () => {
    const reply = await terminal.admin.attempt('adduser', { userid: 3 });
    expect(reply.status).toBe(503);
    answer = reply.text;
  }).finally(letGo);
  const line = lines.filter((text) => text.includes('call=adduser'));
  expect(line).toHaveLength(1);
  expect(line[0]).toMatch(/error=E_BUSY .*cause="\w+: database is locked \(\d+\)" where=\w+\.c:\d+$/);
  expect(answer).not.toMatch(ofCauses);
});

describe('with half of the tables gone', () => {
  const gone = ['audit', 'holiday', 'record', 'rest_key', 'shift', 'user_photo'];
  const calls: readonly (readonly [CallName, unknown])[] = [
    ['leavesOf', { userid: 1 }],
    ['userlist', {}],
    ['searchrecord', {}],
    ['adduser', { userid: 4, username: 'Grace' }],
    ['deleteuser', { userid: 1 }],
    ['edituser', { userid: 1, username: 'Rosalind Franklin' }],
  ];

  test('no answer tells anything of a cause', async () => {
    changeDatabase(terminal.daemon, gone.map((table) => `DROP TABLE ${table};`).join('\n'));
    const before = terminal.daemon.log.length;
    const texts: string[] = [];
    for (const [name, body] of calls) {
      const reply = await terminal.admin.attempt(name, body);
      texts.push(reply.text, JSON.stringify(reply.headers));
    }
    const causes = terminal.daemon.log
      .slice(before)
      .flatMap((line) => /cause="([^"]+)" where=(\S+)/.exec(line)?.slice(1) ?? []);
    expect(causes.length, terminal.daemon.log.slice(before).join('\n')).toBeGreaterThanOrEqual(8);
    for (const text of texts) {
      expect(text).not.toMatch(/no such table|where=/);
      for (const cause of causes) expect(text).not.toContain(cause);
    }
  });
});
