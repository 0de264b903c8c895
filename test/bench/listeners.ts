// The event stream under load: from a line that is durable to the sockets of all who follow, that none is lost, and what the
// daemon takes for it beside the same punches with nobody following.

import { type ClientRequest, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { RawConnection } from '../harness/raw.ts';
import { Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { listeningSessions } from './browsers.ts';
import { cpuNanoseconds } from './process.ts';
import type { Scale } from './scale.ts';
import { median, percentile } from './stats.ts';
import type { Row } from './table.ts';

const sizes = {
  full: { listeners: 20, seconds: 60, secondsAlone: 20 },
  short: { listeners: 5, seconds: 1, secondsAlone: 1 },
} as const;
const perSecond = 50;
const msMost = 10;
const card = '7007';

/** Somebody who follows; when which line came. */
class Follower {
  readonly came = new Map<number, number>();
  rest = '';
  missed = 0;
  /** It is told what happens from now on. */
  follows = false;
  readonly #request: ClientRequest;

  constructor(port: number, token: string) {
    const headers = { token };
    this.#request = request({ port, host: '127.0.0.1', path: '/goform/events', headers, agent: false }, (incoming) => {
      this.follows = true;
      incoming.setEncoding('utf8').on('data', (part: string) => this.#take(part));
      incoming.on('error', () => undefined);
    });
    this.#request.on('error', () => undefined).end();
  }

  #take(part: string): void {
    const at = performance.now();
    const text = this.rest + part;
    const end = text.lastIndexOf('\n\n');
    this.rest = end < 0 ? text : text.slice(end + 2);
    if (end < 0) return;
    for (const [, event, id] of text.slice(0, end).matchAll(/^event: (record|missed)\nid: (\d+)$/gm)) {
      if (event === 'missed') this.missed++;
      else this.came.set(Number(id), at);
    }
  }

  close(): void {
    this.#request.destroy();
  }
}

interface Run {
  /** When the door answered, which is when the line is durable; by its order. */
  readonly answered: number[];
  /** Round trips of a call that does nothing, one after each card: what the machine itself makes wait. */
  readonly trips: number[];
  /** Part of a core that the daemon took. */
  readonly core: number;
}

/** Shows cards at an even pace, the next one when the door has answered. */
async function punchFor(terminal: Terminal, howLong: number): Promise<Run> {
  const { bench } = terminal;
  const answered: number[] = [];
  const trips: number[] = [];
  const call = await RawConnection.open(terminal.port);
  const cpu = cpuNanoseconds(terminal.daemon.pid);
  const began = performance.now();
  let seen = bench.accesses.length;
  for (let n = 0; n < howLong * perSecond; n++) {
    const due = began + (n * 1000) / perSecond - performance.now();
    if (due > 0) await pause(due);
    const acted = bench.act({ do: 'card', number: card });
    while (bench.accesses.length === seen) await new Promise((resolve) => setImmediate(resolve));
    answered.push(performance.now());
    seen = bench.accesses.length;
    await acted;
    const asked = performance.now();
    await call.send('GET /goform/nosuch HTTP/1.1\r\nHost: t\r\n\r\n');
    await call.reply();
    trips.push(performance.now() - asked);
  }
  call.close();
  const spent = (performance.now() - began) * 1e6;
  return { answered, trips, core: (cpuNanoseconds(terminal.daemon.pid) - cpu) / spent };
}

async function followAll(terminal: Terminal, listeners: number): Promise<Follower[]> {
  const sessions = await listeningSessions(terminal, listeners);
  return Array.from(
    { length: listeners },
    (_, n) => new Follower(terminal.port, sessions[n % sessions.length]?.token ?? ''),
  );
}

export async function benchListeners(scale: Scale): Promise<Row[]> {
  const { listeners, seconds, secondsAlone } = sizes[scale];
  const terminal = await Terminal.start();
  let followers: Follower[] = [];
  try {
    await terminal.add({ userid: 5, username: 'Bo' });
    await terminal.add({ userid: 7, username: 'Ada', cardno: card });
    await terminal.admin.call('GetKaoqinParam', { duplicatePunch: 0 });
    const alone = await punchFor(terminal, secondsAlone);
    followers = await followAll(terminal, listeners);
    const first = alone.answered.length + 1;
    await until('all to be taken', () => followers.every(({ follows }) => follows));
    await terminal.bench.act({ do: 'card', number: card });
    await until('all to follow', () => followers.every(({ came }) => came.size > 0));
    const run = await punchFor(terminal, seconds);
    const count = run.answered.length;
    await until('the last line', () => followers.every(({ came }) => came.has(first + count))).catch(() => false);
    const delays: number[] = [];
    let lost = 0;
    for (const { came, missed } of followers) {
      lost += missed;
      for (const [n, durable] of run.answered.entries()) {
        const at = came.get(first + 1 + n);
        if (at === undefined) lost++;
        else delays.push(at - durable);
      }
    }
    const rate = count / (((run.answered.at(-1) ?? 0) - (run.answered[0] ?? 0)) / 1000);
    const p99 = percentile(delays, 0.99);
    const share = (core: number): string => `${(core * 100).toFixed(1)} % of a core`;
    return [
      {
        key: 'listeners/delay',
        what: `${listeners} listeners at ${rate.toFixed(0)} events/s for ${seconds} s: durable to socket`,
        ours: `median ${median(delays).toFixed(2)} ms, p99 ${p99.toFixed(2)} ms, ${lost} of ${count * listeners} lost; ${share(run.core)}`,
        reference: `nobody follows: ${share(alone.core)}; an empty call: p99 ${percentile(run.trips, 0.99).toFixed(2)} ms`,
        ratio: Number.NaN,
        budget: `p99 <= ${msMost} ms, none lost`,
        value: lost === 0 ? p99 : Number.POSITIVE_INFINITY,
        limit: msMost,
      },
    ];
  } finally {
    for (const follower of followers) follower.close();
    await terminal.stop();
  }
}
