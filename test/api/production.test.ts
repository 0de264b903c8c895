// The production test: what it asks of whom, what comes of it, and that nothing of it lets anybody in.

import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import type { CallReply } from '../harness/contract.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import { engineerPassword, provisionedSystem, signInEngineer } from '../harness/upgrade.ts';
import { until } from '../harness/wait.ts';

const allKeys = '0123456789';
type State = CallReply<'productionState'>;

const system = provisionedSystem();
let terminal: Terminal;
/** `admin` in a super session. */
let worker: Client;

beforeAll(async () => {
  // No engine stands behind the face module here.
  terminal = await Terminal.start({ args: ['--system', system, '--without', 'face'] });
  await terminal.add({ userid: 7, username: 'Ada', cardno: '10000007' });
  worker = terminal.admin;
  await worker.call('superLogin', { password: engineerPassword });
});
afterAll(async () => {
  await terminal.stop();
  rmSync(system, { recursive: true, force: true });
});

const state = (): Promise<State> => worker.call('productionState', {});
const reach = (name: string): Promise<State> =>
  until(`the step ${name}`, async () => {
    const now = await state();
    return now.at === name && now;
  });
const answer = (name: string, said: 'yes' | 'no' | 'again' | 'skip', reason?: string) =>
  worker.call('productionAnswer', { name, answer: said, ...(reason === undefined ? {} : { reason }) });
const mode = (wanted: 'normal' | 'productionTest') => worker.call('setMode', { mode: wanted });

async function begin(): Promise<void> {
  await mode('productionTest');
  await worker.call('productionStart', {});
  await reach('display');
}

/** Skips devices until one is on. */
async function skipTo(name: string): Promise<void> {
  for (let now = await state(); now.at !== name; now = await state()) await answer(now.at, 'skip', 'not now');
}

/** Lines of the log of the door about people. */
async function accesses(): Promise<number> {
  const { records } = await worker.call('searchrecord', { all: true, limit: 100 });
  return records.filter(({ kind }) => kind === 'access').length;
}

describe('who may', () => {
  test('a super session in the mode of production alone', async () => {
    const admin = await terminal.administrator(601, 16, goodPassword(601));
    for (const name of ['productionState', 'productionStart', 'DownloadProduction'] as const) {
      await admin.refuse(name, {}, 'super_needed');
    }
    await admin.refuse('productionAnswer', { name: 'door', answer: 'again' }, 'super_needed');
    expect(await state()).toMatchObject({ phase: 'none', passed: false, steps: [], at: '', sha256: '' });
    await worker.refuse('productionStart', {}, 'switched_off');
    await worker.refuse('productionAnswer', { name: 'display', answer: 'yes' }, 'gone', 'name');
    await worker.refuse('DownloadProduction', {}, 'gone');
  });

  test('not while somebody is enrolled', async () => {
    await mode('productionTest');
    await worker.call('regfp', { userid: 7, factor: 'finger', index: 1 });
    await worker.refuse('productionStart', {}, 'enrol_busy');
    await worker.call('enrolCancel', {});
  });
});

