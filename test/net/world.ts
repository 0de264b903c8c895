// A Linux posternd on a cable of its own: a network namespace with an Ethernet interface, whose other end is here, where
// udhcpd, name servers and neighbours are played. The tests reach it over a second interface. The whole run is in a user
// namespace (`unshare -rnm`), which needs no rights on the machine.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  appendFileSync,
  constants,
  existsSync,
  openSync,
  readFileSync,
  readlinkSync,
  readSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';
import type { NetworkWorld } from '../conformance/network.ts';
import { Client } from '../harness/client.ts';
import { temporaryFolder } from '../harness/daemon.ts';
import { rootPath } from '../harness/paths.ts';
import { adminPassword } from '../harness/terminal.ts';
import { until, within } from '../harness/wait.ts';

const port = 8080;
/** `NET_BUILD`: folder of a build for a board, as one with a sanitizer; else the one from the objects of the host build. */
const other = process.env['NET_BUILD'];
const programs = {
  posternd: rootPath(other === undefined ? 'build/host/posternd_linux' : `${other}/posternd`),
  hook: rootPath(`${other ?? 'build/host'}/postern-dhcp`),
};

/** Says what is missing before anything is tried: a test that cannot run fails. */
function demandAll(): void {
  for (const path of Object.values(programs)) {
    if (!existsSync(path)) throw new Error(`no ${path}: run make posternd`);
  }
  if (maySetClock()) throw new Error('with rights over this machine: run it as `make test-net` does');
}

/** Whether this process may set the machine's own clock, which the tests try: in a user namespace of its own it may not. */
function maySetClock(): boolean {
  /* On the machine itself every user has its own number: the whole range. */
  const isMachine = /\s4294967295\s*$/.test(readFileSync('/proc/self/uid_map', 'utf8'));
  const rights = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? 'f';
  const setTime = 25n; /* CAP_SYS_TIME, capabilities(7) */
  return isMachine && ((BigInt(`0x${rights}`) >> setTime) & 1n) === 1n;
}

const run = (command: string, ...args: string[]): string =>
  execFileSync(command, args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] });

const ip = (...args: string[]): string => run('ip', ...args);

/** A child that is ended with this process. */
const children = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of children) child.kill('SIGKILL');
});

function start(command: readonly string[], onText: (text: string) => void = () => undefined): ChildProcess {
  const child = spawn(command[0] ?? '', command.slice(1), { stdio: ['ignore', 'ignore', 'pipe'] });
  children.add(child);
  child.stderr?.setEncoding('utf8').on('data', onText);
  child.once('close', () => children.delete(child));
  return child;
}

async function end(child: ChildProcess | undefined, signal: NodeJS.Signals): Promise<number | null> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
  const ended = new Promise<number | null>((resolve) => child.once('close', (code) => resolve(code)));
  child.kill(signal);
  return within(`the end of ${child.spawnfile}`, ended);
}

export interface WorldOptions {
  /** Tells worlds of one run apart: 1 to 9. */
  readonly number: number;
  /** Seconds of a lease. */
  readonly lease?: number;
  /** Further lines of the file of the board. */
  readonly board?: readonly string[];
  /** Command before posternd. */
  readonly prefix?: readonly string[];
}

export class LinuxWorld implements NetworkWorld {
  readonly folder = temporaryFolder();
  readonly admin: Client;
  readonly subnet: NetworkWorld['subnet'];
  /** Where the terminal is reached, whatever happens to its Ethernet. */
  readonly service: string;
  readonly resolvConf = join(this.folder, 'resolv.conf');
  /** This end of the cable. */
  readonly peer: string;
  log = '';
  readonly #options: WorldOptions;
  readonly #net: string;
  readonly #screen = join(this.folder, 'screen');
  #keeper: ChildProcess | undefined;
  #server: ChildProcess | undefined;
  #daemon: ChildProcess | undefined;

