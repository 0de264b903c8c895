// kill -9 in every phase of a save, of its undoing and of a provisional change: a page of settings is as before or as
// after, whole, and what nobody confirmed is undone.
//
// ROUNDS says how many cuts a phase (12; 100 with SOAK), SEED repeats a run.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditRows, queryDatabase } from '../harness/database.ts';
import { Random, runSeed } from '../harness/random.ts';
import { Terminal } from '../harness/terminal.ts';
import type { WireReply } from '../harness/wire.ts';

const rounds = Number(process.env['ROUNDS'] ?? (process.env['SOAK'] === undefined ? 12 : 100));
const seed = runSeed(20261121);
const random = new Random(seed);

let terminal: Terminal;
let serial = 100;

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.admin.call('GetMachineParam', pageOf(serial));
});
afterAll(() => terminal.stop());

/** A page that tells one number in all its settings, so that a mixture of two saves shows. */
const pageOf = (number: number) => ({
  deviceNumber: number,
  deviceName: `Device ${number}`,
  volume: number % 6,
});

/** Lets `action` begin and cuts the power within the next `spreadMs`. What it answered, if it did. */
async function cutDuring(action: () => Promise<WireReply>, spreadMs: number): Promise<WireReply | undefined> {
  const reply = action().catch(() => undefined);
  // Half of the cuts fall into the first part, where the answer is not given yet.
  const until = performance.now() + random.unit() * (random.chance(0.5) ? spreadMs / 4 : spreadMs);
  while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
  await terminal.daemon.kill();
  const answered = await reply;
  await terminal.daemon.begin();
  await terminal.resume();
  return answered;
}

function sound(): void {
  expect(queryDatabase(terminal.daemon, 'PRAGMA quick_check')).toEqual([{ quick_check: 'ok' }]);
  expect(queryDatabase(terminal.daemon, 'SELECT * FROM provisional')).toEqual([]);
  expect(queryDatabase(terminal.daemon, 'SELECT * FROM provisional_value')).toEqual([]);
}

/** The audit's last word on each setting is what is stored, and all three were always changed together. */
function audited(number: number): void {
  const rows = auditRows(terminal.daemon).filter((row) => row.object.startsWith('setting MachineParam.'));
  for (const [name, value] of Object.entries(pageOf(number))) {
    const own = rows.filter((row) => row.object === `setting MachineParam.${name}`);
    expect(own.at(-1)?.after, name).toEqual({ [name]: value });
    expect(own.length * 3, name).toBe(rows.length);
  }
}

async function stored(): Promise<number> {
  const page = await terminal.admin.call('SetMachineParam', {});
  expect(page).toMatchObject(pageOf(page.deviceNumber));
  return page.deviceNumber;
}

/** The next number, whose volume differs from the stored one's, so that every save changes all three. */
function numberAfter(before: number): number {
  serial += (serial + 1) % 6 === before % 6 ? 2 : 1;
  return serial;
}

describe('a power cut', () => {
  test(`${rounds} times in a save leaves the page as before or as after`, async () => {
    let old = 0;
    for (let round = 0; round < rounds; round++) {
      const before = await stored();
      const number = numberAfter(before);
      const reply = await cutDuring(() => terminal.admin.attempt('GetMachineParam', pageOf(number)), 3);
      const now = await stored();
      expect(reply?.status === 200 ? [number] : [before, number], `round ${round}, seed ${seed}`).toContain(now);
      old += now === before ? 1 : 0;
      sound();
      audited(now);
    }
    console.log(`${rounds} cuts in a save: ${old} as before, ${rounds - old} as after`);
  });

  test(`${rounds} times in a save that is taken back`, async () => {
    for (let round = 0; round < rounds; round++) {
      const before = await stored();
      const number = numberAfter(before);
      await terminal.bench.act({ do: 'fault', device: 'sound', kind: 'offline', on: true });
      const reply = await cutDuring(() => terminal.admin.attempt('GetMachineParam', pageOf(number)), 10);
      const now = await stored();
      // Once it was said that it was undone, it is; until then the new values may be the ones that are kept.
      expect(reply === undefined ? [before, number] : [before], `round ${round}, seed ${seed}`).toContain(now);
      sound();
      audited(now);
    }
  });
});

describe('a power cut around a change that has to be confirmed', () => {
  const changed = { mode: 'fixed', address: '10.20.30.40', mask: '255.255.255.0', gateway: '' } as const;

  async function isOld(): Promise<void> {
    const now = await terminal.admin.call('SetEthernet', {});
    expect(now, `seed ${seed}`).toMatchObject({ mode: 'dhcp', address: '' });
    expect(await terminal.admin.call('networkPending', {})).toMatchObject({ page: '' });
    sound();
  }

  const change = () => terminal.admin.call('GetEthernet', changed);

  test(`${rounds} times while it is saved`, async () => {
    for (let round = 0; round < rounds; round++) {
      await cutDuring(() => terminal.admin.attempt('GetEthernet', changed), 4);
      await isOld();
    }
  });

  test('while it waits', async () => {
    await change();
    await terminal.daemon.kill();
    await terminal.daemon.begin();
    await terminal.resume();
    await isOld();
    expect(await terminal.admin.call('networkPending', {})).toMatchObject({ rolledBack: 'Ethernet' });
    const undone = auditRows(terminal.daemon).filter((row) => row.object.startsWith('setting Ethernet.'));
    expect(undone.at(-1)).toMatchObject({ account: '-', call: 'undo' });
  });

  test(`${rounds} times while it is undone on request`, async () => {
    for (let round = 0; round < rounds; round++) {
      await change();
      await cutDuring(() => terminal.admin.attempt('revertNetwork', {}), 6);
      await isOld();
    }
  });

  test(`${rounds} times while it undoes itself`, async () => {
    for (let round = 0; round < rounds; round++) {
      await change();
      await terminal.bench.advance(90_001);
      await cutDuring(() => terminal.admin.attempt('networkPending', {}), 6);
      await isOld();
    }
  });

  test(`${rounds} times while it is confirmed`, async () => {
    let kept = 0;
    for (let round = 0; round < rounds; round++) {
      const { confirmCode } = await change();
      const reply = await cutDuring(() => terminal.admin.attempt('confirmNetwork', { code: confirmCode }), 3);
      const now = await terminal.admin.call('SetEthernet', {});
      if (reply?.status === 200) expect(now.mode, `round ${round}, seed ${seed}`).toBe('fixed');
      sound();
      if (now.mode === 'dhcp') continue;
      kept += 1;
      expect(now).toMatchObject(changed);
      const back = await terminal.admin.call('GetEthernet', { mode: 'dhcp', address: '' });
      await terminal.admin.call('confirmNetwork', { code: back.confirmCode });
    }
    console.log(`${rounds} cuts in a confirmation: ${kept} kept, ${rounds - kept} undone`);
  });
});
