import { adduserCall, downloadRecordFormCall, setInfoParamCall, userlistCall } from '@gen/contract.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '../../../web/lib/api/apiError.ts';
import type { Reaction } from '../../../web/lib/api/reactions.ts';
import { createSend, type TransportOptions } from '../../../web/lib/api/transport.ts';

interface Sent {
  readonly url: string;
  readonly init: RequestInit;
}

let sent: Sent[];
let reactions: (readonly [Reaction, ApiError | null])[];
let answer: (init: RequestInit) => Promise<Response>;

const options: TransportOptions = {
  token: () => 'T0KEN',
  language: () => 'en',
  now: () => 1_700_000_000_000,
  react: (reaction, error) => {
    reactions.push([reaction, error]);
  },
  fetch: (url, init = {}) => {
    sent.push({ url: String(url), init });
    return answer(init);
  },
};

const replyWith = (body: unknown, init: ResponseInit = {}): void => {
  answer = async () => new Response(typeof body === 'string' ? body : JSON.stringify(body), init);
};

const success = (data: unknown, more: object = {}): object => ({ code: 'success', retvalue: 0, msg: 0, data, ...more });

async function errorOf(promise: Promise<unknown>): Promise<ApiError> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ApiError);
  return error as ApiError;
}

beforeEach(() => {
  sent = [];
  reactions = [];
  replyWith(success({ userid: 7, revision: 1 }));
});

afterEach(() => {
  vi.useRealTimers();
});

describe('a call', () => {
  it('is sent as POST with its headers, time stamp and body', async () => {
    expect(await createSend(options)(adduserCall, { userid: 7 })).toEqual({ userid: 7, revision: 1 });
    expect(sent[0]?.url).toBe('/goform/adduser?_t=1700000000000');
    expect(sent[0]?.init).toMatchObject({
      method: 'POST',
      body: '{"userid":7}',
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
      headers: {
        token: 'T0KEN',
        language: 'en',
        'cache-control': 'no-cache',
        pragma: 'no-cache',
        'content-type': 'application/json',
      },
    });
  });

  it('is sent as GET with its fields in the query', async () => {
    const page = { users: [], total: 0, totalIsMore: false, position: 0, next: '', previous: '' };
    replyWith(success(page));
    const request = { search: 'ü &=', limit: 20, group: 0 };
    expect(await createSend({ ...options, token: () => '', origin: 'http://h' })(userlistCall, request)).toEqual(page);
    expect(sent[0]?.url).toBe('http://h/goform/userlist?search=%C3%BC+%26%3D&limit=20&group=0&_t=1700000000000');
    expect(sent[0]?.init.body).toBeUndefined();
    expect(sent[0]?.init.headers).not.toHaveProperty('token');
    expect(sent[0]?.init.headers).not.toHaveProperty('content-type');
  });

  it('accepts a reply that is an object literal', async () => {
    replyWith("{code:'success',retvalue:0,msg:0,data:{userid:7,revision:2}}");
    expect(await createSend(options)(adduserCall, { userid: 7 })).toEqual({ userid: 7, revision: 2 });
  });

  it('drops what the contract does not have', async () => {
    replyWith(success({ userid: 7, revision: 2, more: 1 }));
    expect(await createSend(options)(adduserCall, { userid: 7 })).toEqual({ userid: 7, revision: 2 });
  });

  it('reports a success once, with its restart', async () => {
    replyWith(success({ userid: 7, revision: 1 }, { reboot: true }));
    await createSend(options)(adduserCall, { userid: 7 });
    expect(reactions.map(([reaction, error]) => [reaction.restarting, error])).toEqual([[true, null]]);
  });
});

