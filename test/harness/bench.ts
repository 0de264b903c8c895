// Client of the bench socket: simulates the world around the simulated terminal.

import { connect, type Socket } from 'node:net';
import type { Enrolling, Menu, Style } from '../../tools/panel/protocol.ts';
import { until } from './wait.ts';

export interface DisplayEvent {
  readonly event: 'display';
  /** False while it restarts or does not respond. */
  readonly on: boolean;
  readonly lines: readonly string[];
  readonly language: string;
  readonly initialPassword: string | null;
  /** The terminal's time in milliseconds since 1970 UTC, when this was sent. */
  readonly clock: number;
  readonly asleep: boolean;
  /** Address of the console in the network, and the terminal's own Wi-Fi access point with its generated key. */
  readonly console: string | null;
  readonly wifiSsid: string | null;
  readonly wifiKey: string | null;
  /** Label of the current attendance status, and of the available ones. */
  readonly status: string;
  readonly statuses: readonly string[];
  readonly statusKeys: readonly string[];
  /** Label of the status selected for the next punch; null for none. */
  readonly chosen: string | null;
  /** The running enrolment; null if there is none. */
  readonly enrol: Enrolling | null;
  readonly style: Style;
}

/** State of a simulated device; its own file documents the members. */
export type DeviceState = Readonly<Record<string, unknown>>;

export interface AccessEvent {
  readonly event: 'access';
  readonly kind: 'card' | 'pin' | 'finger' | 'face' | 'iris';
  readonly credential: string;
  readonly user: { readonly userid: number; readonly name: string } | null;
  readonly time: number;
  readonly granted: boolean;
  /** Access was granted a moment ago: nothing is recorded. */
  readonly repeated: boolean;
  /** Too many wrong codes: seconds until the next attempt. */
  readonly wait: number;
  /** The word for the display. */
  readonly word: string;
  /** Further required factors. */
  readonly asked: readonly string[];
  /** Label of the attendance status of the punch. */
  readonly status: string;
}

/** The photo of the user who was granted access, on the display: a JPEG in base64url. */
export interface PhotoEvent {
  readonly event: 'photo';
  readonly userid: number;
  readonly jpeg: string;
}

type Answer = { readonly ok: true } | { readonly ok: false; readonly error: string };

export type BenchRequest =
  /** `uid`: an ISO 14443 card whose number is a UID of this many bytes. */
  | { readonly do: 'card'; readonly number: string; readonly uid?: 4 | 7 }
  | { readonly do: 'pin'; readonly digits: string }
  | { readonly do: 'key'; readonly key: 'menu' }
  | { readonly do: 'key'; readonly key: 'status'; readonly status: string }
  | { readonly do: 'clock'; readonly advanceMs: number }
  | { readonly do: 'clock'; readonly held: boolean }
  | { readonly do: 'fault'; readonly device: string; readonly kind: string; readonly on: boolean }
  | { readonly do: DeviceName; readonly [key: string]: unknown };

/** Simulated devices with commands of their own: firmware/hal/sim/sim_<device>.c. */
export type DeviceName =
  | 'finger'
  | 'timeService'
  | 'ethernet'
  | 'wifi'
  | 'internet'
  | 'bluetooth'
  | 'wiegand'
  | 'printer'
  | 'board'
  | 'camera'
  | 'door'
  | 'face'
  | 'finger'
  | 'iris'
  | 'thermometer'
  | 'stopwatch';

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export class Bench {
  readonly #socket: Socket;
  readonly #answers: Answer[] = [];
  #rest = '';
  #closed = false;
  /** All events since the connection, oldest first. */
  readonly displays: DisplayEvent[] = [];
  readonly accesses: AccessEvent[] = [];
  readonly menus: Menu[] = [];
  readonly photos: PhotoEvent[] = [];
  /** Last reported state of each simulated device. */
  readonly states = new Map<string, DeviceState>();

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setEncoding('utf8');
    socket.on('data', (text: string) => this.#take(text));
    socket.on('close', () => {
      this.#closed = true;
    });
    socket.on('error', () => {
      this.#closed = true;
    });
  }

  static async open(path: string): Promise<Bench> {
    const socket = await until('the bench socket', () => tryConnect(path));
    return new Bench(socket);
  }

  #take(text: string): void {
    const lines = (this.#rest + text).split('\n');
    this.#rest = lines.pop() ?? '';
    for (const line of lines) this.#line(line);
  }

  #line(line: string): void {
    const value: unknown = JSON.parse(line);
    if (!isObject(value)) throw new Error(`the bench socket said ${line}`);
    // The shapes are those of the bench protocol; a test that reads a missing part fails by itself.
    if (value['event'] === 'display') this.displays.push(value as unknown as DisplayEvent);
    else if (value['event'] === 'access') this.accesses.push(value as unknown as AccessEvent);
    else if (value['event'] === 'photo') this.photos.push(value as unknown as PhotoEvent);
    else if (value['event'] === 'menu') this.menus.push(value as unknown as Menu);
    else if (value['event'] === 'state') this.states.set(String(value['device']), value['state'] as DeviceState);
    else if (typeof value['ok'] === 'boolean') this.#answers.push(value as unknown as Answer);
    // Other events belong to devices that the test does not use.
  }

  /** Sends one request and returns its answer. Requests are answered in order; send one at a time. */
  async ask(request: BenchRequest): Promise<Answer> {
    const before = this.#answers.length;
    this.#socket.write(`${JSON.stringify(request)}\n`);
    return until(
      'an answer of the bench socket',
      () => {
        if (this.#closed) throw new Error('the bench socket closed');
        return this.#answers[before];
      },
      { everyMs: 1 },
    );
  }

  /** Like ask(), but a refusal throws. */
  async act(request: BenchRequest): Promise<void> {
    const answer = await this.ask(request);
    if (!answer.ok) throw new Error(`the bench socket refused ${request.do}: ${answer.error}`);
  }

  /** Advances both simulated clocks. */
  advance(ms: number): Promise<void> {
    return this.act({ do: 'clock', advanceMs: ms });
  }

  /** Stops both simulated clocks, so that only advance() moves them and no wait passes by itself; until release() or a restart. */
  hold(): Promise<void> {
    return this.act({ do: 'clock', held: true });
  }

  release(): Promise<void> {
    return this.act({ do: 'clock', held: false });
  }

  /** Sends a raw line, for tests of the socket itself. */
  async askRaw(line: string): Promise<Answer> {
    const before = this.#answers.length;
    this.#socket.write(`${line}\n`);
    return until('an answer of the bench socket', () => this.#answers[before]);
  }

  /** Sets or clears a fault of a simulated device. */
  fault(device: string, kind: string, on: boolean): Promise<void> {
    return this.act({ do: 'fault', device, kind, on });
  }

  /** The state of a simulated device, once `holds` is true for it. */
  state(device: string, holds: (state: DeviceState) => boolean = () => true): Promise<DeviceState> {
    return until(`the state of ${device}`, () => {
      const state = this.states.get(device);
      return state !== undefined && holds(state) && state;
    });
  }

  /** The current content of the display. */
  display(): Promise<DisplayEvent> {
    return until('a display state', () => this.displays.at(-1));
  }

  close(): void {
    this.#socket.destroy();
  }
}

function tryConnect(path: string): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.once('connect', () => {
      socket.removeAllListeners('error');
      resolve(socket);
    });
    socket.once('error', () => {
      socket.destroy();
      resolve(undefined);
    });
  });
}
