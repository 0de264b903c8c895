/* Tabs of one browser and a terminal, all played: who has the connection, and that nobody misses a line. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createHub, type Hub, type HubChannel, type StreamState } from '../../../web/lib/eventHub.ts';
import type { StreamEvent } from '../../../web/lib/eventParser.ts';
import { type Locks, lockElection, spokenElection } from '../../../web/lib/leader.ts';

type Hear = (event: { data: unknown }) => void;

/** Everybody hears all but themselves. */
class Air {
  readonly #ends = new Set<{ channel: HubChannel; hear: Hear[] }>();

  channel(): HubChannel {
    const end: { channel: HubChannel; hear: Hear[] } = {
      hear: [],
      channel: {
        addEventListener: (_, hear) => void end.hear.push(hear),
        postMessage: (message) => this.say(message, end.channel),
        close: () => void this.#ends.delete(end),
      },
    };
    this.#ends.add(end);
    return end.channel;
  }

  say(message: unknown, from: HubChannel | null = null): void {
    const data: unknown = structuredClone(message);
    for (const { channel, hear } of [...this.#ends]) if (channel !== from) for (const one of hear) one({ data });
  }
}

interface Request {
  readonly steal: boolean;
  readonly grant: () => void;
  readonly lose: (error: Error) => void;
}

/** Web Locks with one name. */
class Lock {
  #queue: Request[] = [];
  #holder: Request | null = null;

  readonly locks: Locks = {
    request: (_, { signal, steal = false }, held) =>
      new Promise((resolve, reject) => {
        const done = (): void => {
          this.#queue = this.#queue.filter((other) => other !== own);
          if (this.#holder === own) this.#holder = null;
          this.#next();
        };
        const own: Request = {
          steal,
          grant: () => void held().then(done).then(resolve),
          lose: (error) => {
            done();
            reject(error);
          },
        };
        signal?.addEventListener('abort', () => this.#queue.includes(own) && own.lose(new Error('aborted')));
        if (steal) {
          const before = this.#holder;
          this.#holder = own;
          before?.lose(new Error('stolen'));
          own.grant();
          return;
        }
        this.#queue.push(own);
        this.#next();
      }),
  };

  #next(): void {
    if (this.#holder !== null) return;
    const next = this.#queue.shift();
    if (next === undefined) return;
    this.#holder = next;
    queueMicrotask(next.grant);
  }
}

/** What the terminal has sent, to each that follows behind where it wants to. */
class Log {
  last = 0;
  readonly open = new Set<(event: StreamEvent) => void>();
  asked = 0;
  most = 0;

  connect = (after: string, own: AbortController, take: (event: StreamEvent) => void): Promise<number> => {
    this.asked++;
    return new Promise((resolve) => {
      this.open.add(take);
      this.most = Math.max(this.most, this.open.size);
      own.signal.addEventListener('abort', () => this.open.delete(take));
      this.#cut = () => {
        this.open.clear();
        resolve(0);
      };
      queueMicrotask(() => {
        take({ event: 'hello', id: '', data: JSON.stringify({ first: 1, last: this.last }) });
        take({ event: 'state', id: '', data: '{"alarms":1,"revision":1}' });
        take({ event: 'door', id: '', data: '{"leaf":"closed"}' });
        if (after !== '') for (let seq = Number(after) + 1; seq <= this.last; seq++) take(line(seq));
      });
    });
  };

  #cut = (): void => undefined;

  cut(): void {
    this.#cut();
  }

  add(): void {
    this.last++;
    for (const take of this.open) take(line(this.last));
  }

  photograph(seq: number): void {
    for (const take of this.open) take({ event: 'photo', id: '', data: JSON.stringify({ seq }) });
  }
}

const line = (seq: number): StreamEvent => ({
  event: 'record',
  id: String(seq),
  data: JSON.stringify({
    ...{ seq, time: 1, offset: 0, kind: 'access', result: 'granted', reason: 'anyTime', userid: 7, username: 'P' },
    ...{ factors: ['card'], status: 'in', duress: false, door: 1, temperature: 0, photo: false, detail: '' },
  }),
});

interface Tab {
  readonly hub: Hub;
  readonly lines: number[];
  readonly photos: number[];
  missed: number;
  state: StreamState | undefined;
  /** It hears and does nothing any more, and nothing of it ends by itself. */
  readonly freeze: () => void;
}

let air: Air;
let lock: Lock;
let log: Log;
let tabs: Tab[];

beforeEach(() => {
  vi.useFakeTimers();
  air = new Air();
  lock = new Lock();
  log = new Log();
  tabs = [];
});
afterEach(() => {
  for (const { hub } of tabs) hub.close();
  vi.useRealTimers();
});

const pass = (ms: number): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);

const worlds = ['Web Locks', 'words alone'] as const;

function open(world: (typeof worlds)[number]): Tab {
  const name = String(tabs.length);
  let frozen = false;
  const real = air.channel();
  const channel: HubChannel = {
    ...real,
    postMessage: (message) => !frozen && real.postMessage(message),
    addEventListener: (type, hear) => real.addEventListener(type, (event) => !frozen && hear(event)),
  };
  const tab: Tab = {
    lines: [],
    photos: [],
    missed: 0,
    state: undefined,
    freeze: () => {
      frozen = true;
      log.open.clear();
    },
    hub: createHub({
      name,
      channel,
      elect: (onLead) =>
        world === 'Web Locks' ? lockElection(lock.locks, 'events', onLead) : spokenElection(name, Math.random, onLead),
      connect: log.connect,
      onState: (state) => {
        tab.state = state;
      },
      onRecord: ({ seq }) => tab.lines.push(seq),
      onMissed: () => {
        tab.missed++;
      },
      onPhoto: (seq) => tab.photos.push(seq),
    }),
  };
  tabs.push(tab);
  tab.hub.want(true);
  return tab;
}

describe.each(worlds)('tabs with %s', (world) => {
  it('share one connection, and all have every line once', async () => {
    const first = open(world);
    await pass(1000);
    log.add();
    const second = open(world);
    await pass(1000);
    log.add();
    log.add();
    expect(first.lines).toEqual([1, 2, 3]);
    expect(second.lines).toEqual([2, 3]);
    expect(log.asked).toBe(1);
    expect(second.state).toEqual({ live: true, alarms: 1, revision: 1, door: { leaf: 'closed' } });
    expect([first.missed, second.missed]).toEqual([0, 0]);
    log.photograph(2);
    expect([first.photos, second.photos]).toEqual([[2], [2]]);
    const before = second.state;
    await pass(20_000);
    expect(second.state).toBe(before); // signs of life draw nothing again
  });

  it('that are opened at once agree on one', async () => {
    for (let n = 0; n < 6; n++) open(world);
    await pass(5000);
    expect(log.open.size).toBe(1);
    log.add();
    for (const { lines } of tabs) expect(lines).toEqual([1]);
  });

  it('that are closed hand over, and what happened meanwhile is told', async () => {
    const first = open(world);
    const second = open(world);
    await pass(1000);
    log.add();
    const [leader, other] = first.lines.length > 0 && log.open.size === 1 ? [first, second] : [second, first];
    leader.hub.close();
    log.add();
    await pass(1000);
    log.add();
    expect(other.lines).toEqual([1, 2, 3]);
    expect(other.missed).toBe(0);
    expect(log.open.size).toBe(1);
  });

  it('that stand still are taken over from after seven seconds', async () => {
    const first = open(world);
    await pass(1000);
    const second = open(world);
    await pass(1000);
    log.add();
    first.freeze();
    log.add();
    await pass(6000);
    expect(second.lines).toEqual([1]);
    await pass(2000);
    log.add();
    expect(second.lines).toEqual([1, 2, 3]);
    expect(second.state?.live).toBe(true);
  });

  it('that are not seen leave it to others, hear on, and come back without a gap', async () => {
    const first = open(world);
    await pass(1000);
    const second = open(world);
    await pass(1000);
    first.hub.want(false);
    await pass(1000);
    log.add();
    second.hub.want(false);
    await pass(1000);
    expect(log.open.size).toBe(0);
    log.add();
    first.hub.want(true);
    await pass(1000);
    log.add();
    expect(first.lines).toEqual([1, 2, 3]);
    expect(second.lines).toEqual([1, 2, 3]);
  });

  it('follow again after a pause that doubles, from the last line they had', async () => {
    const tab = open(world);
    await pass(1000);
    log.add();
    log.cut();
    log.add();
    await pass(900);
    expect(tab.state?.live).toBe(false);
    expect(log.asked).toBe(1);
    await pass(200);
    expect(log.asked).toBe(2);
    expect(tab.lines).toEqual([1, 2]);
  });

  it('whose channel lost a line read it anew', async () => {
    const first = open(world);
    await pass(1000);
    const second = open(world);
    await pass(1000);
    log.add();
    air.say({ kind: 'event', event: line(3) });
    expect([...first.lines, ...second.lines]).toEqual([1, 1, 3]);
    expect(second.missed).toBe(1);
  });

  it('count a line that two tell once', async () => {
    open(world);
    await pass(1000);
    const second = open(world);
    await pass(1000);
    log.add();
    air.say({ kind: 'event', event: line(1) });
    expect(second.lines).toEqual([1]);
    expect(second.missed).toBe(0);
  });

  it('take nothing that another console might say', async () => {
    const tab = open(world);
    await pass(1000);
    for (const data of [null, 7, {}, { kind: 'now' }, { kind: 'event', event: { id: 3 } }, { kind: 'now', from: '' }]) {
      air.say(data);
    }
    log.add();
    expect(tab.lines).toEqual([1]);
    expect(log.open.size).toBe(1);
  });
});

it('of two that lead by words alone the one with the greater name gives in', async () => {
  open('words alone');
  await pass(1000);
  air.say({ kind: 'now', from: '1', last: '', state: { live: true, revision: 1 } });
  expect(log.asked).toBe(1);
  air.say({ kind: 'now', from: '', last: '', state: { live: true, revision: 1 } });
  expect(tabs[0]?.state?.live).toBe(true); // that of the other
  await pass(8000);
  log.add();
  expect(tabs[0]?.lines).toEqual([1]);
  expect(log.asked).toBe(2);
});
