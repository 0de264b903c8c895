// The power is cut at random instants of an upgrade, with SIGKILL to the emulator, on a disk that then forgets what was not flushed
// (cache.ts). Whatever the instant, the terminal answers again, runs one of the two versions and the right one where that was
// decided, has every user whose adding it had acknowledged, up to the last moment, and can be upgraded once more.
//
// KILLS says how many (60), SEED repeats a run. Each goes on with the disk that the one before has left. Restarts are cold ones.

import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Random, runSeed } from '../harness/random.ts';
import { adminPassword } from '../harness/terminal.ts';
import { install, type State } from '../harness/upgrade.ts';
import { until, within } from '../harness/wait.ts';
import { brokenSlot, builtBundle, bundle, nextVersion, payloadOf, slotImage } from './bundles.ts';
import { Site } from './site.ts';

const kills = Number(process.env['KILLS'] ?? 60);
const random = new Random(runSeed(20_261_124));

/** Parts of an upgrade, in their order; the last one is that of a version that does not start. */
const phases = ['sending and writing', 'switch', 'first start', 'trial', 'way back'] as const;
type Phase = (typeof phases)[number];

const payloads = { own: slotImage(), next: payloadOf(builtBundle('next')), broken: brokenSlot() };

let site: Site;
let number = 0;
/** How long each took when it was not cut off last: other work on this machine comes and goes. */
const lasts = new Map<Phase, number>();

/** Adds users, one after the other, whatever becomes of the terminal meanwhile; knows those that were acknowledged. */
class Adding {
  readonly acknowledged: number[] = [];
  #next = 10_000;

  /** Goes on until `isOver`. */
  async until(isOver: () => boolean): Promise<void> {
    const client = site.admin.twin();
    while (!isOver()) {
      const userid = this.#next;
      try {
        const reply = await client.attempt('adduser', { userid, username: `kept ${userid}` }, { boundMs: 5_000 });
        this.#next += 1; /* also when nobody says what came of it */
        if (reply.envelope.code === 'success') this.acknowledged.push(userid);
        if (reply.status === 401) await client.signIn('admin', adminPassword);
      } catch {
        this.#next += 1;
        client.close();
      }
      await pause(50);
    }
    client.close();
  }

  /** Those that were acknowledged and are not there. */
  async missing(): Promise<number[]> {
    const there = new Set<number>();
    let after = '';
    do {
      const page = await site.admin.call('userlist', { limit: 100, ...(after === '' ? {} : { after }) });
      for (const user of page.users) there.add(user.userid);
      after = page.next;
    } while (after !== '');
    return this.acknowledged.filter((userid) => !there.has(userid));
  }
}

const adding = new Adding();

const other = (slot: string): string => (slot === 'A' ? 'B' : 'A');

/** An upgrade that was begun: to the version that does not run, or to the one that does not start. */
class Upgrade {
  readonly to: string;
  readonly from: State;
  readonly #starts: number;
  readonly #sent: Promise<unknown>;

  constructor(from: State, isBroken: boolean) {
    number += 1;
    this.from = from;
    this.to = `99.1.${number}`;
    this.#starts = site.terminal.machine.starts;
    const good = from.version === nextVersion ? payloads.own : payloads.next;
    this.#sent = install(site.admin.twin(), bundle(isBroken ? payloads.broken : good, { version: this.to }));
    this.#sent.catch(() => undefined);
  }

  /** What is on the disk, flushed or not, says that the other slot starts next. */
  isSwitched(): boolean {
    const into = other(this.from.slot);
    const environment = site.terminal.environment();
    return environment?.['BOOT_ORDER']?.startsWith(into) === true && environment[`BOOT_${into}_LEFT`] !== '0';
  }

