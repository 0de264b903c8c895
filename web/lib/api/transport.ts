/* Calls over HTTP: headers, time limit and envelope, common to all calls (specification §7). */
import type { Call, CallOptions, FileReply, Send } from '@gen/runtime.ts';
import { safeParse } from 'valibot';
import { ApiError } from './apiError.ts';
import { type Envelope, readEnvelope } from './envelope.ts';
import { type Reaction, reactionToError, reactionToSuccess } from './reactions.ts';

/** Specification §9. */
export const requestTimeoutMs = 60_000;
/** Time limit for a file without any new data, also before its first byte; its total time is unlimited. */
const fileTimeoutMs = 15 * 60_000;

export interface TransportOptions {
  /** Token of the session, '' without one. Read for each call. */
  readonly token: () => string;
  /** Language of the console (`en`). Read for each call. */
  readonly language: () => string;
  /** Called once per outcome, before the caller gets it. */
  readonly react?: (reaction: Reaction, error: ApiError | null) => void;
  /** Origin of the terminal, '' for the page's own. */
  readonly origin?: string;
  readonly fetch?: typeof fetch;
  /** Milliseconds since 1970, for the time stamp. */
  readonly now?: () => number;
  readonly timeoutMs?: number;
}

type Settings = Required<Omit<TransportOptions, 'react'>>;

interface Answer {
  /** Called with the outcome of a call that answers with a file. */
  readonly file?: FileReply;
  readonly envelope: Envelope;
  readonly status: number;
  readonly retryAfter: number;
}

/** Creates the function that makes calls in a program: pass it to useSend(). */
export function createSend(options: TransportOptions): Send {
  const settings: Settings = {
    origin: '',
    fetch: (input, init) => globalThis.fetch(input, init),
    now: () => Date.now(),
    timeoutMs: requestTimeoutMs,
    ...options,
  };
  const react = options.react ?? (() => undefined);
  return async (call, request, callOptions = {}) => {
    try {
      const answer = await exchange(settings, call, request, callOptions);
      const data = dataOf(call, answer);
      react(reactionToSuccess(answer.envelope.reboot), null);
      return data;
    } catch (error) {
      if (error instanceof ApiError) {
        react(reactionToError(error, callOptions.handles?.(error) ?? false), error);
      }
      throw error;
    }
  };
}

async function exchange<Request, Reply>(
  settings: Settings,
  call: Call<Request, Reply>,
  request: Request,
  { signal, headers, body, onProgress, into }: CallOptions,
): Promise<Answer> {
  const limit = new TimeLimit(call.file === true ? fileTimeoutMs : settings.timeoutMs, signal);
  try {
    const response = await settings.fetch(addressOf(settings, call, request), {
      method: call.method,
      headers: { ...headersOf(settings, call), ...(body && { 'content-type': body.type }), ...headers },
      ...(body ? { body } : inQuery(call) ? {} : { body: JSON.stringify(request) }),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      signal: limit.signal,
    });
    if (call.file === true && response.ok) {
      const heard = (octets: number): void => {
        limit.renew();
        onProgress?.(octets);
      };
      return { ...nothing, file: { name: nameOf(response), content: await contentOf(response, heard, into) } };
    }
    const envelope = readEnvelope(await response.text());
    if (envelope === null) {
      throw new ApiError('reply', call.name, { status: response.status });
    }
    return { envelope, status: response.status, retryAfter: secondsOf(response.headers.get('retry-after')) };
  } catch (error) {
    const isOfDisk = into !== undefined && error instanceof DOMException && !limit.signal.aborted;
    if (error instanceof ApiError || isOfDisk) throw error;
    throw new ApiError(limit.kindOfFailure(), call.name, { cause: error });
  } finally {
    limit.end();
  }
}

const nothing: Answer = {
  envelope: { code: 'success', retvalue: 0, msg: 0, data: {}, field: '', reboot: false },
  status: 200,
  retryAfter: 0,
};

/** The file name given by the terminal. */
const nameOf = (response: Response): string =>
  /filename="([\w.-]+)"/.exec(response.headers.get('content-disposition') ?? '')?.[1] ?? 'postern';

