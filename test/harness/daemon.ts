// Starts, restarts and ends a posternd for a test: free loopback port, temporary state, ended by pid.

import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Bench } from './bench.ts';
import { daemonPath } from './paths.ts';
import { until, within } from './wait.ts';

export interface DaemonOptions {
  /** Permanent folder; default: a temporary one, removed by dispose(). */
  readonly state?: string;
  readonly binary?: string;
  /** False: without TLS. */
  readonly https?: boolean;
  /** Further options of the command line. */
  readonly args?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Command that starts the daemon, such as prlimit with its options. */
  readonly prefix?: readonly string[];
}

export interface Exit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/** Children of this process that are not reaped; killed when the test run ends in any way. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

interface Ports {
  readonly http: number;
  readonly https: number;
}

/** The ports it listens on, from the log line that says that it is ready. */
function readyPorts(lines: readonly string[], https: boolean): Ports | undefined {
  if (!lines.some((line) => /\bready\b/.test(line))) return undefined;
  const portOf = (scheme: string): number => {
    const pattern = new RegExp(`\\b${scheme}="?127\\.0\\.0\\.1:(\\d+)`);
    const port = lines.map((line) => pattern.exec(line)?.[1]).find((text) => text !== undefined);
    if (port === undefined) throw new Error(`posternd is ready but does not say where:\n${lines.join('\n')}`);
    return Number(port);
  };
  return { http: portOf('http'), https: https ? portOf('https') : 0 };
}

/** Folder for the files of a test; short, because a Unix socket's path is limited to 107 bytes. */
export function temporaryFolder(): string {
  return mkdtempSync(join(tmpdir(), 'pst-'));
}

/** One run of the program from start to end. */
interface Run {
  readonly child: ChildProcess;
  readonly ended: Promise<Exit>;
  exit: Exit | undefined;
}

export class Daemon {
  readonly state: string;
  /** Lines of all runs on stderr, oldest first. */
  readonly log: string[] = [];
  readonly #options: DaemonOptions;
  readonly #folder: string;
  #ports: Ports = { http: 0, https: 0 };
  #run: Run | undefined;
  #bench: Bench | undefined;

