// The image takes a new version over the network, keeps it when it proves itself, and goes back when it does not start.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client } from '../harness/client.ts';
import { errorNamed } from '../harness/contract.ts';
import { adminPassword } from '../harness/terminal.ts';
import { engineerPassword, install, offer } from '../harness/upgrade.ts';
import { brokenSlot, builtBundle, bundle, nextVersion, slotImage, version } from './bundles.ts';
import { Site } from './site.ts';

let site: Site;

const say = (what: string, since: number): void =>
  console.log(`image: ${what}: ${((performance.now() - since) / 1000).toFixed(1)} s`);

beforeAll(async () => {
  site = await Site.begin('upgrade', { jumper: true });
});
afterAll(() => site.remove());

describe('a terminal as it leaves the factory', () => {
  it('confirms itself, and knows its slots and its board', async () => {
    const state = await site.settled();
    expect(state).toMatchObject({ fitted: true, board: 'qemu-arm64', slot: 'A', floor: 1 });
  });

  it('has an engineer, whose password is wiped from the disk', async () => {
    await site.terminal.says('what the factory gave was taken in', 2); /* the daemon, and who wipes it */
    expect(site.terminal.read('env', 0, 16_384).includes(engineerPassword)).toBe(false);
    const engineer = new Client(() => site.terminal.machine.port);
    await engineer.call('engineerLogin', { password: engineerPassword });
    engineer.close();
  });

  it('gives the daemon what it needs of the system, and no more', async () => {
    const system = '/run/postern/system';
    const may = async (test: string): Promise<string> => site.shell(`${test} && echo yes || echo no`, 'daemon');
    for (const test of ['-w /dev/vda1', '-w /dev/watchdog', '-w /dev/rtc0', `-w ${system}/run/sockinstctrl`])
      expect([test, await may(`[ ${test} ]`)]).toEqual([test, 'yes']);
    for (const test of ['-w /dev/vda2', '-w /dev/vda3', '-r /dev/vda4', `-w ${system}/run`, `-w ${system}/roots.pem`])
      expect([test, await may(`[ ${test} ]`)]).toEqual([test, 'no']);
    for (const command of [
      `busybox mv ${system}/run ${system}/gone`,
      `rm -f ${system}/slot`,
      'ls /run/postern/installer',
    ])
      expect([command, await may(`${command} 2>/dev/null`)]).toEqual([command, 'no']);
  });

  it('takes no bundle of somebody else', async () => {
    const reply = await offer(site.admin, bundle(slotImage(), {}, 'stranger'));
    expect(reply.envelope.retvalue).toBe(errorNamed('bundle_signer_unknown').code);
  });
});

describe('upgrading', () => {
  it('writes the other slot, starts it, and keeps it', async () => {
    const start = performance.now();
    await install(site.admin, builtBundle('next'));
    say('upgrade, sending and writing', start);
    const running = await site.stateWhere('slot B', (state) => state.slot === 'B');
    say('upgrade, first piece to first answer of the new slot', start);
    expect(running.version).toBe(nextVersion);
    const over = await site.stateWhere(
      'the confirmation',
      ({ step, last }) => step === 'idle' && last.end === 'confirmed',
    );
    expect(over).toMatchObject({ slot: 'B', floor: 2, last: { reason: 'none', from: version, to: nextVersion } });
    say('upgrade, first piece to confirmed', start);
    expect(await site.hasAda()).toBe(true);
  });

  it('does not bring an older version back', async () => {
    const offered = await offer(site.admin, builtBundle('out'));
    expect(offered.envelope.data['bundle']).toMatchObject({ older: true, version });
    await site.admin.refuse('upgradeStart', {}, 'bundle_older');
    await site.admin.call('upgradeCancel', {});
  });

  it('goes back when the new version does not start', async () => {
    const start = performance.now();
    await install(site.admin, bundle(brokenSlot(), { version: '99.1.0' }));
    const back = await site.wentBack('99.1.0');
    say('first piece of a broken version to first answer of the one before', start);
    expect(back).toMatchObject({ slot: 'B', version: nextVersion, last: { reason: 'noStart', to: '99.1.0' } });
    expect(await site.hasAda()).toBe(true);
    expect(site.tried).toBe('ABAAAB');
    await site.terminal.confirmed('B');
    expect(site.terminal.environment()).toEqual({ BOOT_ORDER: 'B A', BOOT_A_LEFT: '0', BOOT_B_LEFT: '3', FLOOR: '2' });
  });
});

describe('somebody at the machine who has no password any more', () => {
  it('gets a new initial one from the display, once', async () => {
    const { terminal, admin } = site;
    await site.powerOff();
    await terminal.powerOn(['-fw_cfg', 'name=opt/postern/recover,string=1']);
    await terminal.says('event=ready');
    const initial = await site.initialPassword();
    await admin.refuse('chklogin', { username: 'admin', password: adminPassword }, 'password_wrong');
    await admin.signIn('admin', initial);
  });
});
