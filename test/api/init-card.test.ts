// The initial administrator's card: it stands for the ID in the menu of the terminal, and for nothing else.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Menu } from '../../tools/panel/protocol.ts';
import type { CallReply } from '../harness/contract.ts';
import { auditRows, queryDatabase } from '../harness/database.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

let terminal: Terminal;

const code = goodPassword(61);
const menuPassword = '4072';

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.add({ userid: 7, username: 'Ada', level: 16, password: code });
  await terminal.add({ userid: 9, username: 'Bo', cardno: '10000009' });
});
afterAll(() => terminal.stop());

type Status = CallReply<'initCardStatus'>;

const status = (): Promise<Status> => terminal.admin.call('initCardStatus', {});
const show = (number: string) => terminal.bench.act({ do: 'card', number });

const reached = (wanted: (one: Status) => boolean): Promise<Status> =>
  until(
    'the step',
    async () => {
      const one = await status();
      return wanted(one) && one;
    },
    { everyMs: 20 },
  );

/** What the menu shows once something was done at the terminal. */
async function menuAfter(act: () => Promise<unknown>): Promise<Menu> {
  const before = terminal.bench.menus.length;
  await act();
  return until('the menu', () => terminal.bench.menus[before]);
}

/** Whether a card goes its way as any other does. */
async function accessAfter(number: string) {
  const before = terminal.bench.accesses.length;
  const menus = terminal.bench.menus.length;
  await show(number);
  const access = await until('the access', () => terminal.bench.accesses[before]);
  /* A start says once that the menu is closed, which may come this late. */
  expect(
    terminal.bench.menus.slice(menus).filter(({ page }) => page !== 'closed'),
    'no menu',
  ).toEqual([]);
  return access;
}

const write = async (number: string, again = false): Promise<Status> => {
  await terminal.admin.call('InitAdminCard', { again });
  await show(number);
  return reached(({ step }) => step !== 'present');
};

describe('writing it', () => {
  test('needs an ID that it can stand for', async () => {
    expect((await terminal.admin.attempt('InitAdminCard', {})).envelope.retvalue).toBe(12090);
    expect(await status()).toMatchObject({ written: false, step: 'idle' });
    await terminal.admin.call('GetMachineParam', { keypadPassword: menuPassword });
  });

  test('waits for a card, names whose it is, and takes the next one', async () => {
    await terminal.admin.call('InitAdminCard', {});
    expect(await status()).toMatchObject({ step: 'present', own: true, written: false });
    await until('the prompt', () => terminal.bench.displays.at(-1)?.enrol?.step === 'present');
    expect((await terminal.admin.attempt('regfp', { userid: 9, factor: 'card' })).envelope.retvalue).toBe(12080);
    const accesses = terminal.bench.accesses.length;
    await show('10000009');
    expect(await reached(({ note }) => note === 'duplicate')).toMatchObject({ step: 'present', duplicate: 9 });
    expect(terminal.bench.accesses.length, 'it opens nothing meanwhile').toBe(accesses);
    await terminal.bench.act({ do: 'card', number: String(0x08a1b2c3), uid: 4 });
    expect(await reached(({ note }) => note === 'random')).toMatchObject({
      step: 'present',
      duplicate: 0,
      written: false,
    });
    await show('5550001');
    expect(await reached(({ step }) => step === 'done')).toMatchObject({ written: true, userid: 0, secondsLeft: 0 });
    await until('the result', () => terminal.bench.displays.at(-1)?.enrol?.step === 'done');
  });

  test('keeps a hash and no number, and leaves a row', () => {
    const [row] = queryDatabase(terminal.daemon, 'SELECT hex(hash) AS hash FROM init_card') as { hash: string }[];
    expect(row?.hash).toMatch(/^[0-9A-F]{64}$/);
    const rows = auditRows(terminal.daemon).filter(({ object }) => object === 'initCard');
    expect(rows.at(-1)).toMatchObject({ call: 'InitAdminCard', before: null, after: { userid: 0 } });
    expect(JSON.stringify(rows)).not.toContain('5550001');
  });

  test('once more asks first; cancelled and too late leave the one there is', async () => {
    expect((await terminal.admin.attempt('InitAdminCard', {})).envelope.retvalue).toBe(12091);
    await terminal.admin.call('InitAdminCard', { again: true });
    await terminal.admin.call('initCardCancel', {});
    expect(await status()).toMatchObject({ step: 'failed', note: 'cancelled', written: true });
    await terminal.admin.call('InitAdminCard', { again: true });
    await terminal.bench.advance(60_000);
    expect(await reached(({ step }) => step === 'failed')).toMatchObject({ note: 'timeout', written: true });
    expect(await menuAfter(() => show('5550001'))).toMatchObject({ page: 'code' });
    await menuAfter(() => terminal.bench.act({ do: 'key', key: 'menu' }));
  });

  test('ends no enrolment of somebody’s', async () => {
    await terminal.admin.call('regfp', { userid: 9, factor: 'card' });
    await terminal.admin.refuse('InitAdminCard', { again: true }, 'enrol_busy');
    await terminal.admin.call('initCardCancel', {});
    expect(await terminal.admin.call('getOnlineEnrollStatus', {})).toMatchObject({ step: 'present', userid: 9 });
    expect(await status()).toMatchObject({ step: 'idle', secondsLeft: 0, own: false });
    await show('5550001');
    await until(
      'the refusal',
      async () => (await terminal.admin.call('getOnlineEnrollStatus', {})).note === 'duplicate',
    );
    await terminal.admin.call('enrolCancel', {});
  });
});