  /** Waits until a phase begins. */
  async begins(phase: Phase): Promise<void> {
    let since = performance.now();
    const lasted = (what: Phase): void => {
      lasts.set(what, performance.now() - since);
      since = performance.now();
    };
    if (phase === 'sending and writing') return;
    await until('the switch', () => this.isSwitched(), { everyMs: 5 });
    await within('the end of the sending', this.#sent);
    lasted('sending and writing');
    if (phase === 'switch') return;
    await until('the restart', () => site.terminal.machine.starts > this.#starts, { everyMs: 5 });
    lasted('switch');
    if (phase !== 'trial') return;
    await site.terminal.answer();
    lasted('first start');
  }

  async over(): Promise<void> {
    await this.#sent.catch(() => undefined);
  }
}

async function measure(): Promise<void> {
  const good = new Upgrade(await site.settled(), false);
  await good.begins('trial');
  let since = performance.now();
  await site.stateWhere('the confirmation', ({ step, last }) => step === 'idle' && last.to === good.to);
  lasts.set('trial', performance.now() - since);
  const broken = new Upgrade(await site.settled(), true);
  await broken.begins('way back');
  since = performance.now();
  await site.wentBack(broken.to);
  lasts.set('way back', performance.now() - since);
}

beforeAll(async () => {
  site = await Site.begin('kill', { cold: true, forgets: random });
  await measure();
  const times = phases.map((phase) => `${phase} ${((lasts.get(phase) ?? 0) / 1000).toFixed(1)} s`).join(', ');
  console.log(`kill: SEED=${random.seed} KILLS=${kills}; not cut off: ${times}`);
});
beforeEach(async () => {
  if (!site.terminal.hasPower) await site.powerOn();
});
afterAll(() => site.remove());

/** What has to be so at the end: `isSwitched` of the disk after the cut. */
function judge(phase: Phase, { from, to }: Upgrade, isSwitched: boolean, after: State): void {
  if (phase === 'first start' || phase === 'trial') expect(isSwitched).toBe(true);
  const isNew = isSwitched && phase !== 'way back';
  expect(after.slot).toBe(isNew ? other(from.slot) : from.slot);
  expect(after.version === from.version).toBe(!isNew);
  if (isNew) expect(after.last).toMatchObject({ end: 'confirmed', to });
  if (phase === 'way back') expect(after.last).toMatchObject({ end: 'wentBack', reason: 'noStart', to });
}

describe('a power cut', () => {
  const plan = Array.from({ length: kills }, (_, index) => ({
    nth: index + 1,
    phase: phases[index % phases.length] ?? 'switch',
    part: random.unit(),
  }));

  it.each(plan)('$nth: in $phase, $part of it', async ({ nth, phase, part }) => {
    const upgrade = new Upgrade(await site.settled(), phase === 'way back');
    let isCut = false;
    const added = adding.until(() => isCut);
    let loss: Awaited<ReturnType<Site['powerOff']>>;
    try {
      await upgrade.begins(phase);
      await pause(part * (lasts.get(phase) ?? 0));
    } finally {
      isCut = true;
      loss = await site.powerOff();
      await Promise.all([upgrade.over(), added]);
    }
    const isSwitched = upgrade.isSwitched();
    await site.powerOn();
    const { ms } = await site.terminal.answer();
    const after = await site.settled();
    judge(phase, upgrade, isSwitched, after);
    await site.terminal.confirmed(after.slot === 'A' ? 'A' : 'B');
    expect(await site.hasAda()).toBe(true);
    expect(await adding.missing()).toEqual([]);
    const lost = `${(loss?.late ?? 0) - (loss?.kept ?? 0)} of ${loss?.late ?? 0} sectors lost`;
    const runs = `slot ${upgrade.from.slot}, then ${after.slot}; ${adding.acknowledged.length} users`;
    console.log(
      `kill ${nth}: ${phase} at ${part.toFixed(2)}: ${lost}; answer after ${(ms / 1000).toFixed(1)} s; ${runs}`,
    );
  });

  it('leaves a terminal that can be upgraded', async () => {
    const { slot } = await site.settled();
    const next = new Upgrade(await site.settled(), false);
    const over = await site.stateWhere('it', ({ step, last }) => step === 'idle' && last.to === next.to);
    expect(over).toMatchObject({ slot: other(slot), last: { end: 'confirmed' } });
    expect(await adding.missing()).toEqual([]);
  });
});
