// Browsers beside a terminal under measurement: some listen to what happens, some search the log over and over.

import { type ClientRequest, request } from 'node:http';
import type { Client } from '../harness/client.ts';
import { adminPassword, goodPassword, type Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { fullEvery, fullFrom } from './full.ts';
import { contents, type Scale } from './scale.ts';

const perSession = 4;
const perAccount = 12;
/** A second account that may follow: one may do so in twelve places. */
const colleague = { userid: 5, level: 16, password: goodPassword(5), validFrom: '', validTo: '' };

/** Sessions in which so many may listen, of two people. */
export async function listeningSessions(terminal: Terminal, count: number): Promise<Client[]> {
  const first = await terminal.signedIn('admin', adminPassword);
  await first.call('edituser', colleague);
  const sessions = [first];
  for (let free = count - perSession; free > 0; free -= perSession) {
    const own = sessions.length * perSession < perAccount;
    sessions.push(
      await (own
        ? terminal.signedIn('admin', adminPassword)
        : terminal.signedIn(String(colleague.userid), colleague.password)),
    );
  }
  return sessions;
}

/** The terminal ends connections that were idle by its own clock, which runs fast here: a browser would ask again. */
async function tolerant(ask: () => Promise<unknown>): Promise<void> {
  try {
    await ask();
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ECONNRESET')) throw error;
  }
}

export class Browsers {
  readonly #sessions: readonly Client[];
  readonly #streams: readonly ClientRequest[];
  /** Lines that all of them were told together. */
  heard = 0;
  searches = 0;
  #listening = 0;
  #searching: Promise<unknown> | undefined;
  #ended = false;

  private constructor(sessions: readonly Client[], count: number, port: number) {
    this.#sessions = sessions;
    this.#streams = Array.from({ length: count }, (_, n) => {
      const token = sessions[n % sessions.length]?.token ?? '';
      const stream = request({ host: '127.0.0.1', port, path: '/goform/events', headers: { token }, agent: false });
      stream.on('response', (reply) => {
        if (reply.statusCode !== 200) throw new Error(`the event stream answered ${reply.statusCode}`);
        this.#listening++;
        let rest = ''; // an event may come in two pieces
        reply.setEncoding('utf8').on('data', (text: string) => {
          const events = (rest + text).split('\n\n');
          rest = events.pop() ?? '';
          this.heard += events.filter((event) => event.includes('event: record')).length;
        });
        reply.on('error', () => undefined);
      });
      stream.on('error', () => undefined);
      stream.end();
      return stream;
    });
  }

  /** Opens `count` streams, four for a session; returns when each is told what happens from now on. */
  static async listen(terminal: Terminal, count: number): Promise<Browsers> {
    const browsers = new Browsers(await listeningSessions(terminal, count), count, terminal.port);
    await until('all browsers to listen', () => browsers.#listening === count);
    return browsers;
  }

  /** Begins to search the log, each of `count` as fast as it is answered: a month of somebody, and the page behind. */
  search(count: number, scale: Scale): void {
    const { records, people } = contents[scale];
    const one = async (lane: number): Promise<void> => {
      const client = this.#sessions[lane % this.#sessions.length];
      for (let round = lane; client !== undefined && !this.#ended; round += count) {
        const mixed = (round * 2_654_435_761) % 4_294_967_296;
        const from = Math.floor((fullFrom + (mixed % records) * fullEvery) / 1000);
        const asked = { from, to: from + 30 * 86_400, userid: 1 + (mixed % people) };
        await tolerant(async () => {
          const page = await client.call('searchrecord', asked);
          if (page.next !== '') await client.call('searchrecord', { ...asked, after: page.next });
          this.searches++;
        });
      }
    };
    this.#searching = Promise.all(Array.from({ length: count }, (_, lane) => one(lane)));
    this.#searching.catch(() => undefined); // end() tells of it
  }

  /** Keeps the sessions: listening alone does not. */
  async touch(): Promise<void> {
    for (const session of this.#sessions) await tolerant(() => session.call('SetInfoParam', {}));
  }

  async end(): Promise<void> {
    this.#ended = true;
    await this.#searching;
    for (const stream of this.#streams) stream.destroy();
  }
}