  private constructor(options: WorldOptions) {
    const n = options.number;
    this.#options = options;
    this.#net = `192.168.${n}`;
    this.peer = `cable${n}`;
    this.service = `10.99.${n}.2`;
    this.subnet = {
      mask: '255.255.255.0',
      gateway: `${this.#net}.1`,
      dns: `${this.#net}.1`,
      spare: `${this.#net}.90`,
    };
    this.admin = new Client(() => port, { host: this.service });
  }

  /** A fresh terminal, cable in, no DHCP server yet, signed in. */
  static async start(options: WorldOptions): Promise<LinuxWorld> {
    demandAll();
    const world = new LinuxWorld(options);
    try {
      await world.#wire();
      await world.begin();
      await world.#signInFirst();
      return world;
    } catch (error) {
      await world.stop();
      throw error;
    }
  }

  /** A command in the terminal's namespace. */
  inside(...command: string[]): string[] {
    return ['nsenter', '-t', String(this.#keeper?.pid), '-n', ...command];
  }

  /** What a command in there prints. */
  tell(...command: string[]): string {
    const [program = '', ...args] = this.inside(...command);
    return run(program, ...args);
  }

  async #wire(): Promise<void> {
    const n = this.#options.number;
    const outside = readlinkSync('/proc/self/ns/net');
    this.#keeper = start(['unshare', '-n', 'sleep', 'infinity']);
    const pid = String(this.#keeper.pid);
    await until('a network of the terminal’s own', () => {
      const inside = readlinkSync(`/proc/${pid}/ns/net`);
      return inside !== outside && readFileSync(`/proc/${pid}/comm`, 'utf8').trim() === 'sleep';
    });
    ip('link', 'set', 'lo', 'up');
    this.tell('ip', 'link', 'set', 'lo', 'up');
    for (const [own, other] of [
      [this.peer, 'eth0'],
      [`service${n}`, 'service'],
    ] as const) {
      ip('link', 'add', own, 'type', 'veth', 'peer', 'name', other, 'netns', pid);
      ip('link', 'set', own, 'up');
    }
    ip('addr', 'add', `${this.subnet.gateway}/24`, 'dev', this.peer);
    ip('addr', 'add', `10.99.${n}.1/24`, 'dev', `service${n}`);
    this.tell('ip', 'addr', 'add', `${this.service}/24`, 'dev', 'service');
    this.tell('ip', 'link', 'set', 'service', 'up');
  }

  /** Starts posternd, and waits until it is ready. */
  async begin(): Promise<void> {
    const board = join(this.folder, 'board');
    const lines = [
      'ethernet = eth0',
      'dhcp = /sbin/udhcpc',
      `dhcp-hook = ${programs.hook}`,
      `resolv-conf = ${this.resolvConf}`,
      `text-display = ${this.#screen}`,
      ...(this.#options.board ?? []),
    ];
    writeFileSync(board, `${lines.join('\n')}\n`);
    appendFileSync(this.#screen, '');
    const before = this.log.length;
    const own = ['--state', join(this.folder, 'state'), '--http', `${this.service}:${port}`, '--board', board];
    const command = this.inside(...(this.#options.prefix ?? []), programs.posternd, ...own);
    const daemon = start(command, (text) => {
      this.log += text;
    });
    this.#daemon = daemon;
    await until('posternd to be ready', () => {
      if (daemon.exitCode !== null) throw new Error(`posternd ended at its start:\n${this.log.slice(before)}`);
      return this.log.slice(before).includes('event=ready');
    });
  }

  /** The idle screen, as it was written. */
  get screen(): string {
    return readFileSync(this.#screen, 'utf8');
  }

  async #signInFirst(): Promise<void> {
    const initial = await until(
      'the initial password on the screen',
      () => /^Initial password of admin: (\d+)$/m.exec(this.screen)?.[1],
    );
    await this.admin.signIn('admin', initial);
    await this.admin.call('EditPwd', {
      userid: 'admin',
      oldpassword: initial,
      password: adminPassword,
      confirm: adminPassword,
    });
    this.admin.password = adminPassword;
  }

  /** The process that nsenter has become. */
  get pid(): number {
    const pid = this.#daemon?.pid;
    if (pid === undefined) throw new Error('posternd does not run');
    return pid;
  }

  /** udhcpc of this terminal; undefined while there is none. */
  client(): number | undefined {
    const found = readFileSync(`/proc/${this.pid}/task/${this.pid}/children`, 'utf8');
    const others = this.#threadChildren();
    return Number(`${found} ${others}`.trim().split(/\s+/)[0] || 0) || undefined;
  }

  /** A child belongs to the thread that started it. */
  #threadChildren(): string {
    const threads = run('ls', `/proc/${this.pid}/task`).trim().split('\n');
    return threads
      .map((thread) => readFileSync(`/proc/${this.pid}/task/${thread}/children`, 'utf8'))
      .join(' ')
      .trim();
  }

  async dhcp(how: 'well' | 'never' | 'nonsense'): Promise<void> {
    await end(this.#server, 'SIGKILL');
    this.#server = undefined;
    if (how === 'never') return;
    const config = join(this.folder, 'udhcpd.conf');
    const leases = join(this.folder, 'leases');
    const lines = [
      `interface ${this.peer}`,
      `start ${this.#net}.50`,
      `end ${this.#net}.59`,
      'max_leases 10',
      'min_lease 2',
      'offer_time 2',
      `lease_file ${leases}`,
      `pidfile ${join(this.folder, 'udhcpd.pid')}`,
      `option subnet ${how === 'well' ? this.subnet.mask : '255.0.255.0'}`,
      `option router ${this.subnet.gateway}`,
      `option dns ${this.subnet.dns}`,
      `option lease ${this.#options.lease ?? 600}`,
    ];
    writeFileSync(config, `${lines.join('\n')}\n`);
    rmSync(leases, { force: true });
    writeFileSync(leases, '');
    this.#server = start(['udhcpd', '-f', config]);
  }

  async occupy(isTaken: boolean): Promise<void> {
    ip('addr', isTaken ? 'add' : 'del', `${this.subnet.spare}/24`, 'dev', this.peer);
  }

  async cable(isIn: boolean): Promise<void> {
    ip('link', 'set', this.peer, isIn ? 'up' : 'down');
  }

  async pass(): Promise<void> {
    // Time is the machine's own here.
  }

  async die(): Promise<void> {
    await end(this.#daemon, 'SIGKILL');
    await this.begin();
    await this.admin.signIn('admin', adminPassword);
  }

  /** SIGTERM and a clean end. */
  async finish(): Promise<void> {
    const code = await end(this.#daemon, 'SIGTERM');
    if (code !== 0) throw new Error(`posternd ended with ${code}:\n${this.log.slice(-4000)}`);
  }

  /** For afterAll. */
  async stop(): Promise<void> {
    this.admin.close();
    await end(this.#daemon, 'SIGTERM');
    await end(this.#server, 'SIGKILL');
    await end(this.#keeper, 'SIGKILL');
    rmSync(this.folder, { recursive: true, force: true });
    const report = /^.*(?:Sanitizer|runtime error:).*$/m.exec(this.log);
    if (report !== null)
      throw new Error(`a sanitizer complained: ${this.log.slice(report.index, report.index + 4000)}`);
  }
}

/** Starts a world for the tests around it. */
export function worldFor(start: () => Promise<LinuxWorld>): () => LinuxWorld {
  let world: LinuxWorld | undefined;
  beforeAll(async () => {
    world = await start();
  });
  afterAll(() => world?.stop());
  return () => {
    if (world === undefined) throw new Error('the terminal did not start');
    return world;
  };
}

/** The other end of a FIFO, which is there before the daemon opens it. */
export function fifo(path: string): () => string {
  execFileSync('mkfifo', [path]);
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  let text = '';
  return () => {
    const octets = Buffer.alloc(4096);
    try {
      text += octets.subarray(0, readSync(fd, octets)).toString();
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EAGAIN')) throw error;
    }
    return text;
  };
}
