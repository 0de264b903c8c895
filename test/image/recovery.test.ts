// An image whose daemon does not start in any slot: its recovery serves /up, and takes a version that starts.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeProvision } from '../../tools/provision/disk.ts';
import { Client } from '../harness/client.ts';
import { patienceMs } from '../harness/patience.ts';
import { engineerPassword, install } from '../harness/upgrade.ts';
import { until } from '../harness/wait.ts';
import { builtBundle } from './bundles.ts';
import { Terminal } from './machine.ts';

const terminal = new Terminal('recovery');
const engineer = new Client(() => terminal.machine.port);

const get = (path: string, boundMs = patienceMs): Promise<Response> =>
  fetch(`http://127.0.0.1:${terminal.machine.port}${path}`, {
    redirect: 'manual',
    signal: AbortSignal.timeout(boundMs),
  });

beforeAll(async () => {
  writeProvision(terminal.disk, `engineer-password = ${engineerPassword}\n`);
  await terminal.powerOn([], true);
  await terminal.answer();
  await terminal.confirmed('A');
  await terminal.shell('cd /data/postern && busybox cp -p identity identity.kept && echo broken >identity && sync');
  await terminal.powerOff();
  terminal.setEnvironment({ BOOT_ORDER: 'A B', BOOT_A_LEFT: '1', BOOT_B_LEFT: '0', FLOOR: '1' });
  await terminal.powerOn([], true);
});
afterAll(async () => {
  engineer.close();
  await terminal.remove();
});

describe('a terminal that starts in no slot', () => {
  it('tries the daemon, and then serves /up, which says why', async () => {
    await terminal.says('Postern: slot A postern.recovery=1');
    await terminal.says("recovery: the engineer's page is served");
    const page = await until('the page', () => get('/up', 10_000).catch(() => undefined), { everyMs: 200 });
    expect([page.status, page.headers.get('postern-recovery')]).toEqual([200, 'state']);
    const front = await get('/');
    expect([front.status, front.headers.get('location')]).toEqual([307, '/up']);
    expect(terminal.machine.serial.split('the identity of the terminal is damaged').length - 1).toBe(5);
    expect(terminal.environment()).toMatchObject({ BOOT_A_LEFT: '0' });
  });

  it('takes a bundle of the engineer, and is well with it', async () => {
    engineer.token = (await engineer.call('engineerLogin', { password: engineerPassword })).token;
    await terminal.shell('cd /data/postern && busybox mv identity.kept identity && sync'); // what the version to come would mend
    await install(engineer, builtBundle('next'));
    await terminal.says('Postern: slot B');
    await terminal.confirmed('B');
    expect((await get('/up')).headers.get('postern-recovery')).toBeNull();
    expect(await terminal.shell('cd /data/postern && ls tried recovery failed 2>/dev/null')).toBe('');
  });
});
