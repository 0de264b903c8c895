// One exchange with the daemon over HTTP, and the envelope of every reply.

import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { patienceMs } from './patience.ts';

export interface Envelope {
  readonly code: 'success' | 'wait' | 'error';
  readonly retvalue: number;
  readonly msg: number;
  readonly data: Readonly<Record<string, unknown>>;
  readonly field?: string;
  /** The terminal restarts now. */
  readonly reboot?: boolean;
}

export interface HttpReply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  /** The content of a file reply. */
  readonly file?: Buffer;
  /** Its media type. */
  readonly fileType?: string | undefined;
}

export interface WireReply extends HttpReply {
  readonly envelope: Envelope;
}

export interface HttpRequest {
  readonly method: string;
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Buffer;
  /** Source address, to appear as another client to the throttle: any of 127.0.0.0/8. */
  readonly from?: string;
  /** Address to call; default: the service address. An interface is at 127.B.C.D. */
  readonly host?: string;
  readonly agent?: Agent;
  readonly boundMs?: number;
}

/** One HTTP exchange, any status. */
export async function exchange(port: number, what: HttpRequest): Promise<HttpReply> {
  try {
    return await exchangeOnce(port, what);
  } catch (error) {
    // The server may close a kept connection as idle at the moment we reuse it: it never saw this request.
    if (error instanceof StaleConnection) return exchangeOnce(port, what);
    throw error;
  }
}

class StaleConnection extends Error {}

/** The data of the first event of a stream: the reply of calls that are only tried. */
async function firstEvent(incoming: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    text += chunk.toString('utf8');
    const [, data] = /^data:(.*)\n\n/m.exec(text) ?? [];
    if (data !== undefined) return data;
  }
  throw new Error(`a stream without an event: ${text}`);
}

/** A file; the reply is then a success without data. It is incomplete if the last chunk is missing. */
async function wholeFile(incoming: IncomingMessage): Promise<HttpReply> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk);
  if (!incoming.complete) throw new Error('the file was cut off');
  const headers = { ...incoming.headers, 'content-type': 'application/json' };
  const text = '{"code":"success","retvalue":0,"msg":0,"data":{}}';
  return {
    status: incoming.statusCode ?? 0,
    headers,
    text,
    file: Buffer.concat(chunks),
    fileType: incoming.headers['content-type'],
  };
}

/** Common part of HTTP and HTTPS requests. */
export function requestOptions<A>(port: number, what: Omit<HttpRequest, 'agent'> & { readonly agent?: A }) {
  const { method, path, headers, body, host = '127.0.0.1', boundMs = patienceMs } = what;
  const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) };
  const agent: A | false = what.agent ?? false;
  return { host, port, method, path, headers: { ...headers, ...length }, agent, timeout: boundMs };
}

function exchangeOnce(port: number, what: HttpRequest): Promise<HttpReply> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      { ...requestOptions(port, what), ...(what.from === undefined ? {} : { localAddress: what.from }) },
      (incoming) => {
        const chunks: Buffer[] = [];
        if (incoming.headers['content-type'] === 'text/event-stream') {
          firstEvent(incoming).then((data) => {
            outgoing.destroy();
            const text = `{"code":"success","retvalue":0,"msg":0,"data":${data}}`;
            resolve({ status: 200, headers: { ...incoming.headers, 'content-type': 'application/json' }, text });
          }, reject);
          return;
        }
        if (incoming.headers['content-disposition'] !== undefined) {
          wholeFile(incoming).then(resolve, reject);
          return;
        }
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          });
        });
      },
    );
    outgoing.on('timeout', () => outgoing.destroy(new Error(`no answer to ${what.method} ${what.path}`)));
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      const stale = outgoing.reusedSocket && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
      reject(stale ? new StaleConnection(error.message) : error);
    });
    outgoing.end(what.body);
  });
}

const envelopeKeys: ReadonlySet<string> = new Set(['code', 'retvalue', 'msg', 'data', 'field', 'reboot']);

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The envelope of a reply; throws if it is not strictly one, or does not agree with the HTTP status. */
export function parseEnvelope(reply: HttpReply): Envelope {
  const complain = (why: string): never => {
    throw new Error(`${why}: ${reply.status} ${JSON.stringify(reply.headers)} ${reply.text.slice(0, 500)}`);
  };
  let value: unknown;
  try {
    value = JSON.parse(reply.text);
  } catch {
    return complain('not strict JSON');
  }
  if (!isObject(value)) return complain('not an object');
  const unknown = Object.keys(value).filter((key) => !envelopeKeys.has(key));
  if (unknown.length > 0) return complain(`the envelope has ${unknown.join(', ')}`);
  const { code, retvalue, msg, data, field, reboot } = value;
  if (code !== 'success' && code !== 'wait' && code !== 'error') return complain('bad code');
  if (typeof retvalue !== 'number' || msg !== retvalue) return complain('msg is not retvalue');
  if (!isObject(data)) return complain('no data');
  if (field !== undefined && typeof field !== 'string') return complain('bad field');
  if (reboot !== undefined && reboot !== true) return complain('bad reboot');
  if ((code === 'error') === (reply.status === 200) || (code === 'error') === (retvalue === 0)) {
    return complain('status, code and retvalue disagree');
  }
  if (
    reply.headers['content-type'] !== 'application/json; charset=utf-8' &&
    reply.headers['content-type'] !== 'application/json'
  ) {
    return complain('not application/json');
  }
  return {
    code,
    retvalue,
    msg: retvalue,
    data,
    ...(field === undefined ? {} : { field }),
    ...(reboot === undefined ? {} : { reboot }),
  };
}

/** An exchange whose reply must be an envelope. */
export async function wire(port: number, what: HttpRequest): Promise<WireReply> {
  const reply = await exchange(port, what);
  return { ...reply, envelope: parseEnvelope(reply) };
}

export { Agent };
