// A USB stick is the folder for copies as long as it is there, whatever is on it and whenever it is pulled.

import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CallReply } from '../harness/contract.ts';
import { errorNamed } from '../harness/contract.ts';
import { until } from '../harness/wait.ts';
import { Site } from './site.ts';
import { contentOf, Port, type Stick } from './stick.ts';

type State = CallReply<'SetBackupParam'>['state'];

const folder = '/run/postern/usb';
const isCopy = /^postern-[A-Z0-9-]+-\d{4}-\d\d-\d\d-\d{4}\.backup$/;
const plain: Stick = { name: 'plain', holds: 'partition' };
const slow: Stick = { name: 'slow', holds: 'fat', speed: 20_000 };
const garbage: Stick = { name: 'garbage', holds: 'garbage' };
const taken = 'a USB disk is the folder for copies';
const gone = 'the USB disk is gone';

const port = new Port([plain, slow, garbage]);
let site: Site;

beforeAll(async () => {
  site = await Site.begin('usb', { jumper: true, more: port.more });
  await site.admin.call('GetBackupParam', { passphrase: 'copper kettle under 3 oaks' });
});
afterAll(async () => {
  await site?.remove();
  port.remove();
});

const stateWhere = (what: string, is: (state: State) => boolean): Promise<State> =>
  until(
    what,
    async () => {
      const { state } = await site.admin.call('SetBackupParam', {});
      return is(state) && state;
    },
    { everyMs: 200 },
  );

/** How it stands behind one. */
async function copyNow(): Promise<State> {
  await site.admin.call('backupNow', {});
  return stateWhere('a copy to come to an end', ({ making }) => !making);
}

it('says that no folder is there while no stick is, and fills no memory instead', async () => {
  expect(await copyNow()).toMatchObject({ folder, writable: false, count: 0, code: errorNamed('backup_folder').code });
  expect(await site.shell(`ls -A ${folder}`)).toBe('');
});

it('takes a stick that is put in, for the daemon alone and for nothing but files', async () => {
  await port.putIn(plain);
  await site.terminal.says(taken);
  await stateWhere('the folder to be seen', ({ writable }) => writable);
  expect(await copyNow()).toMatchObject({ count: 1, code: 0 });
  const options = await site.shell(
    `while read -r _ at kind how _; do [ $at = ${folder} ] && echo $kind $how; done </proc/mounts`,
  );
  expect(options).toMatch(/^vfat rw,nosuid,nodev,noexec,noatime,/);
  for (const option of ['nosymfollow', 'uid=900', 'gid=900', 'fmask=0077', 'dmask=0077', 'errors=remount-ro'])
    expect(options.split(/[ ,]/)).toContain(option);
  const rights = 'while read -r key value; do [ $key = CapPrm: ] && echo $value; done';
  const mounts = (1 << 21).toString(16).padStart(16, '0'); /* CAP_SYS_ADMIN */
  expect(await site.shell(`${rights} </proc/$(pidof postern-usb)/status`)).toBe(mounts);
});

it('goes on when it is pulled, and says so; the copy is on it', async () => {
  await port.pull(plain);
  await site.terminal.says(gone);
  expect(await stateWhere('the folder to be gone', ({ writable }) => !writable)).toMatchObject({ count: 0 });
  expect(contentOf(plain)).toEqual([expect.stringMatching(isCopy)]);
});

it('gives a copy up whose stick is pulled, and makes it when it is there again', async () => {
  await port.putIn(slow);
  await site.terminal.says(taken, 2);
  await stateWhere('the folder to be seen', ({ writable }) => writable);
  await site.admin.call('backupNow', {});
  await until('a copy that is being written', async () => (await site.shell(`ls ${folder}`)).includes('.part'));
  await port.pull(slow);
  const state = await stateWhere('the copy to be given up', ({ making }) => !making);
  expect(state.code).toBe(errorNamed('backup_folder').code);
  expect(await site.hasAda()).toBe(true);
  await site.terminal.says(gone, 2);
  expect(await stateWhere('the folder to be gone', ({ writable }) => !writable)).toMatchObject({ count: 0 });

  await port.putIn(plain);
  await site.terminal.says(taken, 3);
  expect(await copyNow()).toMatchObject({ writable: true, code: 0 });
  await port.pull(plain);
  await site.terminal.says(gone, 3);
});

it('takes nothing that is no file system of a stick', async () => {
  await port.putIn(garbage);
  await site.terminal.says('a USB disk cannot be used');
  expect(await stateWhere('the folder not to be there', ({ writable }) => !writable)).toMatchObject({ count: 0 });
  await port.pull(garbage);
  await port.putIn(plain);
  await site.terminal.says(taken, 4);
});