describe('a file', () => {
  const headers = { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="records-2026.csv"' };
  /** A body of these pieces, which breaks off behind them if it is said. */
  const replyInPieces = (pieces: readonly string[], broken = false): void => {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) controller.enqueue(new TextEncoder().encode(piece));
        if (broken) controller.error(new TypeError('network error'));
        else controller.close();
      },
    });
    answer = async () => new Response(body, { headers });
  };

  it('has its name and all its pieces, and says how far it is', async () => {
    replyInPieces(['one,', 'two', '\r\n']);
    const told: number[] = [];
    const onProgress = (octets: number) => told.push(octets);
    const file = await createSend(options)(downloadRecordFormCall, {}, { onProgress });
    expect(file.name).toBe('records-2026.csv');
    expect(file.content.size).toBe(9);
    expect(file.content.type).toBe('text/csv');
    expect(told).toEqual([4, 7, 9]);
  });

  it('goes where it is to, piece by piece, and is in no memory', async () => {
    replyInPieces(['one,', 'two']);
    const written: string[] = [];
    let closed = false;
    const into = new WritableStream<Uint8Array<ArrayBuffer>>({
      write: (piece) => void written.push(new TextDecoder().decode(piece)),
      close: () => {
        closed = true;
      },
    });
    const told: number[] = [];
    const file = await createSend(options)(downloadRecordFormCall, {}, { into, onProgress: (all) => told.push(all) });
    expect([written, closed, file.content.size, told]).toEqual([['one,', 'two'], true, 0, [4, 7]]);
  });

  it('that breaks off on its way elsewhere is thrown away there', async () => {
    replyInPieces(['one,'], true);
    let aborted = false;
    const into = new WritableStream<Uint8Array<ArrayBuffer>>({
      abort: () => {
        aborted = true;
      },
    });
    const failed = await errorOf(createSend(options)(downloadRecordFormCall, {}, { into }));
    expect([failed.kind, aborted]).toEqual(['network', true]);
  });

  it('that cannot be written there says so as it is', async () => {
    replyInPieces(['one,', 'two']);
    const full = new DOMException('no room', 'QuotaExceededError');
    const into = new WritableStream<Uint8Array<ArrayBuffer>>({ write: () => Promise.reject(full) });
    await expect(createSend(options)(downloadRecordFormCall, {}, { into })).rejects.toBe(full);
  });

  it('may take as long as it comes, not as long as it likes', async () => {
    vi.useFakeTimers();
    try {
      let next: (text: string) => void = () => undefined;
      answer = async ({ signal }) => {
        const body = new ReadableStream<Uint8Array>({
          start(controller) {
            next = (text) => controller.enqueue(new TextEncoder().encode(text));
            signal?.addEventListener('abort', () => controller.error(signal.reason));
          },
        });
        return new Response(body, { headers });
      };
      const told: number[] = [];
      const failed = errorOf(
        createSend(options)(downloadRecordFormCall, {}, { onProgress: (octets) => told.push(octets) }),
      );
      for (let at = 0; at < 3; at++) {
        await vi.advanceTimersByTimeAsync(14 * 60_000);
        next('x');
      }
      await vi.advanceTimersByTimeAsync(14 * 60_000);
      expect(told).toEqual([1, 2, 3]);
      await vi.advanceTimersByTimeAsync(2 * 60_000);
      expect((await failed).kind).toBe('timeout');
    } finally {
      vi.useRealTimers();
    }
  });

  it('that breaks off is none', async () => {
    replyInPieces(['one,'], true);
    const failed = await errorOf(createSend(options)(downloadRecordFormCall, {}, { onProgress: () => undefined }));
    expect(failed.kind).toBe('network');
  });
});

