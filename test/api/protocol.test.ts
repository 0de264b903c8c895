// HTTP as it must not be spoken, and as only few speak it: what the server takes, refuses and survives.

import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { callNames, errorNamed, methodOf, pathOf, specOf } from '../harness/contract.ts';
import { header, RawConnection, type RawReply, rawRequest } from '../harness/raw.ts';
import { Terminal } from '../harness/terminal.ts';
import { parseEnvelope } from '../harness/wire.ts';

let terminal: Terminal;
let port: number;
let token: string;

beforeAll(async () => {
  terminal = await Terminal.start();
  port = terminal.port;
  token = terminal.admin.token ?? '';
});
afterAll(() => terminal.stop());

const open: RawConnection[] = [];
afterEach(async () => {
  for (const connection of open.splice(0)) connection.close();
  // Whatever was done to it, it still serves.
  expect((await terminal.admin.attempt('SetInfoParam', {})).status).toBe(200);
});

async function connection(): Promise<RawConnection> {
  const made = await RawConnection.open(port);
  open.push(made);
  return made;
}

interface Parts {
  readonly headers?: readonly string[];
  readonly body?: string;
  readonly version?: string;
}

function message(method: string, path: string, parts: Parts = {}): string {
  const body = parts.body;
  const length = body === undefined ? [] : [`Content-Length: ${Buffer.byteLength(body)}`];
  const lines = [
    `${method} ${path} HTTP/${parts.version ?? '1.1'}`,
    'Host: terminal',
    ...length,
    ...(parts.headers ?? []),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${Buffer.from(body ?? '').toString('latin1')}`;
}

const json = 'Content-Type: application/json';

function envelopeOf(reply: RawReply): ReturnType<typeof parseEnvelope> {
  const headers = Object.fromEntries([...reply.headers].map(([name, values]) => [name, values.join(', ')]));
  return parseEnvelope({ status: reply.status, headers, text: reply.body.toString('utf8') });
}

function expectError(reply: RawReply, name: string): void {
  const entry = errorNamed(name);
  expect(reply.status).toBe(entry.http);
  expect(envelopeOf(reply).retvalue).toBe(entry.code);
}

describe('paths', () => {
  test.each([
    '/goform/',
    '/goform/none',
    '/goform/userlist/',
    '/goform/userlist/x',
    '/goform//userlist',
    '/goform/Userlist',
    '/goform/user%6cist',
    '/goform/../goform/userlist',
    '/goform/%2e%2e/userlist',
    '/goform/..%2f..%2fetc/passwd',
    '/goform/../../../../etc/passwd',
    '/goform/userlist%00',
    '/goform/userlist;x=1',
    `/goform/${'x'.repeat(2000)}`,
  ])('%s is no call: 404 with the envelope', async (path) => {
    expectError(await rawRequest(port, message('GET', path, { headers: [`token: ${token}`] })), 'no_such_call');
  });

  test.each([
    '/../etc/passwd',
    '/..%2f..%2fetc/passwd',
    '/assets/../../state/postern.db',
    '//etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
  ])('%s leads to no file of the machine', async (path) => {
    const reply = await rawRequest(port, message('GET', path));
    expect(reply.body.toString('latin1')).not.toMatch(/root:|SQLite/);
    expect([200, 400, 404]).toContain(reply.status);
    if (reply.status === 200) expect(header(reply, 'content-type')).toMatch(/^text\/html/);
  });

  test('a fragment or an absolute form do not open more than the path', async () => {
    const reply = await rawRequest(
      port,
      message('GET', `http://terminal/goform/userlist`, { headers: [`token: ${token}`] }),
    );
    expect([200, 400, 404]).toContain(reply.status);
  });
});

describe('methods', () => {
  test.each(callNames)('%s takes its own alone: 405 with Allow', async (name) => {
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'TRACE', 'PROPFIND', 'X']) {
      if (method === methodOf(name)) continue;
      const reply = await rawRequest(port, message(method, pathOf(name), { headers: [`token: ${token}`] }));
      expectError(reply, 'wrong_method');
      expect(header(reply, 'allow')).toBe(methodOf(name));
    }
  });

  test('HEAD of a call is 405 without a body', async () => {
    const raw = await connection();
    await raw.send(message('HEAD', '/goform/userlist', { headers: [`token: ${token}`] }));
    expect((await raw.reply('HEAD')).status).toBe(405);
    await raw.send(message('GET', '/goform/SetInfoParam', { headers: [`token: ${token}`] }));
    expect((await raw.reply()).status).toBe(200);
  });

  test('405 comes before any question of session', async () => {
    expectError(await rawRequest(port, message('POST', '/goform/userlist', { body: '{}' })), 'wrong_method');
  });
});

