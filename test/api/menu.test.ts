// The administrator's menu at the keypad: strangers lock the sign-in, somebody at the terminal opens it again.

import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { Menu } from '../../tools/panel/protocol.ts';
import { auditRows } from '../harness/database.ts';
import { adminPassword, goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

let terminal: Terminal;

const rules = readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8');
const code = goodPassword(41);
const weakCode = goodPassword(42);

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.add({ userid: 7, username: 'Ada', level: 16, password: code, cardno: '10000001' });
  await terminal.add({ userid: 8, level: 1, password: weakCode });
});
afterAll(() => terminal.stop());
/* A test that fails leaves no open menu to the next one. */
afterEach(async () => {
  const { page } = terminal.bench.menus.at(-1) ?? { page: 'closed' };
  if (page !== 'closed') await key();
});

/** What the display says once something was done at the keypad, and the worker has done it. */
async function shown(act: () => Promise<void>): Promise<Menu> {
  const before = terminal.bench.menus.length;
  await act();
  return until('the menu', () => terminal.bench.menus.slice(before).find(({ page }) => page !== 'working'));
}
const key = () => shown(() => terminal.bench.act({ do: 'key', key: 'menu' }));
const type = (digits: string) => shown(() => terminal.bench.act({ do: 'pin', digits }));

/** Opens it and types ID and code. */
async function open(id: string, typed: string): Promise<Menu> {
  expect(await key()).toMatchObject({ page: 'id', note: '' });
  expect(await type(id)).toMatchObject({ page: 'code', note: '' });
  return type(typed);
}

/** What a stranger's wrong password and the right one from elsewhere are answered. */
async function lockOut(): Promise<void> {
  for (let tried = 0; tried < 12; tried++) {
    await terminal
      .client({ from: `127.0.5.${tried + 1}` })
      .attempt('chklogin', { username: 'admin', password: 'wrong!' });
  }
}
const signIn = () =>
  terminal.client({ from: '127.0.6.1' }).attempt('chklogin', { username: 'admin', password: adminPassword });

describe('somebody who may', () => {
  test('ends at the keypad what strangers began in the network', async () => {
    await lockOut();
    expect((await signIn()).status).toBe(429);
    const rows = auditRows(terminal.daemon).length;
    expect(await open('7', code)).toMatchObject({
      page: 'entries',
      entries: [
        { key: '1', what: 'endWaits' },
        { key: '2', what: 'enrol' },
        { key: '3', what: 'network' },
        { key: '4', what: 'selfTest' },
        { key: '5', what: 'restart' },
        { key: '0', what: 'leave' },
      ],
    });
    expect(await type('1')).toMatchObject({ page: 'entries', note: 'done' });
    expect((await signIn()).status).toBe(200);
    expect(await type('0')).toMatchObject({ page: 'closed' });
    expect(auditRows(terminal.daemon)[rows]).toMatchObject({
      account: '7',
      peer: 'keypad',
      call: 'menu',
      object: 'waits',
    });
  });

  test('does so with the keypad locked, too', async () => {
    await terminal.admin.call('GetTimeParam', { keyboardLock: true });
    expect(await open('7', code)).toMatchObject({ page: 'entries' });
    expect(await key()).toMatchObject({ page: 'closed' });
    const accesses = terminal.bench.accesses.length;
    await terminal.bench.act({ do: 'pin', digits: code });
    expect(await key()).toMatchObject({ page: 'id' });
    expect(await key()).toMatchObject({ page: 'closed' });
    expect(terminal.bench.accesses.length, 'digits outside the menu are not taken').toBe(accesses);
    await terminal.admin.call('GetTimeParam', { keyboardLock: false });
  });

  test('does so by the password of the keypad, once one is set', async () => {
    expect(await open('0', '4072')).toMatchObject({ page: 'id', note: 'refused' });
    await key();
    await terminal.admin.call('GetMachineParam', { keypadPassword: '4072' });
    expect(await open('0', '4072')).toMatchObject({ page: 'entries' });
    await key();
  });
});