describe('a refusal', () => {
  const refusal = { code: 'error', retvalue: 40405, msg: 40405, field: 'password', data: {} };

  it('rejects with code, field, status and the time to wait', async () => {
    replyWith({ ...refusal, field: 'ids[3].x' }, { status: 429, headers: { 'retry-after': '17' } });
    const error = await errorOf(createSend(options)(adduserCall, { userid: 7 }));
    expect(error).toMatchObject({
      kind: 'refused',
      call: 'adduser',
      code: 40405,
      messageCode: 40405,
      field: 'ids[3].x',
      member: 'ids',
      status: 429,
      retryAfter: 17,
    });
    expect(reactions).toEqual([[expect.objectContaining({ message: { code: 40405 } }), error]]);
  });

  it('is not shown when the caller handles it', async () => {
    replyWith(refusal, { status: 409 });
    const handles = vi.fn((error: { field: string }) => error.field === 'password');
    await errorOf(createSend(options)(adduserCall, { userid: 7 }, { handles }));
    expect(handles).toHaveBeenCalledOnce();
    expect(reactions[0]?.[0].message).toBeNull();
  });

  it('takes the code for the text where there is none', async () => {
    replyWith({ code: 'error', retvalue: 10001 });
    expect((await errorOf(createSend(options)(adduserCall, { userid: 7 }))).messageCode).toBe(10001);
  });

  it('counts although the status says success, and the other way round', async () => {
    replyWith(refusal, { status: 200 });
    expect((await errorOf(createSend(options)(adduserCall, { userid: 7 }))).code).toBe(40405);
    replyWith(success({ userid: 7, revision: 1 }), { status: 500 });
    expect(await createSend(options)(adduserCall, { userid: 7 })).toEqual({ userid: 7, revision: 1 });
  });

  it('gives wait to the caller with its data', async () => {
    replyWith({ code: 'wait', data: { step: 2 } });
    expect(await errorOf(createSend(options)(adduserCall, { userid: 7 }))).toMatchObject({
      kind: 'wait',
      data: { step: 2 },
    });
  });
});

describe('what is no answer', () => {
  it.each(['<html>', '', '{"code":"success","data":{"userid":"7","revision":1}}', '{"code":"success"}'])(
    'is told as such: %s',
    async (text) => {
      replyWith(text, { status: 502 });
      expect(await errorOf(createSend(options)(adduserCall, { userid: 7 }))).toMatchObject({
        kind: 'reply',
        status: 502,
      });
      expect(reactions[0]?.[0].message).toEqual({ transport: 'reply' });
    },
  );

  it('is a network error when nothing comes', async () => {
    answer = () => Promise.reject(new TypeError('failed'));
    expect(await errorOf(createSend(options)(setInfoParamCall, {}))).toMatchObject({ kind: 'network', status: 0 });
    expect(reactions[0]?.[0].message).toEqual({ transport: 'network' });
  });

  it('is a network error when the answer breaks off', async () => {
    answer = async () => {
      const body = new ReadableStream({ pull: (controller) => controller.error(new Error('reset')) });
      return new Response(body);
    };
    expect((await errorOf(createSend(options)(setInfoParamCall, {}))).kind).toBe('network');
  });
});

describe('the time limit', () => {
  const untilAborted = (init: RequestInit): Promise<Response> =>
    new Promise((_, reject) => {
      const fail = (): void => reject(new DOMException('aborted', 'AbortError'));
      if (init.signal?.aborted === true) {
        fail();
      }
      init.signal?.addEventListener('abort', fail);
    });

  it('is 60 seconds', async () => {
    vi.useFakeTimers();
    answer = untilAborted;
    const failed = errorOf(createSend(options)(setInfoParamCall, {}));
    await vi.advanceTimersByTimeAsync(59_999);
    expect(sent[0]?.init.signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect((await failed).kind).toBe('timeout');
    expect(reactions[0]?.[0].message).toEqual({ transport: 'timeout' });
  });

  it('leaves no timer behind', async () => {
    vi.useFakeTimers();
    await createSend(options)(adduserCall, { userid: 7 });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('does not matter when the caller gives up', async () => {
    answer = untilAborted;
    const controller = new AbortController();
    const failed = errorOf(createSend(options)(setInfoParamCall, {}, { signal: controller.signal }));
    controller.abort();
    expect((await failed).kind).toBe('aborted');
    expect(reactions[0]?.[0].message).toBeNull();
  });

  it('does not matter when the caller gave up before', async () => {
    answer = untilAborted;
    const failed = errorOf(createSend(options)(setInfoParamCall, {}, { signal: AbortSignal.abort() }));
    expect((await failed).kind).toBe('aborted');
  });
});
