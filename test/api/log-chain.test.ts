// The chains of the logs, from what the daemon writes to what the tool says of an export.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readLog } from '../../tools/chain/line.ts';
import { verify } from '../../tools/chain/verify.ts';
import { changeDatabase } from '../harness/database.ts';
import { Random } from '../harness/random.ts';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

const card = '1234301';
const stranger = '1234302';
let terminal: Terminal;

async function exported(call: 'DownloadRecordForm' | 'DownloadAudit'): Promise<string> {
  const request = call === 'DownloadAudit' ? {} : { all: true };
  return (await terminal.admin.attempt(call, request)).file?.toString() ?? '';
}

/** Shows a card, and waits for its line. */
async function show(number: string): Promise<void> {
  const seen = terminal.bench.accesses.length;
  await terminal.bench.act({ do: 'card', number });
  await until('the line', () => terminal.bench.accesses[seen]);
}

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.add({ userid: 7, username: '=Ada "the first", Countess', cardno: card });
  await terminal.add({ userid: 8, username: "'+49 Zoë;-1" });
  for (let n = 0; n < 8; n++) await terminal.admin.call('GetMachineParam', { volume: n % 2 });
  for (let n = 0; n < 4; n++) await show(n % 2 === 0 ? card : stranger);
});

afterAll(async () => {
  await terminal.stop();
});

describe.each(['DownloadRecordForm', 'DownloadAudit'] as const)('%s', (call) => {
  test('is proven whole, and again after a restart', async () => {
    const before = await exported(call);
    expect(verify(readLog(before))).toMatchObject({ broken: undefined, unproven: 0, before: 0, leftOut: 0 });
    expect(verify(readLog(before)).proven).toBeGreaterThan(2);
    await terminal.restart();
    await show(stranger);
    const after = await exported(call);
    expect(verify(readLog(after), readLog(before))).toMatchObject({ broken: undefined, unproven: 0 });
    expect(verify(readLog(after)).proven).toBeGreaterThan(verify(readLog(before)).proven);
  });

  test('shows an edit of any cell', async () => {
    const random = new Random(Number(process.env['SEED'] ?? 23));
    const whole = await exported(call);
    const { length } = readLog(whole).lines;
    for (let round = 0; round < 60; round++) {
      const at = random.between(whole.indexOf('\r\n') + 2, whole.length - 3);
      const was = whole[at] ?? '';
      if (!/[0-9a-z]/.test(was)) continue;
      const edited = `${whole.slice(0, at)}${was === '1' ? '2' : was === 'b' ? 'c' : /\d/.test(was) ? '1' : 'b'}${whole.slice(at + 1)}`;
      const { broken, proven } = verify(readLog(edited));
      const noticed = broken !== undefined || proven < length;
      expect({ seed: random.seed, at, noticed }).toEqual({ seed: random.seed, at, noticed: true });
    }
  });
});

test('an edit of the database is shown', async () => {
  changeDatabase(terminal.daemon, 'UPDATE record SET userid = 8 WHERE kind = 0 AND userid = 7');
  changeDatabase(terminal.daemon, "UPDATE audit SET account = '9' WHERE object = 'user 7'");
  expect(verify(readLog(await exported('DownloadRecordForm'))).broken).toBeDefined();
  expect(verify(readLog(await exported('DownloadAudit'))).broken).toBeDefined();
});
