// The password of the terminal's own menu is worth what the menu does, and asks for the rights to all of it.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditRows } from '../harness/database.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';

const stored = '407231';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.admin.call('GetMachineParam', { keypadPassword: stored });
});
afterAll(() => terminal.stop());

const changes = () =>
  auditRows(terminal.daemon).filter(({ object }) => object === 'setting MachineParam.keypadPassword').length;
const volume = async () => (await terminal.admin.call('SetMachineParam', {})).volume;

test('who may write its page alone may neither set, clear nor try it, and may save the rest', async () => {
  const before = changes();
  /* Of the factory's table: level 12 writes all but the network. */
  const clerk = await terminal.administrator(12, 12, goodPassword(12));
  for (const keypadPassword of ['1', '', stored]) {
    await clerk.refuse('GetMachineParam', { volume: 1, keypadPassword }, 'forbidden', 'keypadPassword');
  }
  expect(await volume()).not.toBe(1);
  expect((await clerk.call('GetMachineParam', { volume: 1 })).changed).toEqual(['volume']);
  expect(await volume()).toBe(1);
  expect(changes()).toBe(before);
});

const all = { user: 'write', network: 'write', basicSetting: 'write', AccSetting: 'write', advSetting: 'write' };
const none = { user: 'none', network: 'none', basicSetting: 'none', AccSetting: 'none', advSetting: 'none' };

test.each(['user', 'network', 'advSetting', undefined])('who may write all but %s', async (without) => {
  const rights = { ...all, ...(without === undefined ? {} : { [without]: 'read' }) };
  const levels = Array.from({ length: 15 }, (_, n) => ({ level: n + 1, ...(n + 1 < 15 ? none : rights) }));
  expect((await terminal.admin.attempt('GetRoles', { levels })).status).toBe(200);
  await terminal.admin.attempt('deleteuser', { userid: 15 });
  const clerk = await terminal.administrator(15, 15, goodPassword(15));
  if (without === undefined) await clerk.call('GetMachineParam', { keypadPassword: stored });
  else await clerk.refuse('GetMachineParam', { keypadPassword: stored }, 'forbidden', 'keypadPassword');
});

test('a password that was typed long ago is asked for again, also to clear it', async () => {
  const chief = await terminal.administrator(16, 16, goodPassword(16));
  await terminal.bench.advance(6 * 60_000);
  await chief.refuse('GetMachineParam', { keypadPassword: '' }, 'password_needed', 'keypadPassword');
  await chief.call('GetMachineParam', { volume: 2 });
  await chief.call('confirmPassword', { password: goodPassword(16) });
  await chief.call('GetMachineParam', { keypadPassword: '' });
  expect((await terminal.admin.call('SetMachineParam', {})).hasKeypadPassword).toBe(false);
});

test('no REST key may', async () => {
  await terminal.admin.call('GetRestParam', { restOn: true });
  const { key } = await terminal.admin.call('addRestKey', { name: 'script', level: 16 });
  const headers = { authorization: `Bearer ${key}` };
  const set = (body: object) => terminal.client().attempt('GetMachineParam', body, { headers });
  expect((await set({ volume: 3 })).status).toBe(200);
  const refused = await set({ keypadPassword: '1' });
  expect(refused.status).toBe(403);
  expect(refused.envelope.field).toBe('keypadPassword');
});