describe('length', () => {
  const posts = callNames.filter((name) => methodOf(name) === 'POST');

  test.each(posts)(
    '%s refuses one octet too many on the headers, before the body and before the session',
    async (name) => {
      const raw = await connection();
      const { maxBody, takes, whole } = specOf(name);
      const query = whole === undefined ? '' : '?offset=0'; // without one it is a whole file
      const headers = [
        takes === 'json' ? json : `Content-Type: ${takes === 'picture' ? 'image/jpeg' : 'application/octet-stream'}`,
        `Content-Length: ${maxBody + 1}`,
      ];
      await raw.send(message('POST', `${pathOf(name)}${query}`, { headers }));
      expectError(await raw.reply(), takes === 'json' ? 'body_too_large' : 'upload_too_large');
    },
  );

  test('a body at the limit is read', async () => {
    const limit = specOf('checkPower').maxBody ?? 0;
    const body = `{"group":"user"}${' '.repeat(limit - 16)}`;
    const reply = await rawRequest(
      port,
      message('POST', '/goform/checkPower', { headers: [json, `token: ${token}`], body }),
    );
    expect(reply.status).toBe(200);
  });

  test('without a session nothing of a body is waited for', async () => {
    const raw = await connection();
    await raw.send(message('POST', '/goform/adduser', { headers: [json, 'Content-Length: 500'] }));
    expectError(await raw.reply(), 'token_failed');
  });

  test.each(['-1', '+5', '5x', '0x5', '', '1 2', '99999999999999999999999999', '5, 5', '5,6'])(
    'the Content-Length %j is refused and the connection closed',
    async (length) => {
      const raw = await connection();
      await raw.send(
        `POST /goform/checkPower HTTP/1.1\r\nHost: t\r\n${json}\r\ntoken: ${token}\r\nContent-Length: ${length}\r\n\r\n{}`,
      );
      const reply = await raw.reply('POST');
      expect([400, 413]).toContain(reply.status);
    },
  );

  test('two Content-Lengths, or one beside Transfer-Encoding, are refused (request smuggling)', async () => {
    for (const fields of [
      'Content-Length: 2\r\nContent-Length: 30',
      'Content-Length: 2\r\nTransfer-Encoding: chunked',
      'Transfer-Encoding: chunked\r\nContent-Length: 2',
      'Transfer-Encoding: gzip, chunked',
      'Transfer-Encoding: chunked, identity',
      'Transfer-Encoding: xchunked',
      'Transfer-Encoding : chunked',
      ' Transfer-Encoding: chunked',
    ]) {
      const raw = await connection();
      await raw.send(
        `POST /goform/checkPower HTTP/1.1\r\nHost: t\r\n${json}\r\ntoken: ${token}\r\n${fields}\r\n\r\n0\r\n\r\n`,
      );
      expect((await raw.reply('POST')).status, fields).toBeGreaterThanOrEqual(400);
      await raw.untilClosed();
    }
  });
});

describe('chunked bodies', () => {
  const start = (headers: readonly string[] = []): string =>
    message('POST', '/goform/checkPower', {
      headers: [json, `token: ${token}`, 'Transfer-Encoding: chunked', ...headers],
    });

  test('are read, in pieces of any size', async () => {
    const raw = await connection();
    await raw.send(start());
    for (const piece of ['{"gro', 'up":"u', 's', 'er"}']) {
      for (const octet of `${piece.length.toString(16)}\r\n${piece}\r\n`) await raw.send(octet);
    }
    await raw.send('0\r\n\r\n');
    expect((await raw.reply('POST')).status).toBe(200);
    await raw.send(message('GET', '/goform/SetInfoParam', { headers: [`token: ${token}`] }));
    expect((await raw.reply()).status).toBe(200);
  });

  test('with extensions and trailers too', async () => {
    const raw = await connection();
    await raw.send(`${start()}10;name=value\r\n{"group":"user"}\r\n0\r\nX-Trailer: 1\r\n\r\n`);
    expect((await raw.reply('POST')).status).toBe(200);
  });

  test('are bounded by the same limit', async () => {
    const raw = await connection();
    await raw.send(start());
    const piece = ' '.repeat(256);
    for (let sent = 0; sent <= 1024; sent += 256) await raw.send(`100\r\n${piece}\r\n`);
    expectError(await raw.reply('POST'), 'body_too_large');
  });

  test.each(['zz\r\n', '-5\r\n', 'ffffffffffffffffff\r\n', '5\nhello', `${'0'.repeat(5000)}`, '2\r\n{}XX'])(
    'with a bad chunk %j are refused',
    async (chunk) => {
      const raw = await connection();
      await raw.send(start() + chunk);
      expect([400, 413]).toContain((await raw.reply('POST')).status);
      await raw.untilClosed();
    },
  );
});