  private constructor(options: DaemonOptions) {
    this.#options = options;
    this.#folder = temporaryFolder();
    this.state = options.state ?? join(this.#folder, 'state');
  }

  /** Creates a daemon and starts it; returns when it responds. */
  static async start(options: DaemonOptions = {}): Promise<Daemon> {
    const daemon = new Daemon(options);
    try {
      await daemon.begin();
    } catch (error) {
      await daemon.dispose();
      throw error;
    }
    return daemon;
  }

  /** Runs it when it is expected to refuse; returns how it ended and keeps the log. */
  static async refused(options: DaemonOptions): Promise<{ exit: Exit; log: readonly string[] }> {
    const daemon = new Daemon(options);
    try {
      const run = daemon.#spawn({ http: 0, https: 0 });
      const exit = await within('a refusal', run.ended);
      return { exit, log: [...daemon.log] };
    } finally {
      await daemon.dispose();
    }
  }

  get port(): number {
    return this.#ports.http;
  }

  get httpsPort(): number {
    return this.#ports.https;
  }

  get origin(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  /** The same over TLS. */
  get secureOrigin(): string {
    return `https://127.0.0.1:${this.httpsPort}`;
  }

  get pid(): number {
    const pid = this.#run?.child.pid;
    if (pid === undefined) throw new Error('the daemon does not run');
    return pid;
  }

  get running(): boolean {
    return this.#run !== undefined && this.#run.exit === undefined;
  }

  get socketPath(): string {
    return join(this.#folder, 'bench');
  }

  get database(): string {
    return join(this.state, 'postern.db');
  }

  /** The log as one text. */
  get logText(): string {
    return this.log.join('\n');
  }

  #spawn(ports: Ports): Run {
    const binary = this.#options.binary ?? daemonPath();
    const https = this.#options.https === false ? 'off' : `127.0.0.1:${ports.https}`;
    const listen = ['--http', `127.0.0.1:${ports.http}`, '--https', https];
    const own = ['--state', this.state, ...listen, '--bench', this.socketPath];
    const command = [...(this.#options.prefix ?? []), binary, ...own, ...(this.#options.args ?? [])];
    const child = spawn(command[0] ?? binary, command.slice(1), {
      env: { ...process.env, ...this.#options.env },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    running.add(child);
    let rest = '';
    child.stderr?.setEncoding('utf8');
    child.stderr?.on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      this.log.push(...lines);
    });
    const run: Run = {
      child,
      exit: undefined,
      ended: new Promise((resolve, reject) => {
        child.once('error', reject);
        child.once('close', (code, signal) => {
          if (rest !== '') this.log.push(rest);
          running.delete(child);
          run.exit = { code, signal };
          resolve(run.exit);
        });
      }),
    };
    run.ended.catch(() => running.delete(child));
    return run;
  }

  /** Starts it (again) and waits until it is ready. The ports of the first start stay. */
  async begin(): Promise<void> {
    if (this.running) throw new Error('the daemon runs already');
    const before = this.log.length;
    const run = this.#spawn(this.#ports);
    this.#run = run;
    const ports = await until(
      'posternd to be ready',
      () => (run.exit === undefined ? readyPorts(this.log.slice(before), this.#options.https !== false) : 'ended'),
      { everyMs: 5 },
    );
    if (ports === 'ended') {
      throw new Error(`posternd ended with ${JSON.stringify(run.exit)} at start:\n${this.log.slice(-20).join('\n')}`);
    }
    this.#ports = ports;
  }

  /** Causes a restart by the daemon itself, and waits until it is ready again: the same process on the same ports. */
  async restartsBy(cause: () => Promise<unknown>): Promise<void> {
    const run = this.#run;
    const before = this.log.length;
    await cause();
    const ports = await until(
      'posternd to be ready again',
      () => (run?.exit === undefined ? readyPorts(this.log.slice(before), this.#options.https !== false) : 'ended'),
      { everyMs: 5 },
    );
    this.#forgetBench();
    const same = ports !== 'ended' && ports.http === this.port && ports.https === this.httpsPort;
    if (!same) throw new Error(`posternd did not start anew:\n${this.log.slice(before).join('\n')}`);
  }

  /** The bench socket, connected once per run. */
  async bench(): Promise<Bench> {
    this.#bench ??= await Bench.open(this.socketPath);
    return this.#bench;
  }

  /** The initial password, from the display. */
  async initialPassword(): Promise<string> {
    const bench = await this.bench();
    return until('the initial password on the display', () => bench.displays.at(-1)?.initialPassword ?? undefined);
  }

  #forgetBench(): void {
    this.#bench?.close();
    this.#bench = undefined;
  }

  /** SIGTERM and a clean end: throws for any exit code other than 0, or a sanitizer's report. */
  async stop(): Promise<void> {
    const exit = await this.stopWith('SIGTERM');
    if (exit.code !== 0) {
      throw new Error(`posternd ended with ${JSON.stringify(exit)}:\n${this.log.slice(-40).join('\n')}`);
    }
    this.#checkSanitizers();
  }

  /** Sends a signal and waits for the end. */
  async stopWith(signal: NodeJS.Signals): Promise<Exit> {
    const run = this.#run;
    if (run === undefined) throw new Error('the daemon was never started');
    if (run.exit === undefined) run.child.kill(signal);
    const exit = await within(`posternd to end after ${signal}`, run.ended);
    this.#forgetBench();
    return exit;
  }

  /** SIGKILL: no code of it runs any more. */
  async kill(): Promise<void> {
    await this.stopWith('SIGKILL');
  }

  /** Sends a signal that does not end it, such as SIGHUP or SIGSTOP. */
  signal(signal: NodeJS.Signals): void {
    process.kill(this.pid, signal);
  }

  async restart(): Promise<void> {
    await this.stop();
    await this.begin();
  }

  #checkSanitizers(): void {
    const report = this.log.find((line) =>
      /(Address|Thread|Leak|UndefinedBehavior)Sanitizer|runtime error:/.test(line),
    );
    if (report !== undefined) throw new Error(`a sanitizer complained: ${report}\n${this.logText}`);
  }

  /** Ends it if it still runs, and removes temporary files. For afterAll; does not check how it ended. */
  async dispose(): Promise<void> {
    const run = this.#run;
    if (run !== undefined && run.exit === undefined) {
      run.child.kill('SIGKILL');
      await run.ended.catch(() => undefined);
    }
    this.#forgetBench();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
