// The terminal itself: what it says of itself, its language, and its display, reader and keypad.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AccessEvent } from '../harness/bench.ts';
import { auditRows } from '../harness/database.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
});
afterAll(() => terminal.stop());

describe('SetInfoParam', () => {
  test('counts what is stored', async () => {
    const before = await terminal.admin.call('SetInfoParam', {});
    expect(before).toMatchObject({ users: 0, cards: 0, fingers: 0, faces: 0, irises: 0, records: 0 });
    await terminal.add({ userid: 1, cardno: '71001' });
    await terminal.add({ userid: 2, cardno: '71002' });
    await terminal.add({ userid: 3 });
    expect(await terminal.admin.call('SetInfoParam', {})).toMatchObject({ users: 3, cards: 2 });
    await terminal.admin.call('edituser', { userid: 1, cardno: '0' });
    await terminal.admin.call('deleteuser', { userid: 3 });
    expect(await terminal.admin.call('SetInfoParam', {})).toMatchObject({ users: 2, cards: 1 });
  });

  test('says how the terminal writes times', async () => {
    expect(await terminal.admin.call('SetInfoParam', {})).toMatchObject({ hour24: true });
    await terminal.admin.call('GetTimeParam', { hour24: false });
    expect(await terminal.admin.call('SetInfoParam', {})).toMatchObject({ hour24: false });
    await terminal.admin.call('GetTimeParam', { hour24: true });
  });

  test('says what it can hold and what it is', async () => {
    const info = await terminal.admin.call('SetInfoParam', {});
    expect(info.MaxUser).toBe(100_000);
    expect(info.MaxRecord).toBe(1_000_000);
    expect(info.storage).toBe('good');
    expect(info.storageSince).toBe(0);
    expect(info.storageLost).toBe(0);
    for (const text of [info.Build_Version, info.buildId, info.Serial, info.kernelVersion, info.fileSystemVersion]) {
      expect(text).not.toBe('');
    }
  });

  test('its clock is that of the simulator, and so is the time since start', async () => {
    const before = await terminal.admin.call('SetInfoParam', {});
    expect(Math.abs(before.time - Date.now() / 1000)).toBeLessThan(120);
    await terminal.bench.advance(600_000);
    const after = await terminal.admin.call('SetInfoParam', {});
    expect(after.time - before.time).toBeGreaterThanOrEqual(600);
    expect(after.uptime - before.uptime).toBeGreaterThanOrEqual(600);
  });

  test('serial and build are the same after a restart', async () => {
    const { Serial, buildId } = await terminal.admin.call('SetInfoParam', {});
    await terminal.restart();
    expect(await terminal.admin.call('SetInfoParam', {})).toMatchObject({ Serial, buildId });
  });
});

describe('language', () => {
  test('is English at first, can be set, is shown at once and survives a restart', async () => {
    expect(await terminal.admin.call('SetLanguageSettingItem', {})).toEqual({
      LanguageSettingItem: 'en',
      offered: true,
    });
    expect(await terminal.admin.call('GetLanguageSettingItem', { language: 'ar' })).toEqual({ LanguageSetting: 'ar' });
    await until('the display in Arabic', () => terminal.bench.displays.at(-1)?.language === 'ar');
    expect(await terminal.admin.call('SetLanguageSettingItem', {})).toEqual({
      LanguageSettingItem: 'ar',
      offered: true,
    });
    await terminal.restart();
    expect(await terminal.admin.call('SetLanguageSettingItem', {})).toEqual({
      LanguageSettingItem: 'ar',
      offered: true,
    });
    expect((await terminal.bench.display()).language).toBe('ar');
  });

  test('that it does not have is refused', async () => {
    expect((await terminal.admin.attempt('GetLanguageSettingItem', { language: 'tlh' })).envelope.field).toBe(
      'language',
    );
    expect((await terminal.admin.attempt('GetLanguageSettingItem', { language: '../en' })).status).toBe(400);
  });

  test('set leaves an audit row with before and after', async () => {
    await terminal.admin.call('GetLanguageSettingItem', { language: 'es' });
    const row = auditRows(terminal.daemon).at(-1);
    expect(row).toMatchObject({ account: 'admin', peer: '127.0.0.1', call: 'GetLanguageSettingItem' });
    expect(JSON.stringify(row?.before)).toContain('ar');
    expect(JSON.stringify(row?.after)).toContain('es');
  });
});