describe('anybody else', () => {
  test('learns nothing: unknown, wrong and without the right are one answer', async () => {
    const answers = [];
    for (const [id, typed] of [
      ['7', weakCode],
      ['8', weakCode],
      ['999', code],
    ] as const) {
      answers.push(JSON.stringify(await open(id, typed)));
      await key();
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain('refused');
  });

  test('waits after five, known or not', async () => {
    for (const id of ['998', '7']) {
      let last = await open(id, '000000');
      for (let tried = 0; tried < 6 && last.note !== 'wait'; tried++) {
        await type(id);
        last = await type('000000');
      }
      expect(last).toMatchObject({ page: 'id', note: 'wait', wait: 1 });
      await key();
    }
  });
});

describe('an open menu', () => {
  test('closes by itself after thirty seconds without a key', async () => {
    await key();
    expect(await shown(() => terminal.bench.advance(30_000))).toMatchObject({ page: 'closed' });
  });

  test('closes for a card, which opens the door', async () => {
    await key();
    const accesses = terminal.bench.accesses.length;
    expect(await shown(() => terminal.bench.act({ do: 'card', number: '10000001' }))).toMatchObject({ page: 'closed' });
    const access = await until('the access', () => terminal.bench.accesses[accesses]);
    expect(access).toMatchObject({ kind: 'card', granted: true });
  });
});

/** Types, one after the other; what the display says to the last. */
async function press(...keys: string[]): Promise<Menu> {
  let menu: Menu | undefined;
  for (const one of keys) menu = await type(one);
  if (menu === undefined) throw new Error('nothing was pressed');
  return menu;
}

const onPage = (page: Menu['page']) =>
  until(`the page ${page}`, () => terminal.bench.menus.at(-1)?.page === page && terminal.bench.menus.at(-1));
const menuRows = () => auditRows(terminal.daemon).filter(({ call }) => call === 'menu');

/** Lays a finger on the sensor, again and again until it is stored. */
async function layUntilStored(seed: number): Promise<void> {
  const enrolling = () => terminal.bench.displays.at(-1)?.enrol;
  for (let presses = 0; enrolling()?.step !== 'done'; presses++) {
    await until('its turn', () => enrolling()?.step === 'present' && enrolling()?.presses === presses);
    await terminal.bench.act({ do: 'finger', seed, quality: 85, instantly: true, lift: true });
    await until('the press', () => enrolling()?.presses === presses + 1 || enrolling()?.step === 'done');
  }
}

describe('enrolling in the menu', () => {
  test('adds the user, enrols the finger, and the finger opens the door', async () => {
    await open('7', code);
    expect(await press('2', '21')).toMatchObject({ page: 'enrolWhat', person: { userid: 21, isNew: true } });
    expect(await press('1', '2', '2')).toMatchObject({ page: 'enrolRuns' });
    expect((await terminal.bench.display()).enrol).toMatchObject({ factor: 'finger', step: 'present' });
    await layUntilStored(2108);
    expect(await onPage('enrolWhat')).toMatchObject({ person: { isNew: false } });
    expect(terminal.bench.displays.at(-1)?.enrol).toMatchObject({ step: 'done' });
    await key();
    const accesses = terminal.bench.accesses.length;
    await terminal.bench.act({ do: 'finger', seed: 2108, quality: 85, lift: true });
    expect(await until('the access', () => terminal.bench.accesses[accesses])).toMatchObject({
      granted: true,
      user: { userid: 21 },
    });
    expect(menuRows().filter(({ object }) => object === 'user 21').length).toBe(3);
    expect(menuRows().every(({ peer }) => peer === 'keypad')).toBe(true);
  });

  test('waits for who enrols somebody in the console, and the console sees who holds it', async () => {
    await terminal.admin.call('regfp', { userid: 21, factor: 'card' });
    await open('7', code);
    expect(await press('2', '22', '3')).toMatchObject({ page: 'enrolWhat', note: 'busy', holder: 'admin' });
    await terminal.admin.call('enrolCancel', {});
    expect(await press('3')).toMatchObject({ page: 'enrolRuns' });
    const state = await terminal.admin.call('getOnlineEnrollStatus', {});
    expect(state).toMatchObject({ userid: 22, holder: '7', own: false });
    expect(await press('0')).toMatchObject({ page: 'enrolWhat', note: '' });
    await key();
  });

  test('ends with the menu', async () => {
    await open('7', code);
    expect(await press('2', '22', '3')).toMatchObject({ page: 'enrolRuns' });
    expect(await key()).toMatchObject({ page: 'closed' });
    await until('the end', () => terminal.bench.displays.at(-1)?.enrol?.note === 'cancelled');
  });

  const examples = /## The menu of the terminal\n[\s\S]*?\|---.*\n((?:\|.*\n)+)/.exec(rules)?.[1] ?? '';
  const rows = [...examples.matchAll(/^\| (.*?) \| user (\d+), (.*?) \| (\w+) \| ?(\w*) ?\|$/gm)];

  test('has its examples', () => expect(rows.length).toBe(5));

  test.each(rows.map(([, ...row]) => row))(
    'opened by %s, user %s, %s: %s %s',
    async (by, userid = '', who, page, note) => {
      await terminal.admin.call('GetMachineParam', { keypadPassword: '4072' });
      if (who === 'level 0') await terminal.admin.call('adduser', { userid: Number(userid), again: true });
      if (who === 'nobody yet') await terminal.admin.attempt('deleteuser', { userid: Number(userid) });
      await (by === 'the password' ? open('0', '4072') : open('7', code));
      expect(await press('2', userid)).toMatchObject({
        page,
        note,
        ...(page === 'enrolWhat' ? { person: { userid: Number(userid), isNew: who === 'nobody yet' } } : {}),
      });
    },
  );
});

describe('the network in the menu', () => {
  const settings = () => terminal.admin.call('SetEthernet', {});
  const typeAddress = () => press('3', '2', '10', '0', '0', '9', '24', '10', '0', '0', '1');

  test('shows each link, and an address that is kept stays', async () => {
    await open('7', code);
    expect((await press('3')).links.map((link) => link.interface)).toEqual(['ethernet', 'wifi']);
    await press('0');
    expect(await typeAddress()).toMatchObject({
      page: 'setAddress',
      address: '10.0.0.9',
      mask: '255.255.255.0',
      gateway: '10.0.0.1',
    });
    expect(await press('1')).toMatchObject({ page: 'keepAddress', wait: 90 });
    expect(await press('1')).toMatchObject({ page: 'network', note: 'done' });
    expect(await settings()).toMatchObject({ mode: 'fixed', address: '10.0.0.9' });
    expect(await press('1', '0')).toMatchObject({ page: 'network', note: 'undone' });
    expect(await settings()).toMatchObject({ mode: 'fixed', address: '10.0.0.9' });
    await press('1', '1');
    expect(await settings()).toMatchObject({ mode: 'dhcp' });
    await key();
  });

  test('goes back to the old address when the menu closes, by its key or by itself', async () => {
    for (const leave of [key, () => shown(() => terminal.bench.advance(90_000))]) {
      await open('7', code);
      await typeAddress();
      expect(await press('1')).toMatchObject({ page: 'keepAddress' });
      expect(await settings()).toMatchObject({ mode: 'fixed' });
      expect(await leave()).toMatchObject({ page: 'closed' });
      await expect.poll(async () => (await settings()).mode).toBe('dhcp');
    }
  });
});

describe('the self-test and the restart', () => {
  test('says of each part how it is', async () => {
    await terminal.bench.fault('camera', 'offline', true);
    await open('7', code);
    const { checks } = await press('4');
    const results = Object.fromEntries(checks.map(({ part, result }) => [part, result]));
    expect(results).toMatchObject({
      display: 'good',
      keypad: 'good',
      reader: 'good',
      finger: 'good',
      camera: 'failed',
      relay: 'good',
      storage: 'good',
      clock: 'good',
    });
    const relay = (await terminal.bench.state('door'))['relay'];
    expect(relay, 'nothing of it opens the door').toBe(false);
    await terminal.bench.fault('camera', 'offline', false);
    await key();
  });

  test('restarts after a question', async () => {
    await open('7', code);
    expect(await press('5')).toMatchObject({ page: 'restart' });
    expect(await press('0')).toMatchObject({ page: 'entries' });
    await press('5');
    await terminal.daemon.restartsBy(() => terminal.bench.act({ do: 'pin', digits: '1' }));
    await terminal.resume();
    expect(menuRows().at(-1)).toMatchObject({ object: 'machine', account: '7', peer: 'keypad' });
  });
});
