// Declared answers that want a world of their own: a radio that is gone, too many guesses, levels that grant rights.

import { afterAll, beforeAll, expect, test } from 'vitest';
import { lengthenWait } from '../harness/guesses.ts';
import { adminPassword, goodPassword, Terminal } from '../harness/terminal.ts';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
});
afterAll(() => terminal.stop());

test('a Bluetooth radio that does not answer connects to nobody', async () => {
  await terminal.admin.call('GetBluetoothParam', { clientOn: true });
  await terminal.admin.call('GetSearchBleDev', { start: true });
  await terminal.bench.advance(10_000);
  await terminal.admin.call('GetSearchBleDev', {});
  await terminal.bench.act({ do: 'fault', device: 'bluetooth', kind: 'offline', on: true });
  await terminal.admin.refuse('GetBleConnect', { mac: 'A4:C1:38:5E:10:0B' }, 'device_offline');
  await terminal.bench.act({ do: 'fault', device: 'bluetooth', kind: 'offline', on: false });
});

test('a level that may write the network makes and deletes no REST key above itself', async () => {
  const write = {
    user: 'write',
    network: 'write',
    basicSetting: 'write',
    AccSetting: 'write',
    advSetting: 'write',
  } as const;
  await terminal.admin.call('GetRoles', { levels: [12, 13, 14, 15].map((level) => ({ level, ...write })) });
  const twelve = await terminal.administrator(12, 12, goodPassword(12));
  const above = await terminal.admin.call('addRestKey', { name: 'above', level: 13 });
  await twelve.refuse('addRestKey', { name: 'mine', level: 13 }, 'above_level', 'level');
  await twelve.refuse('deleteRestKey', { id: above.id }, 'above_level');
  const own = await twelve.call('addRestKey', { name: 'mine', level: 12 });
  await twelve.call('deleteRestKey', { id: own.id });
});

test('the old password of a new passphrase is not guessed', async () => {
  const guess = {
    oldpassword: '999999',
    passphrase: 'copper kettle under 3 oaks',
    confirm: 'copper kettle under 3 oaks',
  };
  const tryWrong = () => terminal.admin.refuse('EditPassphrase', guess, 'password_wrong', 'oldpassword');
  for (let n = 0; n < 5; n++) await tryWrong();
  await lengthenWait(terminal.bench, tryWrong);
  const reply = await terminal.admin.refuse('EditPassphrase', { ...guess, oldpassword: adminPassword }, 'throttled');
  expect(Number(reply.headers['retry-after'])).toBeGreaterThan(0);
});
