// The data partition at a start: mounted as it is when it says that it is whole, checked and mended when it does not.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { Site } from './site.ts';

/* The superblock of ext4: Documentation/filesystems/ext4/super.rst of Linux. */
const superblock = { at: 1024, size: 1024, state: 0x3a, label: 0x78, checksum: 0x3fc };
const errors = 2;
const clean = 1;
const checks = 'checking the data partition';

let site: Site;

beforeAll(async () => {
  site = await Site.begin('data', { cold: true });
});
afterAll(() => site.remove());

/** CRC-32C as ext4 keeps it: without the inversion at the end. */
function checksum(octets: Buffer): number {
  let crc = 0xffffffff;
  for (const octet of octets) {
    crc ^= octet;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 1 ? (crc >>> 1) ^ 0x82f63b78 : crc >>> 1;
  }
  return crc >>> 0;
}

const state = (): number => site.terminal.read('data', superblock.at + superblock.state, 2).readUInt16LE();

/** Cuts the power, changes the superblock and starts again; says what the start has said. */
async function restarted(change: (octets: Buffer) => void): Promise<string> {
  await site.settled();
  await site.powerOff();
  const octets = site.terminal.read('data', superblock.at, superblock.size);
  change(octets);
  site.terminal.write('data', superblock.at, octets);
  await site.powerOn();
  await site.terminal.answer();
  return site.terminal.machine.serial;
}

it('that was cut off is mounted as it is', async () => {
  expect(await restarted(() => undefined)).not.toContain(checks);
  expect(await site.settled()).toMatchObject({ slot: 'A' });
  expect(await site.hasAda()).toBe(true);
});

it('in which the kernel has met a fault is checked', async () => {
  const said = await restarted((octets) => {
    octets.writeUInt16LE(clean | errors, superblock.state);
    octets.writeUInt32LE(checksum(octets.subarray(0, superblock.checksum)), superblock.checksum);
  });
  expect(said).toContain(checks);
  await site.settled();
  expect(await site.hasAda()).toBe(true);
  expect(state()).toBe(clean);
});

it('whose superblock is damaged is mended from its copy', async () => {
  const said = await restarted((octets) => {
    octets.writeUInt8((octets[superblock.label] ?? 0) ^ 1, superblock.label);
  });
  expect(said).toContain(checks);
  await site.settled();
  expect(await site.hasAda()).toBe(true);
});
