// A backup of everything, and what is restored of it, here and on another terminal.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { download, restore } from '../harness/backup.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';

let terminal: Terminal;
beforeAll(async () => {
  terminal = await Terminal.start();
  await terminal.add({ userid: 7, username: 'Ada', cardno: '1234301' });
  await terminal.add({ userid: 20, level: 4, password: goodPassword(20) });
});
afterAll(() => terminal.stop());

describe('another terminal', () => {
  test('becomes what the first one was', async () => {
    const t0 = performance.now(); const { file } = await download(terminal.admin); console.log('download', file.length, performance.now() - t0);
    const other = await Terminal.start();
    try {
      await restore(other, file).catch(async (e) => { console.log(other.daemon.logText.slice(-3000)); console.log(JSON.stringify((await other.admin.attempt('restoreState', {})).envelope.data)); throw e; }); console.log('restored', performance.now() - t0);
      expect((await other.admin.call('userlist', {})).users.map(({ userid }) => userid)).toEqual([7, 20]);
      await other.signedIn('20', goodPassword(20));
    } finally {
      await other.stop();
    }
  });
});
