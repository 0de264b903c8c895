// A client of the console's calls, typed by the contract. Every reply is checked against the contract and recorded.

import {
  type CallName,
  type CallReply,
  type CallRequest,
  checkReply,
  errorNamed,
  methodOf,
  pathOf,
  travelsInQuery,
} from './contract.ts';
import { record } from './recorder.ts';
import { Agent, type HttpRequest, type WireReply, wire } from './wire.ts';

export interface ClientOptions {
  readonly token?: string;
  /** Source address; with another one the throttle sees another client. */
  readonly from?: string;
  /** Address of an interface to call instead of the service address. */
  readonly host?: string;
  readonly language?: string;
}

/** An error where success was expected. */
export class Refused extends Error {
  readonly reply: WireReply;

  constructor(name: string, reply: WireReply) {
    super(`${name} answered ${reply.status} ${reply.text.slice(0, 300)}`);
    this.reply = reply;
  }
}

type Query = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

/** The query string of a request object, as the console's client writes it. */
export function queryString(request: Query): string {
  const query = new URLSearchParams();
  for (const [key, value] of Object.entries(request)) if (value !== undefined) query.set(key, String(value));
  const text = query.toString();
  return text === '' ? '' : `?${text}`;
}

function isRecord(value: unknown): value is Query {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export class Client {
  token: string | undefined;
  /** Typed again when a call asks for it, like in the console's dialog; undefined: not typed. */
  password: string | undefined;
  readonly #port: () => number;
  readonly #options: ClientOptions;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });

  /** `port` is read for each call, because a restarted daemon may have another. */
  constructor(port: () => number, options: ClientOptions = {}) {
    this.#port = port;
    this.#options = options;
    this.token = options.token;
  }

  /** Sends a call with any request, and returns any reply. */
  async attempt(name: CallName, body: unknown = {}, more: Partial<HttpRequest> = {}): Promise<WireReply> {
    const method = methodOf(name);
    const get = travelsInQuery(name);
    const reply = await wire(this.#port(), {
      method,
      path: get && isRecord(body) ? pathOf(name) + queryString(body) : pathOf(name),
      ...(get ? {} : { body: typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body) }),
      ...(this.#options.from === undefined ? {} : { from: this.#options.from }),
      ...(this.#options.host === undefined ? {} : { host: this.#options.host }),
      agent: this.#agent,
      ...more,
      headers: {
        ...(get ? {} : { 'content-type': 'application/json' }),
        ...(this.token === undefined ? {} : { token: this.token }),
        ...(this.#options.language === undefined ? {} : { language: this.#options.language }),
        ...more.headers,
      },
    });
    checkReply(name, reply);
    record(name, reply.envelope.retvalue);
    return reply;
  }

  /** The same; the password is typed again if the call asks for it. */
  async #ask(name: CallName, body: unknown): Promise<WireReply> {
    const reply = await this.attempt(name, body);
    if (reply.envelope.retvalue !== errorNamed('password_needed').code || this.password === undefined) return reply;
    await this.attempt('confirmPassword', { password: this.password });
    return this.attempt(name, body);
  }

  /** Sends a call that must succeed and returns its data. */
  async call<N extends CallName>(name: N, request: CallRequest<N>): Promise<CallReply<N>> {
    const reply = await this.#ask(name, request);
    if (reply.envelope.code === 'error') throw new Refused(name, reply);
    // checkReply() has just validated the data against the contract of this very call.
    return reply.envelope.data as CallReply<N>;
  }

  /** Sends a call that may answer "wait", and returns whether it did. */
  async step<N extends CallName>(
    name: N,
    request: CallRequest<N>,
  ): Promise<{ readonly waits: boolean; readonly data: CallReply<N> }> {
    const reply = await this.#ask(name, request);
    if (reply.envelope.code === 'error') throw new Refused(name, reply);
    // Like in call(): checkReply() validates the data of "wait" too.
    return { waits: reply.envelope.code === 'wait', data: reply.envelope.data as CallReply<N> };
  }

  /** Sends a call that must be refused with this error (and this field, if given). */
  async refuse(name: CallName, body: unknown, error: string, field?: string): Promise<WireReply> {
    const want = errorNamed(error);
    const reply = await (error === 'password_needed' ? this.attempt(name, body) : this.#ask(name, body));
    const got = reply.envelope;
    if (got.retvalue !== want.code || reply.status !== want.http || (field !== undefined && got.field !== field)) {
      const wanted = `${want.http} ${want.code}${field === undefined ? '' : ` field ${field}`}`;
      throw new Error(
        `${name} ${JSON.stringify(body)}: wanted ${wanted}, got ${reply.status} ${reply.text.slice(0, 300)}`,
      );
    }
    return reply;
  }

  /** Signs in and stores the token. */
  async signIn(username: string, password: string): Promise<CallReply<'chklogin'>> {
    const reply = await this.call('chklogin', { username, password });
    this.token = reply.token;
    this.password = password;
    return reply;
  }

  /** A second client with the same or another session's token. */
  twin(options: ClientOptions = {}): Client {
    const twin = new Client(this.#port, {
      ...this.#options,
      ...(this.token === undefined ? {} : { token: this.token }),
      ...options,
    });
    twin.password = this.password;
    return twin;
  }

  close(): void {
    this.#agent.destroy();
  }
}