describe('the rule', () => {
  const rules = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8');
  const section = /^## The initial card\n([\s\S]*?)(?=^## )/m.exec(rules)?.[1] ?? '';
  const rows = [...section.matchAll(/^\| (`admin`|user \d.*?) \| (.*?) \| (opens|refused) \|$/gm)];
  const weakCode = goodPassword(62);

  test('has examples', () => expect(rows).toHaveLength(5));

  test.each(rows.map(([, by = '', whose = '', menu = '']) => [by, whose, menu] as const))(
    'written by %s, with the code of %s: %s',
    async (by, whose, menu) => {
      const id = /\d/.exec(by)?.[0];
      const isWeak = by.includes('no right');
      if (isWeak) await terminal.add({ userid: 8, level: 16, password: weakCode });
      const writer = id === undefined ? terminal.admin : await terminal.signedIn(id, isWeak ? weakCode : code);
      await writer.call('InitAdminCard', { again: true });
      await show('5550001');
      await reached(({ step }) => step === 'done');
      if (isWeak) await terminal.admin.call('edituser', { userid: 8, level: 0 });
      expect(await menuAfter(() => show('5550001'))).toMatchObject({ page: 'code' });
      const digits = whose === 'the menu' ? menuPassword : whose === 'user 7' ? code : weakCode;
      const after = await menuAfter(() => terminal.bench.act({ do: 'pin', digits }));
      expect(after).toMatchObject(menu === 'opens' ? { page: 'entries' } : { page: 'id', note: 'refused' });
      await menuAfter(() => terminal.bench.act({ do: 'key', key: 'menu' }));
    },
  );
});

describe('shown at the terminal', () => {
  test('it asks for the code and opens the menu with nothing less', async () => {
    await write('5550001', true);
    expect(await menuAfter(() => show('5550001'))).toMatchObject({ page: 'code', note: '' });
    expect(await menuAfter(() => terminal.bench.act({ do: 'pin', digits: '0000' }))).toMatchObject({
      page: 'id',
      note: 'refused',
    });
    expect(await menuAfter(() => show('5550001'))).toMatchObject({ page: 'code' });
    expect(await menuAfter(() => terminal.bench.act({ do: 'pin', digits: menuPassword }))).toMatchObject({
      page: 'entries',
    });
    await menuAfter(() => terminal.bench.act({ do: 'key', key: 'menu' }));
  });

  test('another one is a card like any other, and the one before is that again', async () => {
    expect(await accessAfter('5550002')).toMatchObject({ granted: false, user: null });
    expect(await write('5550002', true)).toMatchObject({ step: 'done' });
    expect(await accessAfter('5550001')).toMatchObject({ granted: false, user: null });
    expect(await menuAfter(() => show('5550002'))).toMatchObject({ page: 'code' });
    await menuAfter(() => terminal.bench.act({ do: 'key', key: 'menu' }));
  });

  test('written by a user it stands for that user’s ID', async () => {
    const ada = await terminal.signedIn('7', code);
    await ada.call('InitAdminCard', { again: true });
    await show('5550003');
    expect(await reached(({ step }) => step === 'done')).toMatchObject({ userid: 7, own: false });
    await menuAfter(() => show('5550003'));
    expect(await menuAfter(() => terminal.bench.act({ do: 'pin', digits: menuPassword }))).toMatchObject({
      note: 'refused',
    });
    await menuAfter(() => show('5550003'));
    expect(await menuAfter(() => terminal.bench.act({ do: 'pin', digits: code }))).toMatchObject({ page: 'entries' });
    await menuAfter(() => terminal.bench.act({ do: 'key', key: 'menu' }));
  });

  test('is forgotten with the users', async () => {
    const serial = (await terminal.admin.call('SetInfoParam', {})).Serial.slice(-4);
    await terminal.daemon.restartsBy(() => terminal.admin.call('InitMachine', { users: true, serial }));
    await terminal.resume();
    expect(await status()).toMatchObject({ written: false, writtenAt: 0 });
    expect(await accessAfter('5550003')).toMatchObject({ granted: false });
    expect(await write('5550003')).toMatchObject({ step: 'done', written: true });
  });

  test('that a user got later opens the door for that user', async () => {
    await terminal.add({ userid: 10, username: 'Cy', cardno: '5550003' });
    expect(await accessAfter('5550003')).toMatchObject({ granted: true, user: { userid: 10 } });
  });
});