/** Reads the bytes of a file and reports progress; bytes written to another target are not held in memory. */
async function contentOf(
  response: Response,
  heard: (octets: number) => void,
  into: CallOptions['into'],
): Promise<Blob> {
  if (response.body === null) return response.blob();
  let octets = 0;
  const told = response.body.pipeThrough(
    new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
      transform: (piece, next) => {
        octets += piece.length;
        heard(octets);
        next.enqueue(piece);
      },
    }),
  );
  if (into !== undefined) {
    await told.pipeTo(into);
    return new Blob();
  }
  const content = await new Response(told).blob();
  return new Blob([content], { type: response.headers.get('content-type') ?? '' });
}

/** Ends a call at its time limit or when its caller cancels it, until the whole answer was read. */
class TimeLimit {
  readonly #controller = new AbortController();
  readonly #ms: number;
  #timer: ReturnType<typeof setTimeout>;
  readonly #caller: AbortSignal | undefined;
  #over = false;

  constructor(ms: number, caller: AbortSignal | undefined) {
    this.#caller = caller;
    this.#ms = ms;
    this.#timer = this.#start();
    caller?.addEventListener('abort', this.#giveUp);
    if (caller?.aborted === true) {
      this.#giveUp();
    }
  }

  readonly #giveUp = (): void => this.#controller.abort();

  #start(): ReturnType<typeof setTimeout> {
    return setTimeout(() => {
      this.#over = true;
      this.#controller.abort();
    }, this.#ms);
  }

  /** Data arrived: restarts the time limit. */
  renew(): void {
    clearTimeout(this.#timer);
    this.#timer = this.#start();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  kindOfFailure(): 'aborted' | 'timeout' | 'network' {
    if (this.#caller?.aborted === true) {
      return 'aborted';
    }
    return this.#over ? 'timeout' : 'network';
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#caller?.removeEventListener('abort', this.#giveUp);
  }
}

const inQuery = ({ method, inQuery: said }: Pick<Call<unknown, unknown>, 'method' | 'inQuery'>): boolean =>
  method === 'GET' || said === true;

function addressOf<Request, Reply>(settings: Settings, call: Call<Request, Reply>, request: Request): string {
  const query = new URLSearchParams();
  if (inQuery(call)) {
    for (const [name, value] of Object.entries(request as Readonly<Record<string, unknown>>)) {
      if (value !== undefined) {
        query.set(name, Array.isArray(value) ? value.join(',') : String(value));
      }
    }
  }
  query.set('_t', String(settings.now()));
  return `${settings.origin}${call.path}?${query.toString()}`;
}

function headersOf<Request, Reply>(settings: Settings, call: Call<Request, Reply>): Record<string, string> {
  const token = settings.token();
  return {
    accept: 'application/json',
    'cache-control': 'no-cache',
    pragma: 'no-cache',
    language: settings.language(),
    ...(token === '' ? {} : { token }),
    ...(inQuery(call) ? {} : { 'content-type': 'application/json' }),
  };
}

/** Seconds of a Retry-After header; the firmware sends no dates. */
const secondsOf = (value: string | null): number => (value !== null && /^[0-9]{1,6}$/.test(value) ? Number(value) : 0);

function dataOf<Request, Reply>(call: Call<Request, Reply>, { file, envelope, status, retryAfter }: Answer): Reply {
  if (envelope.code === 'wait') {
    throw new ApiError('wait', call.name, { status, retryAfter, data: envelope.data });
  }
  if (envelope.code === 'error') {
    throw new ApiError('refused', call.name, {
      code: envelope.retvalue,
      message: envelope.msg === 0 ? envelope.retvalue : envelope.msg,
      field: envelope.field,
      status,
      retryAfter,
      data: envelope.data,
    });
  }
  const checked = safeParse(call.reply, file ?? envelope.data);
  if (!checked.success) {
    throw new ApiError('reply', call.name, { status, data: envelope.data, cause: checked.issues });
  }
  return checked.output;
}