describe('a run', () => {
  test('goes through all devices, and its text is the same octets each time', async () => {
    const before = await accesses();
    const { bench } = terminal;
    await begin();
    await worker.refuse('productionStart', {}, 'production_running');
    const shown = (await state()).shown;
    await until('the number', () => bench.displays.at(-1)?.chosen === shown);
    await answer('display', 'yes');
    await bench.fault('sound', 'offline', true);
    await worker.refuse('productionAnswer', { name: 'sound', answer: 'again' }, 'device_offline');
    await bench.fault('sound', 'offline', false);
    await answer('sound', 'again');
    await answer('sound', 'yes');
    expect(await reach('keypad')).toMatchObject({ ask: 'keys', shown: allKeys });
    await bench.act({ do: 'pin', digits: allKeys });
    await reach('reader');
    await bench.act({ do: 'card', number: '10000007', uid: 4 });
    await reach('finger');
    await bench.act({ do: 'finger', seed: 4711, instantly: true, lift: true });
    await reach('iris');
    await bench.act({ do: 'iris', seed: 4712, instantly: true, lift: true });
    expect(await reach('door')).toMatchObject({ ask: 'relay' });
    await answer('door', 'again');
    await until('the relay', async () => (await state()).ask === 'moved');
    await answer('door', 'yes');
    await bench.advance(6000);
    const done = await until('the end', async () => {
      const now = await state();
      return now.phase === 'done' && now;
    });
    expect(done.steps.filter(({ verdict }) => verdict !== 'passed')).toEqual([]);
    expect(done.passed).toBe(true);

    const first = (await worker.attempt('DownloadProduction', {})).file;
    await mode('normal');
    const second = (await worker.attempt('DownloadProduction', {})).file;
    expect(second).toEqual(first);
    expect(
      createHash('sha256')
        .update(first ?? '')
        .digest('hex'),
    ).toBe(done.sha256);
    const text = first?.toString() ?? '';
    expect(text).toMatch(/^postern-production-test 1\nserial = PT-\w+\nboard = -\nbrand = postern\n/);
    expect(text).toMatch(/\ndevice = finger passed; quality \d+\n/);
    expect(text).toMatch(/\ndevice = door passed; on and off\nresult = passed\n$/);
    expect(text).not.toContain('10000007');
    expect(await accesses(), 'no record of what was shown').toBe(before);
    expect(await worker.call('SetInfoParam', {}), 'no template').toMatchObject({ fingers: 0, irises: 0 });
  });

  test('leaves rows in the audit log: the mode, the run, the relay, the hash', async () => {
    const { sha256 } = await state();
    const { entries } = await worker.call('auditlist', { limit: 50 });
    const afters = entries.map(({ call, after }) => `${call} ${after}`);
    expect(afters).toContain(`productionStart {"passed":true,"sha256":"${sha256}"}`);
    expect(afters).toContain('productionAnswer {"command":"open","reason":"production test"}');
  });

  test('what is shown meanwhile opens nothing; afterwards it does again', async () => {
    const before = await accesses();
    await begin();
    await terminal.bench.act({ do: 'card', number: '10000007' });
    await terminal.bench.act({ do: 'card', number: '99999999' });
    await terminal.bench.act({ do: 'pin', digits: '4711' });
    await skipTo('sound');
    await mode('normal');
    expect(await accesses()).toBe(before);
    expect(await state()).toMatchObject({ phase: 'done', passed: false });
    await terminal.bench.act({ do: 'card', number: '10000007' });
    await until('the record', async () => (await accesses()) === before + 1);
  });

  test('names what failed, and why', async () => {
    await terminal.bench.fault('camera', 'garbage', true);
    await terminal.bench.fault('keypad', 'offline', true);
    await begin();
    await answer('display', 'no');
    await worker.refuse('productionAnswer', { name: 'sound', answer: 'skip' }, 'missing_parameter', 'reason');
    // Nobody writes lines of their own into what is signed.
    const forged = { name: 'sound', answer: 'skip', reason: 'x\nresult = passed' };
    await worker.refuse('productionAnswer', forged, 'bad_text', 'reason');
    await answer('sound', 'skip', 'the speaker is missing');
    await reach('reader');
    await terminal.bench.fault('camera', 'garbage', false);
    await terminal.bench.fault('keypad', 'offline', false);
    await terminal.bench.advance(61_000);
    await reach('finger');
    await mode('normal');
    const { steps } = await state();
    const whys = Object.fromEntries(steps.map(({ name, why }) => [name, why]));
    expect(whys).toMatchObject({
      camera: 'wrong',
      display: 'no',
      sound: 'skipped',
      keypad: 'silent',
      reader: 'timeout',
      finger: 'ended',
      door: 'ended',
      clock: 'nothing',
    });
    const text = (await worker.attempt('DownloadProduction', {})).file?.toString();
    expect(text).toContain('device = sound failed skipped; the speaker is missing\n');
  });
});

describe('the relay', () => {
  const again = { name: 'door', answer: 'again' } as const;

  test('is switched for who may open the door, and not for the engineer alone', async () => {
    await begin();
    await skipTo('door');
    const engineer = await signInEngineer(terminal);
    await engineer.refuse('productionAnswer', again, 'forbidden');
    expect((await terminal.bench.state('door'))['relay']).toBe(false);
    await worker.refuse('productionAnswer', { name: 'door', answer: 'yes' }, 'gone', 'name');
  });

  test('stays as it is where the door is locked down, or drives no lock', async () => {
    await worker.call('doorCommand', { command: 'lockDown' });
    await worker.refuse('productionAnswer', again, 'door_locked_down');
    await worker.call('doorCommand', { command: 'release' });
    await worker.call('GetAccessControl', { relay: 'none' });
    await until(
      'the setting',
      async () => (await worker.attempt('productionAnswer', again)).envelope.retvalue === 12067,
    );
    await worker.call('GetAccessControl', { relay: 'door' });
    await until('the setting', async () => (await worker.attempt('productionAnswer', again)).envelope.retvalue === 0);
    for (let n = 0; n < 12; n += 1) await worker.attempt('productionAnswer', again);
    await worker.refuse('productionAnswer', again, 'throttled');
    await mode('normal');
  });
});
