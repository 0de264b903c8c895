// The promises of hal/net.h on the simulated terminal; test/net tries the same on a Linux one.

import { afterAll, beforeAll } from 'vitest';
import { type NetworkWorld, networkPromises } from '../conformance/network.ts';
import { Terminal } from '../harness/terminal.ts';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
});
afterAll(() => terminal.stop());

const world: NetworkWorld = {
  get admin() {
    return terminal.admin;
  },
  subnet: { mask: '255.255.255.0', gateway: '192.168.1.1', dns: '192.168.1.1', spare: '192.168.1.60' },
  async dhcp(how) {
    await terminal.bench.fault('ethernet', 'dhcpSilent', how === 'never');
    await terminal.bench.fault('ethernet', 'dhcpNonsense', how === 'nonsense');
  },
  occupy: (isTaken) => terminal.bench.fault('ethernet', 'addressConflict', isTaken),
  cable: (isIn) => terminal.bench.fault('ethernet', 'cableOut', !isIn),
  pass: (ms) => terminal.bench.advance(ms),
  async die() {
    await terminal.daemon.kill();
    await terminal.daemon.begin();
    await terminal.resume();
  },
};

networkPromises(() => world);
