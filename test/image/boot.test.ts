// The image boots, and goes back to the slot that works whatever is broken in the other one.

import { afterAll, afterEach, describe, expect, it } from 'vitest';
import { partitionOf } from '../../tools/image/disk.ts';
import { imageFacts, placeInSlot, version } from './bundles.ts';
import { Terminal } from './machine.ts';

const terminal = new Terminal('boot');
const tries = { BOOT_A_LEFT: '3', BOOT_B_LEFT: '3', FLOOR: '0' };

/** Which slots were tried, in their order. */
const triedSlots = (): string[] =>
  [...terminal.machine.serial.matchAll(/Postern: slot ([AB])/g)].map((match) => match[1] ?? '');

const say = (what: string, ms: number): void => console.log(`image: ${what}: ${(ms / 1000).toFixed(1)} s`);

afterEach(() => terminal.powerOff());
afterAll(() => terminal.remove());

describe('an image as it leaves the factory', () => {
  it('makes its data partition, and answers', async () => {
    await terminal.powerOn();
    const page = await terminal.answer();
    say('first start, power on to first answer', page.ms);
    expect(page.status).toBe(200);
    expect(page.text).toMatch(/<!doctype html>/i);
    await terminal.says(`event=ready version=${version}`);
    expect(terminal.machine.serial).toContain('first start: making the data partition');
    expect(terminal.machine.serial).not.toMatch(/not found|No such file/); // what a script wants is in the root
    expect(triedSlots()).toEqual(['A']);
    await terminal.powerOff();
    expect(partitionOf(terminal.disk, 'data').size).toBeGreaterThan(160 << 20);
  });

  it('does so once; what is on the partition stays', async () => {
    terminal.setEnvironment({ ...tries, BOOT_ORDER: 'A B' });
    await terminal.powerOn();
    const page = await terminal.answer();
    say('power on to first answer', page.ms);
    await terminal.says('event=ready');
    expect(terminal.machine.serial).not.toContain('first start');
    await terminal.confirmed('A');
    expect(terminal.environment()).toEqual({ BOOT_ORDER: 'A B', BOOT_A_LEFT: '3', BOOT_B_LEFT: '3', FLOOR: '1' });
  });

  it('opens no console to talk to', async () => {
    await terminal.powerOn();
    await terminal.answer();
    await terminal.says('event=ready');
    terminal.machine.type('\n\necho $((1200 + 34))\n');
    await terminal.answer();
    expect(terminal.machine.serial).not.toMatch(/\b1234\b/);
  });
});

describe('the jumper of the serial console', () => {
  it('opens it, at the machine alone', async () => {
    await terminal.powerOn([], true);
    await terminal.says('the console is open');
    terminal.machine.type('echo $((1200 + 34))\n');
    await terminal.says('1234');
  });
});

describe('the other slot', () => {
  it('is booted when it is first in the order', async () => {
    terminal.setEnvironment({ ...tries, BOOT_ORDER: 'B A' });
    await terminal.powerOn();
    say('power on to first answer of slot B', (await terminal.answer()).ms);
    await terminal.says('postern: slot B');
    expect(triedSlots()).toEqual(['B']);
    await terminal.confirmed('B');
    expect(terminal.environment()).toEqual({ ...tries, BOOT_ORDER: 'B A', FLOOR: '1' });
  });

  it.each([
    ['kernel of the FIT', placeInSlot.kernel, 'Bad Data Hash'],
    ['signature of the FIT', -1, 'Verification failed'],
    ['root of the verity tree', placeInSlot.rootOfTree, 'Restarting'],
    ['super block of the root file system', placeInSlot.rootSuperBlock, 'Restarting'],
  ])('is left after three tries when the %s is damaged', async (_, at, why) => {
    const where = at >= 0 ? at : signatureAt();
    terminal.setEnvironment({ ...tries, BOOT_ORDER: 'B A' });
    terminal.flip('slot-b', where);
    try {
      await terminal.powerOn();
      const page = await terminal.answer();
      say('power on to first answer, three tries of B between', page.ms);
      await terminal.says('postern: slot A');
      expect(triedSlots()).toEqual(['B', 'B', 'B', 'A']);
      expect(terminal.machine.serial).toContain(why);
      await terminal.confirmed('A');
    } finally {
      await terminal.powerOff();
      terminal.flip('slot-b', where);
    }
    expect(terminal.environment()).toEqual({ ...tries, BOOT_ORDER: 'A B', BOOT_B_LEFT: '0', FLOOR: '1' });
  });
});

describe('the boot loader', () => {
  it('has no prompt for whoever presses keys', async () => {
    terminal.setEnvironment({ ...tries, BOOT_ORDER: 'B A' });
    terminal.flip('slot-b', placeInSlot.kernel);
    try {
      await terminal.powerOn();
      const keys = setInterval(() => terminal.machine.type('\u0003\n '), 5);
      await terminal.says('Postern: slot A').finally(() => clearInterval(keys));
      expect(triedSlots()).toEqual(['B', 'B', 'B', 'A']);
      expect(terminal.machine.serial).not.toContain('=> ');
    } finally {
      await terminal.powerOff();
      terminal.flip('slot-b', placeInSlot.kernel);
    }
  });
});

describe('the environment', () => {
  it('that is destroyed is taken for a new one', async () => {
    terminal.flip('env', 100);
    expect(terminal.environment()).toBeUndefined();
    await terminal.powerOn();
    await terminal.answer();
    await terminal.says('postern: slot A');
    await terminal.confirmed('A');
    expect(terminal.environment()).toEqual({ ...tries, BOOT_ORDER: 'A B', FLOOR: '1' });
  });

  it('that holds a command does not run it', async () => {
    terminal.setEnvironment({ BOOT_ORDER: 'A B; echo owned', BOOT_A_LEFT: '3; echo owned', BOOT_B_LEFT: '3' });
    await terminal.powerOn();
    await terminal.says('postern: slot A');
    expect(terminal.machine.serial).not.toContain('owned');
  });

  it('without tries left starts what there is, and says so', async () => {
    terminal.setEnvironment({ BOOT_ORDER: 'B A', BOOT_A_LEFT: '0', BOOT_B_LEFT: '0' });
    await terminal.powerOn();
    await terminal.says('Postern: slot B postern.recovery=1');
    await terminal.answer();
  });
});

/** Where the bytes of the signature are in the FIT of slot B: after the name that its property has. */
function signatureAt(): number {
  const fit = terminal.read('slot-b', 0, imageFacts.fitSize);
  const value = fit.indexOf(Buffer.from('sha256,rsa'));
  const length = 384; /* of RSA-3072; a property of that length stands in the same node */
  for (let at = value - 4096; at < value + 4096; at += 4)
    if (fit.readUInt32BE(at) === 3 && fit.readUInt32BE(at + 4) === length) return at + 12 + 100;
  throw new Error('the FIT has no signature of RSA-3072');
}