describe('media type and body', () => {
  const post = (headers: readonly string[], body: string): Promise<RawReply> =>
    rawRequest(port, message('POST', '/goform/checkPower', { headers: [`token: ${token}`, ...headers], body }));

  test.each([
    [],
    ['Content-Type: text/plain'],
    ['Content-Type: application/x-www-form-urlencoded'],
    ['Content-Type: application/jsonx'],
  ])('%j is 415', async (...headers: string[]) => {
    expectError(await post(headers, '{"group":"user"}'), 'media_type');
  });

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json ; x=y',
  ])('%s is taken', async (type) => {
    expect((await post([`Content-Type: ${type}`], '{"group":"user"}')).status).toBe(200);
  });

  test.each([
    ['', 'missing_parameter'], // no body is an empty object: calls without parameters send none
    [' ', 'bad_json'],
    ['{', 'bad_json'],
    ['{"group":"user"}}', 'bad_json'],
    ['{"group":"user"} x', 'bad_json'],
    ["{'group':'user'}", 'bad_json'],
    ['{group:"user"}', 'bad_json'],
    ['{"group":"user",}', 'bad_json'],
    ['{"group":"us\ner"}', 'bad_text'],
    ['{"group":NaN}', 'bad_json'],
    ['{"group":01}', 'bad_json'],
    ['{"group":"\\x41"}', 'bad_json'],
    [`${'['.repeat(200)}${']'.repeat(200)}`, 'bad_json'],
    ['\ufeff{"group":"user"}', 'bad_json'],
    ['{"group":"user","group":"user"}', 'duplicate_key'],
    ['{"Group":"user"}', 'unknown_key'],
    ['{"group":"user","__proto__":1}', 'unknown_key'],
    ['{"group":1}', 'wrong_type'],
    ['{"group":null}', 'wrong_type'],
  ] as const)('%j answers %s', async (body, error) => {
    expectError(await post([json], body), error);
  });

  test.each(['[]', '"text"', '1', 'null', 'true'])('%s is no object', async (body) => {
    const reply = await post([json], body);
    expect(reply.status).toBe(400);
    expect([errorNamed('bad_json').code, errorNamed('wrong_type').code]).toContain(envelopeOf(reply).retvalue);
  });

  test('bad UTF-8 is refused', async () => {
    for (const octets of ['\xff', '\xc0\x80', '\xed\xa0\x80', '\xf5\x80\x80\x80', '\xe2\x82', '\x80']) {
      const body = Buffer.from(`{"userid":901,"username":"${octets}"}`, 'latin1');
      const reply = await terminal.admin.attempt('adduser', body);
      expect(reply.status).toBe(400);
    }
  });
});

describe('several requests on one connection', () => {
  test('one after the other', async () => {
    const raw = await connection();
    for (let count = 0; count < 50; count++) {
      await raw.send(message('GET', '/goform/userlist?limit=1', { headers: [`token: ${token}`] }));
      expect((await raw.reply()).status).toBe(200);
    }
  });

  test('all at once are answered in order, workers and loop mixed', async () => {
    const raw = await connection();
    const expected: (readonly [string, number])[] = [];
    let all = '';
    for (let n = 0; n < 40; n++) {
      switch (n % 4) {
        case 0:
          all += message('POST', '/goform/adduser', {
            headers: [json, `token: ${token}`],
            body: `{"userid":${5000 + n}}`,
          });
          expected.push(['POST', 200]);
          break;
        case 1:
          all += message('POST', '/goform/GetUserInfo', {
            headers: [json, `token: ${token}`],
            body: `{"userid":${4999 + n}}`,
          });
          expected.push(['POST', 200]);
          break;
        case 2:
          all += message('GET', '/goform/none');
          expected.push(['GET', 404]);
          break;
        default:
          all += message('GET', '/', { headers: ['Accept-Encoding: gzip'] });
          expected.push(['GET', 200]);
      }
    }
    await raw.send(all);
    for (const [method, status] of expected) expect((await raw.reply(method)).status).toBe(status);
  });

  test('cut at every octet', async () => {
    const raw = await connection();
    for (const octet of message('POST', '/goform/checkPower', {
      headers: [json, `token: ${token}`],
      body: '{"group":"user"}',
    })) {
      await raw.send(octet);
    }
    expect((await raw.reply('POST')).status).toBe(200);
  });

  test('Connection: close and HTTP/1.0 end it after the reply', async () => {
    for (const request of [
      message('GET', '/goform/SetInfoParam', { headers: [`token: ${token}`, 'Connection: close'] }),
      message('GET', '/goform/SetInfoParam', { headers: [`token: ${token}`], version: '1.0' }),
    ]) {
      const raw = await connection();
      await raw.send(request);
      expect((await raw.reply()).status).toBe(200);
      await raw.untilClosed();
    }
  });

  test('Expect: 100-continue is answered before the body', async () => {
    const raw = await connection();
    await raw.send(
      message('POST', '/goform/checkPower', {
        headers: [json, `token: ${token}`, 'Content-Length: 16', 'Expect: 100-continue'],
      }),
    );
    expect((await raw.reply('POST')).status).toBe(100);
    await raw.send('{"group":"user"}');
    expect((await raw.reply('POST')).status).toBe(200);
  });

  test('Expect: 100-continue of a request that is refused gets the refusal at once', async () => {
    const raw = await connection();
    await raw.send(
      message('POST', '/goform/checkPower', { headers: [json, 'Content-Length: 16', 'Expect: 100-continue'] }),
    );
    expect((await raw.reply('POST')).status).toBe(401);
  });
});

