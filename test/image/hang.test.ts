// A daemon that hangs: the watchdog restarts the machine, and a version that hangs whenever it is tried is left. Somebody stops it on the
// serial console, whose jumper is set.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { install } from '../harness/upgrade.ts';
import { builtBundle, nextVersion, version } from './bundles.ts';
import { Site } from './site.ts';

let site: Site;

beforeAll(async () => {
  site = await Site.begin('hang', { cold: true, jumper: true });
});
afterAll(() => site.remove());

/** From there on it feeds the watchdog; it is not confirmed before it has served somebody for five seconds. */
const ready = 'event=ready';
const stop = 'kill -STOP $(pidof posternd)';

it('is restarted by the watchdog, and goes on', async () => {
  await site.settled();
  await site.terminal.confirmed('A');
  const before = performance.now();
  await site.shell(stop);
  await site.terminal.says('Postern: slot A', 2);
  const seconds = (performance.now() - before) / 1000;
  console.log(`image: from a daemon that hangs to the restart: ${seconds.toFixed(0)} s`);
  expect(await site.settled()).toMatchObject({ slot: 'A', version, last: { end: 'none' } });
  expect(await site.hasAda()).toBe(true);
  await site.terminal.confirmed('A');
});

it('has time to start: a database that is checked or migrated is waited for', async () => {
  await site.powerOff();
  await site.powerOn();
  await site.terminal.says('the console is open');
  const starts = 'while ! pidof posternd >/dev/null; do sleep 0.1; done; daemon=$(pidof posternd)';
  /* Longer than the watchdog waits for whoever has not told it how long it may. */
  await site.shell(`${starts}; kill -STOP $daemon; sleep 45; kill -CONT $daemon`);
  await site.terminal.answer();
  expect(site.tried).toBe('A');
  await site.settled();
  await site.terminal.confirmed('A');
});

it('is not kept when it is a new version: the one before starts again', async () => {
  const { machine } = site.terminal;
  const times = (text: string): number => machine.serial.split(text).length - 1;
  const [starts, opened] = [times(ready), times('the console is open')];
  await install(site.admin, builtBundle('next'));
  for (const time of [1, 2, 3]) {
    await site.terminal.says(ready, starts + time);
    await site.terminal.says('the console is open', opened + time);
    await site.shell(stop);
  }
  const back = await site.wentBack(nextVersion);
  expect(back).toMatchObject({ slot: 'A', version, last: { reason: 'noStart' } });
  expect(site.tried).toBe('ABBBA');
  expect(await site.hasAda()).toBe(true);
});