/** Presents something and gives the event it leads to. */
async function present(what: { do: 'card'; number: string } | { do: 'pin'; digits: string }): Promise<AccessEvent> {
  const seen = terminal.bench.accesses.length;
  await terminal.bench.act(what);
  return until('an access event', () => terminal.bench.accesses[seen]);
}

describe('reader and keypad', () => {
  test('a known card gives the name, an unknown one does not', async () => {
    await terminal.add({ userid: 11, username: '陈伟', cardno: '4294967295' });
    expect((await present({ do: 'card', number: '4294967295' })).user).toEqual({ userid: 11, name: '陈伟' });
    expect((await present({ do: 'card', number: '4294967294' })).user).toBeNull();
  });

  test('a known PIN gives the name, an unknown one and a prefix do not', async () => {
    await terminal.add({ userid: 12, username: 'PIN holder', password: '40719' });
    expect((await present({ do: 'pin', digits: '40719' })).user).toEqual({ userid: 12, name: 'PIN holder' });
    expect((await present({ do: 'pin', digits: '4071' })).user).toBeNull();
    expect((await present({ do: 'pin', digits: '040719' })).user).toBeNull();
  });

  test('neither card nor PIN is shown whole, nor logged', async () => {
    const card = await present({ do: 'card', number: '4294967295' });
    expect(card.credential).not.toContain('4294967295');
    const pin = await present({ do: 'pin', digits: '40719' });
    expect(pin.credential).not.toMatch(/\d/);
    expect(terminal.daemon.logText).not.toContain('4294967295');
    expect(terminal.daemon.logText).not.toContain('40719');
  });

  test('they follow changes at once', async () => {
    await terminal.admin.call('edituser', { userid: 12, password: '' });
    expect((await present({ do: 'pin', digits: '40719' })).user).toBeNull();
    await terminal.admin.call('edituser', { userid: 11, username: 'Renamed' });
    expect((await present({ do: 'card', number: '4294967295' })).user).toEqual({ userid: 11, name: 'Renamed' });
    await terminal.admin.call('deleteuser', { userid: 11 });
    expect((await present({ do: 'card', number: '4294967295' })).user).toBeNull();
  });

  test('go on while the display does not answer, and the display catches up', async () => {
    await terminal.bench.act({ do: 'fault', device: 'display', kind: 'offline', on: true });
    await terminal.add({ userid: 13, username: 'In the dark', cardno: '71013' });
    await terminal.bench.act({ do: 'card', number: '71013' });
    await until('the card to be known', () => /presented.*known=yes.*userid=13/.test(terminal.daemon.logText));
    await terminal.admin.call('GetLanguageSettingItem', { language: 'en' });
    await terminal.bench.act({ do: 'fault', device: 'display', kind: 'offline', on: false });
    await until('the display in English', () => terminal.bench.displays.at(-1)?.language === 'en');
  });
});

describe('a terminal without randomness', () => {
  test('opens no session', async () => {
    await terminal.bench.act({ do: 'fault', device: 'entropy', kind: 'failing', on: true });
    const client = terminal.client();
    await client.refuse('chklogin', { username: 'admin', password: '704182' }, 'system_error');
    await terminal.bench.act({ do: 'fault', device: 'entropy', kind: 'failing', on: false });
    await client.signIn('admin', '704182');
  });
});

describe('the bench socket', () => {
  test.each([
    '',
    'nonsense',
    '[]',
    '{}',
    '{"do":"dance"}',
    '{"do":"card"}',
    '{"do":"card","number":"-1"}',
    '{"do":"pin","digits":"12a"}',
    '{"do":"clock","advanceMs":-1}',
    '{"do":"fault","device":"door","kind":"ajar","on":true}',
  ])('refuses %j and goes on', async (line) => {
    expect((await terminal.bench.askRaw(line)).ok).toBe(false);
    await terminal.bench.advance(0);
  });
});

describe('the password of an account', () => {
  test('is shown by no reply', async () => {
    const password = goodPassword(400);
    await terminal.add({ userid: 21, level: 4, password });
    for (const reply of [
      await terminal.admin.attempt('GetUserInfo', { userid: 21 }),
      await terminal.admin.attempt('userlist', {}),
      await terminal.admin.attempt('edituser', { userid: 21, password }),
    ]) {
      expect(reply.text).not.toContain(password);
      expect(reply.text).not.toContain('argon2');
    }
  });
});