describe('malformed heads', () => {
  test.each([
    ['no method', ' / HTTP/1.1\r\nHost: t\r\n\r\n'],
    ['no version', 'GET /\r\nHost: t\r\n\r\n'],
    ['HTTP/2.0', 'GET / HTTP/2.0\r\nHost: t\r\n\r\n'],
    ['HTTP/9', 'GET / HTTP/9\r\nHost: t\r\n\r\n'],
    ['two hosts', 'GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n'],
    ['no host', 'GET / HTTP/1.1\r\n\r\n'],
    ['a header without a colon', 'GET / HTTP/1.1\r\nHost: t\r\nnonsense\r\n\r\n'],
    ['a header without a name', 'GET / HTTP/1.1\r\nHost: t\r\n: x\r\n\r\n'],
    ['a control character in a header', 'GET / HTTP/1.1\r\nHost: t\r\nX: a\x00b\r\n\r\n'],
    ['a folded header', 'GET / HTTP/1.1\r\nHost: t\r\nX: a\r\n b\r\n\r\n'],
    ['a bare CR', 'GET / HTTP/1.1\rHost: t\r\r'.concat('\r\n\r\n')],
    ['TLS', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n'],
    ['another protocol', 'SSH-2.0-OpenSSH_9.2\r\n\r\n'],
    ['noise', `${Array.from({ length: 300 }, (_, n) => String.fromCharCode((n * 151 + 7) & 0xff)).join('')}\r\n\r\n`],
    ['two tokens', `GET /goform/SetInfoParam HTTP/1.1\r\nHost: t\r\ntoken: ${'A'.repeat(43)}\r\ntoken: B\r\n\r\n`],
  ])('%s is refused and the connection closed', async (_, octets) => {
    const raw = await connection();
    await raw.send(octets);
    await raw.untilClosed();
    if (raw.pending.length > 0) expect((await raw.reply()).status).toBeGreaterThanOrEqual(400);
  });

  test('a head of 8 KiB is taken, and one octet more is not', async () => {
    const start = 'GET /goform/none HTTP/1.1\r\nHost: t\r\nX: ';
    const of = (octets: number): string => `${start}${'x'.repeat(octets - start.length - 4)}\r\n\r\n`;
    expect((await rawRequest(port, of(8192))).status).toBe(404);
    expect((await rawRequest(port, of(8193))).status).toBe(431);
  });

  test('a head of more than 8 KiB is refused, in one field or in many', async () => {
    for (const fields of [
      `X: ${'x'.repeat(9000)}`,
      Array.from({ length: 300 }, (_, n) => `X-${n}: ${'x'.repeat(30)}`).join('\r\n'),
    ]) {
      const raw = await connection();
      await raw.send(`GET / HTTP/1.1\r\nHost: t\r\n${fields}\r\n\r\n`);
      expect((await raw.reply()).status).toBe(431);
      await raw.untilClosed();
    }
  });

  test('a head that never ends is refused once it is too long', async () => {
    const raw = await connection();
    for (let sent = 0; sent < 64 && !raw.closed; sent++) await raw.send(`X-${sent}: ${'x'.repeat(250)}\r\n`);
    await raw.untilClosed();
  });
});

describe('replies', () => {
  test('of calls are not to be stored and not to be sniffed', async () => {
    const reply = await rawRequest(port, message('GET', '/goform/SetInfoParam', { headers: [`token: ${token}`] }));
    expect(header(reply, 'cache-control')).toContain('no-store');
    expect(header(reply, 'x-content-type-options')).toBe('nosniff');
  });

  test('do not say what software this is', async () => {
    const reply = await rawRequest(port, message('GET', '/'));
    expect(reply.headers.has('server')).toBe(false);
    expect(reply.headers.has('x-powered-by')).toBe(false);
  });

  test('allow no other origin', async () => {
    const reply = await rawRequest(
      port,
      message('GET', '/goform/SetInfoParam', { headers: [`token: ${token}`, 'Origin: http://evil.example'] }),
    );
    expect([...reply.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});
