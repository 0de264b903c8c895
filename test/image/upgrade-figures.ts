// How long an upgrade over the network takes beside SWUpdate alone, which reads the same bundle from memory in the same machine, with the
// daemon idle; and what memory is in use at rest, and when half of a bundle has come.
//
//   npx node test/image/upgrade-figures.ts [ROUNDS]
//
// What is compared are the medians. Somebody starts SWUpdate and reads /proc on the serial console, whose jumper is set.

import { writeFileSync } from 'node:fs';
import { pieceOctets } from '../harness/pieces.ts';
import { offer, sendPiece, sendRest } from '../harness/upgrade.ts';
import { until } from '../harness/wait.ts';
import { builtBundle, bundle, payloadOf, slotImage } from './bundles.ts';
import { Site } from './site.ts';

const rounds = Number(process.argv[2] ?? 3);
const inMemory = '/run/bundle.swu';
const gift = 'build/test/image/gift.swu';
const payloads = [slotImage(), payloadOf(builtBundle('next'))] as const;

const median = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0;

/** kB that a line of /proc says. */
function kilobytes(text: string, key: string): number {
  const value = new RegExp(`^${key}:\\s+(\\d+) kB`, 'm').exec(text)?.[1];
  if (value === undefined) throw new Error(`no ${key} in: ${text}`);
  return Number(value);
}

interface Memory {
  readonly daemon: { readonly rss: number; readonly pss: number };
  readonly installer: { readonly rss: number; readonly pss: number };
  readonly available: number;
}

async function memory(site: Site): Promise<Memory> {
  const of = async (name: string): Promise<Memory['daemon']> => {
    /* SWUpdate is several processes: their shares add up. */
    const each = await site.shell(`for p in $(pidof ${name}); do cat /proc/$p/smaps_rollup; done`);
    const parts = each.split(/^.*\[rollup\]\s*$/m).slice(1);
    const sum = (key: string): number => parts.reduce((all, part) => all + kilobytes(part, key), 0);
    return { rss: sum('Rss'), pss: sum('Pss') };
  };
  const whole = await site.shell('cat /proc/meminfo');
  return {
    daemon: await of('posternd'),
    installer: await of('swupdate'),
    available: kilobytes(whole, 'MemAvailable'),
  };
}

/** Seconds that SWUpdate takes for the slot that does not run. */
async function alone(site: Site, other: 'a' | 'b'): Promise<number> {
  const run = `swupdate -i ${inMemory} -k /etc/postern/roots.pem -H terminal:qemu-arm64 -q stable,${other} -e stable,${other}`;
  const said = await site.shell(
    `mkdir -p /tmp/alone; read before _ </proc/uptime; TMPDIR=/tmp/alone RUNTIME_DIRECTORY=/tmp/alone ${run} -M -m -l 3 ` +
      `>/tmp/alone/log 2>&1 || echo failed; read after _ </proc/uptime; echo "took $before $after"; cat /tmp/alone/log`,
  );
  const [, before, after] = /took (\S+) (\S+)/.exec(said) ?? [];
  if (before === undefined || said.startsWith('failed') || !/success/i.test(said)) throw new Error(said);
  return Number(after) - Number(before);
}

/** Seconds from the first piece to the switch; `halfway` is called in between, and not counted. */
async function overTheNetwork(site: Site, file: Buffer, halfway: () => Promise<void>): Promise<number> {
  const order = site.terminal.environment()?.['BOOT_ORDER'];
  let since = performance.now();
  await offer(site.admin, file);
  await site.admin.call('upgradeStart', {});
  let offset = pieceOctets;
  while (offset < file.length >> 1) {
    const reply = await sendPiece(site.admin, file, offset);
    if (reply.envelope.code === 'error') throw new Error(`UpdateMachine answered ${reply.text}`);
    offset = Number(reply.envelope.data['received']);
  }
  const before = performance.now();
  await halfway();
  since += performance.now() - before;
  const refused = await sendRest(site.admin, file, offset);
  if (refused !== undefined) throw new Error(`UpdateMachine answered ${refused.text}`);
  await until('the switch', () => site.terminal.environment()?.['BOOT_ORDER'] !== order, { everyMs: 5 });
  return (performance.now() - since) / 1000;
}

function tell(name: string, { daemon, installer, available }: Memory): void {
  const mib = (kb: number): string => (kb / 1024).toFixed(1);
  console.log(
    `memory ${name}, MiB: posternd RSS ${mib(daemon.rss)} PSS ${mib(daemon.pss)}, SWUpdate RSS ${mib(installer.rss)} ` +
      `PSS ${mib(installer.pss)}, available ${mib(available)}`,
  );
}

const drive = [
  '-drive',
  `if=none,id=gift,format=raw,readonly=on,file=${gift}`,
  '-device',
  'virtio-blk-device,drive=gift',
];
const site = await Site.begin('upgrade-figures', { cold: true, jumper: true });
try {
  await site.settled();
  const times: { alone: number[]; network: number[]; confirmed: number[] } = { alone: [], network: [], confirmed: [] };
  for (let round = 1; round <= rounds; round += 1) {
    const to = `99.1.${round}`;
    const file = bundle(payloads[round % 2 === 1 ? 1 : 0], { version: to });
    writeFileSync(gift, file);
    await site.powerOff();
    await site.powerOn(drive);
    const { slot } = await site.settled();
    await site.terminal.confirmed(slot === 'A' ? 'A' : 'B');
    await site.terminal.says('the console is open');
    await site.shell(
      `for d in vda vdb; do [ -d /sys/class/block/$d/\${d}1 ] || busybox dd if=/dev/$d of=${inMemory} bs=65536; done; sync`,
    );
    times.alone.push(await alone(site, slot === 'A' ? 'b' : 'a'));
    await site.shell(`rm ${inMemory}; sync`);
    if (round === 1) tell('at rest', await memory(site));
    const since = performance.now();
    times.network.push(
      await overTheNetwork(site, file, async () => {
        if (round === 1) tell('halfway', await memory(site));
      }),
    );
    await site.stateWhere('the confirmation', ({ step, last }) => step === 'idle' && last.to === to);
    times.confirmed.push((performance.now() - since) / 1000);
  }
  const [one, two, three] = [median(times.alone), median(times.network), median(times.confirmed)];
  console.log(
    `upgrade, s: over the network to the switch ${two.toFixed(2)}, SWUpdate alone ${one.toFixed(2)}, ratio ${(two / one).toFixed(2)}; ` +
      `to the confirmation, cold restart ${three.toFixed(1)}`,
  );
} finally {
  await site.remove();
}
