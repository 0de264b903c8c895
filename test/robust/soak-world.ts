// A terminal in fast time: its clock, its administrator, its lives, and the history of all that.

import type { BenchRequest } from '../harness/bench.ts';
import type { Client } from '../harness/client.ts';
import type { Random } from '../harness/random.ts';
import { readStopwatch } from '../harness/stopwatch.ts';
import { adminPassword, type Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import type { Entry, Person, Rules, Shown } from './soak-history.ts';

const minuteMs = 60_000;
/** Sessions end after half an hour without a call, and after twelve hours. */
const idleMostMs = 25 * minuteMs;
const sessionMostMs = 11 * 60 * minuteMs;
/** How long a status, or the next factor, is waited for. */
export const waitsMs = 10_000;
/** So little passes between two people who stand there together. */
export const togetherMs = 200;
const held = 'another holds the store';

export class SoakWorld {
  readonly terminal: Terminal;
  readonly random: Random;
  readonly history: Entry[] = [];
  readonly people = new Map<number, Person>();
  /** Device, and the fault it has. */
  readonly faults = new Map<string, string>();
  rules: Rules;
  skin = 0;
  elapsedMs = 0;
  readonly counts = { shown: 0, faults: 0, kills: 0, restarts: 0, steps: 0, plans: 0 };
  #nowMs = 0;
  #aheadMs = 0;
  #idleMs = 0;
  #sessionMs = 0;
  #logFrom = 0;

  constructor(terminal: Terminal, random: Random, rules: Rules) {
    this.terminal = terminal;
    this.random = random;
    this.rules = rules;
  }

  /** Milliseconds since 1970 UTC as the story has them: the same in each run of a seed, whatever the machine takes. */
  get now(): number {
    return this.#nowMs;
  }

  /** The terminal's clock as far as it is known from outside. Real time passes there too, until the next pause takes it back. */
  #clock(): number {
    return Date.now() + this.#aheadMs;
  }

  has(device: string, kind?: string): boolean {
    const fault = this.faults.get(device);
    return kind === undefined ? fault !== undefined : fault === kind;
  }

  /** Nothing that passes is between a moment and ten seconds: whether a wait is over is then never in doubt. */
  async pass(ms: number): Promise<void> {
    if (ms > togetherMs && ms < waitsMs) throw new Error(`${ms} ms are neither a moment nor a pause`);
    this.#nowMs += ms;
    this.elapsedMs += ms;
    if (ms >= waitsMs) await this.pause();
    else await this.#advance(ms);
  }

  /** Ten seconds, or until the terminal's clock is where the story is. */
  async pause(): Promise<void> {
    await this.#advance(Math.max(waitsMs, Math.round(this.#nowMs - this.#clock())));
    this.history.push({ what: 'pause' });
  }

  async #advance(ms: number): Promise<void> {
    await this.terminal.bench.advance(ms);
    this.#aheadMs += ms;
    this.#idleMs += ms;
    this.#sessionMs += ms;
  }

  /** The administrator, signed in. */
  async admin(): Promise<Client> {
    const { admin } = this.terminal;
    if (this.#sessionMs > sessionMostMs || this.#idleMs > idleMostMs) {
      await admin.signIn('admin', adminPassword);
      this.#sessionMs = 0;
    }
    this.#idleMs = 0;
    return admin;
  }

  async #readClock(): Promise<void> {
    const admin = await this.admin();
    const before = Date.now();
    const { state } = await admin.call('SetDateTimeParam', {});
    this.#aheadMs = state.now - (before + Date.now()) / 2;
  }

  /** The clock was set to a time, by whomever. */
  async takeClock(ms: number): Promise<void> {
    this.#nowMs = ms;
    await this.#readClock();
  }

  /** False: it could not be set. */
  async setClock(ms: number): Promise<boolean> {
    const admin = await this.admin();
    const time = Math.ceil(ms / 1000);
    if (this.has('clock')) {
      await admin.refuse('GetDateTimeParam', { time }, 'device_offline', 'time');
      return false;
    }
    await admin.call('GetDateTimeParam', { time });
    await this.takeClock(time * 1000);
    return true;
  }

  /** To be called behind the change. */
  changeRules(change: Partial<Rules>): void {
    this.rules = { ...this.rules, ...change };
    this.history.push({ what: 'rules', change });
  }

  changePerson(userid: number, person: Person | undefined): void {
    if (person === undefined) this.people.delete(userid);
    else this.people.set(userid, person);
    this.history.push({ what: 'person', userid, person });
  }

  /** Shows something without waiting for what comes of it; undefined: it could not be shown. */
  async show(request: BenchRequest, by: Pick<Shown, 'factor' | 'userid' | 'right'>): Promise<Shown | undefined> {
    const shown: Shown = {
      what: 'shown',
      ...by,
      skin: this.has('thermometer') ? 0 : this.skin,
      atMs: this.#clock(),
      byMs: Number.POSITIVE_INFINITY,
      sure: false,
    };
    const device = by.factor === 'card' ? 'reader' : 'keypad';
    const answer = await this.terminal.bench.ask(request);
    if (answer.ok === this.has(device))
      throw new Error(`${device}: ${JSON.stringify(answer)}, ${this.faults.get(device)}`);
    if (!answer.ok) return undefined;
    shown.byMs = this.#clock();
    this.history.push(shown);
    this.counts.shown++;
    return shown;
  }

  /** The same, and waits until the terminal has dealt with it: whatever it wrote is then in the log. */
  async present(request: BenchRequest, by: Pick<Shown, 'factor' | 'userid' | 'right'>): Promise<Shown | undefined> {
    const { bench } = this.terminal;
    const seen = bench.accesses.length;
    const before = this.has('display') ? (await readStopwatch(bench)).told.count : 0;
    const shown = await this.show(request, by);
    if (shown === undefined) return undefined;
    if (this.has('display')) {
      await until('the end of it', async () => (await readStopwatch(bench)).told.count > before, { everyMs: 1 });
    } else {
      shown.told = await until('what the terminal says of it', () => bench.accesses[seen], { everyMs: 1 });
    }
    shown.sure = true;
    return shown;
  }

  /** The door is under what it was under before. */
  async sees(command: number): Promise<void> {
    const rule = new Map([
      [3, 'lockedDown'],
      [4, 'fire'],
    ]).get(command);
    await until(
      `the door to be under ${rule ?? 'nothing'}`,
      async () => {
        const now = (await (await this.admin()).call('doorState', {})).rule;
        return rule === undefined ? now !== 'fire' && now !== 'lockedDown' : now === rule;
      },
      { everyMs: 2 },
    );
  }

  async #again(): Promise<void> {
    this.faults.clear();
    this.skin = 0;
    this.#logFrom = this.terminal.daemon.log.length;
    this.#idleMs = 0;
    this.#sessionMs = 0;
    await this.terminal.resume();
    await this.setClock(this.now);
    /* Nobody who comes now can be taken for somebody who came before. */
    await this.pause();
    await this.sees(this.rules.command);
  }

  /** SIGKILL at this very moment, and the next start. */
  async kill(): Promise<void> {
    const { daemon } = this.terminal;
    await daemon.kill();
    this.history.push({ what: 'cut', held: daemon.log.slice(this.#logFrom).some((line) => line.includes(held)) });
    this.counts.kills++;
    await daemon.begin();
    await this.#again();
  }

  /** An end in order and another start, by a signal or as an administrator does it. */
  async restart(bySignal: boolean): Promise<void> {
    const { daemon } = this.terminal;
    if (bySignal) await daemon.restart();
    else {
      const admin = await this.admin();
      await daemon.restartsBy(() => admin.call('RestartMachine', {}));
    }
    this.history.push({ what: 'end' });
    this.counts.restarts++;
    await this.#again();
  }
}
