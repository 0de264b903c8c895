// A terminal ready for use: a daemon with the first password set, and an administrator signed in.

import { plausiblePin, seedPin } from '../../tools/seed/users.ts';
import type { Bench } from './bench.ts';
import { Client, type ClientOptions } from './client.ts';
import type { CallRequest } from './contract.ts';
import { Daemon, type DaemonOptions } from './daemon.ts';

/** The tests' password for `admin`; it meets the rules and no test account has it. */
export const adminPassword = '704182';

/** The n-th six-digit password that meets the rules; distinct for distinct n. */
export function goodPassword(n: number): string {
  const plausible = plausibles[n];
  if (plausible === undefined) throw new Error(`no ${n}-th password`);
  return plausible;
}

const plausibles: readonly string[] = Array.from({ length: 4000 }, (_, index) => seedPin(index)).filter(plausiblePin);

export class Terminal {
  readonly daemon: Daemon;
  /** Signed in as `admin`. */
  readonly admin: Client;
  #bench: Bench;
  readonly #clients: Client[] = [];

  private constructor(daemon: Daemon, admin: Client, bench: Bench) {
    this.daemon = daemon;
    this.admin = admin;
    this.#bench = bench;
    this.#clients.push(admin);
  }

  /** Starts a fresh terminal and does the first sign-in. */
  static async start(options: DaemonOptions = {}): Promise<Terminal> {
    const daemon = await Daemon.start(options);
    try {
      const initial = await daemon.initialPassword();
      const admin = new Client(() => daemon.port);
      await admin.signIn('admin', initial);
      await admin.call('EditPwd', {
        userid: 'admin',
        oldpassword: initial,
        password: adminPassword,
        confirm: adminPassword,
      });
      admin.password = adminPassword;
      return new Terminal(daemon, admin, await daemon.bench());
    } catch (error) {
      await daemon.dispose();
      throw error;
    }
  }

  /** Takes over a running daemon after its first sign-in, with the tests' password. */
  static async take(daemon: Daemon): Promise<Terminal> {
    const admin = new Client(() => daemon.port);
    try {
      await admin.signIn('admin', adminPassword);
      return new Terminal(daemon, admin, await daemon.bench());
    } catch (error) {
      admin.close();
      await daemon.dispose();
      throw error;
    }
  }

  /** Starts a fresh terminal without the first sign-in. The caller ends the daemon and the client. */
  static async startFresh(options: DaemonOptions = {}): Promise<{ daemon: Daemon; client: Client; initial: string }> {
    const daemon = await Daemon.start(options);
    const initial = await daemon.initialPassword();
    return { daemon, client: new Client(() => daemon.port), initial };
  }

  get bench(): Bench {
    return this.#bench;
  }

  get port(): number {
    return this.daemon.port;
  }

  /** A client without a session. */
  client(options: ClientOptions = {}): Client {
    const client = new Client(() => this.daemon.port, options);
    this.#clients.push(client);
    return client;
  }

  /** A signed-in client. */
  async signedIn(username: string, password: string, options: ClientOptions = {}): Promise<Client> {
    const client = this.client(options);
    await client.signIn(username, password);
    return client;
  }

  /** Adds a user with admin level and signs in as that user. */
  async administrator(userid: number, level: number, password: string): Promise<Client> {
    await this.admin.call('adduser', { userid, username: `Level ${level}`, level, password });
    return this.signedIn(String(userid), password);
  }

  /** Adds a user; only the ID is needed. */
  async add(user: CallRequest<'adduser'>): Promise<void> {
    await this.admin.call('adduser', user);
  }

  /** Stops and starts the daemon, and signs `admin` in again: a restart ends all sessions. */
  async restart(): Promise<void> {
    await this.daemon.restart();
    await this.resume();
  }

  /** Called after the daemon was restarted by other means. */
  async resume(): Promise<void> {
    this.#bench = await this.daemon.bench();
    await this.admin.signIn('admin', adminPassword);
  }

  /** For afterAll: a clean end is part of every test. */
  async stop(): Promise<void> {
    for (const client of this.#clients) client.close();
    try {
      if (this.daemon.running) await this.daemon.stop();
    } finally {
      await this.daemon.dispose();
    }
  }
}
