// The console in ROM: what is served, under which headers, and what a browser may keep.

import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Daemon } from '../harness/daemon.ts';
import { header, RawConnection, type RawReply } from '../harness/raw.ts';

let daemon: Daemon;
let raw: RawConnection;

beforeAll(async () => {
  daemon = await Daemon.start();
  raw = await RawConnection.open(daemon.port);
});
afterAll(async () => {
  raw.close();
  await daemon.stop();
  await daemon.dispose();
});

async function ask(method: string, path: string, ...headers: string[]): Promise<RawReply> {
  await raw.send([`${method} ${path} HTTP/1.1`, 'Host: terminal', ...headers, '', ''].join('\r\n'));
  return raw.reply(method);
}

const gzip = 'Accept-Encoding: gzip, deflate, br';

/** Body of a reply, unpacked. */
function bodyOf(reply: RawReply): string {
  return (header(reply, 'content-encoding') === 'gzip' ? gunzipSync(reply.body) : reply.body).toString('utf8');
}

/** Paths of scripts and styles that the shell names. */
async function assets(): Promise<readonly string[]> {
  const shell = bodyOf(await ask('GET', '/', gzip));
  const paths = [...shell.matchAll(/(?:src|href)="(\/[^"]+\.(?:js|css|svg|png|ico))"/g)].map((match) => match[1] ?? '');
  expect(paths.length).toBeGreaterThan(1);
  return paths;
}

const hashed = /[-.][A-Za-z0-9_]{8,}\.(js|css)$/;

describe('the shell', () => {
  test.each([
    '/',
    '/login',
    '/user/userList',
    '/user/userList?search=x&after=y',
    '/404',
    '/no/such/page',
    '/user/userEdit?userid=7',
  ])('is served at %s', async (path) => {
    const reply = await ask('GET', path, gzip, 'Accept: text/html,application/xhtml+xml,*/*;q=0.8');
    expect(reply.status).toBe(200);
    expect(header(reply, 'content-type')).toBe('text/html; charset=utf-8');
    expect(bodyOf(reply)).toBe(bodyOf(await ask('GET', '/', gzip)));
  });

  test('is served to a client that takes anything, and uncompressed to one that does not know gzip', async () => {
    expect((await ask('GET', '/user/userList', 'Accept: */*')).status).toBe(200);
    const plain = await ask('GET', '/', 'Accept-Encoding: identity');
    expect(header(plain, 'content-encoding')).toBeUndefined();
    expect(plain.body.toString('utf8')).toBe(bodyOf(await ask('GET', '/', gzip)));
    expect(header(plain, 'vary')?.toLowerCase()).toContain('accept-encoding');
  });

  test('is no answer to a picture or a script that does not exist', async () => {
    for (const [path, accept] of [
      ['/assets/none-ABCDEFGH.js', '*/*'],
      ['/photo.png', 'image/avif,image/webp,*/*'],
      ['/favicon.none', 'image/*'],
      ['/.git/config.bak', 'text/html'],
      ['/user/photo.jpg', 'text/html,application/xhtml+xml,*/*;q=0.8'],
    ] as const) {
      expect((await ask('GET', path, gzip, `Accept: ${accept}`)).status, path).toBe(404);
    }
  });

  test('is not what stands at /up: that page and its files are of its own, under the same headers', async () => {
    const shell = await ask('GET', '/', gzip);
    const page = await ask('GET', '/up', gzip, 'Accept: text/html');
    expect(page.status).toBe(200);
    for (const name of ['content-type', 'content-security-policy', 'cache-control', 'x-frame-options']) {
      expect(header(page, name), name).toBe(header(shell, name));
    }
    const named = [...bodyOf(page).matchAll(/(?:src|href)="(\/[^"]+)"/g)].map((match) => match[1] ?? '');
    expect(named).toHaveLength(2);
    let octets = page.body.length;
    for (const path of named) {
      expect(path).toMatch(/^\/up\/up-[A-Z0-9]{8}\.(js|css)$/);
      const reply = await ask('GET', path, gzip);
      expect(reply.status).toBe(200);
      octets += reply.body.length;
    }
    expect(octets).toBeLessThanOrEqual(15_000);
    expect(bodyOf(await ask('GET', '/', gzip))).not.toContain('/up/');
  });

  test('is asked for anew each time', async () => {
    expect(header(await ask('GET', '/', gzip), 'cache-control')).toMatch(/no-cache|no-store/);
  });

  test('says what the browser must not do', async () => {
    const reply = await ask('GET', '/', gzip);
    const policy = header(reply, 'content-security-policy') ?? '';
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-inline|unsafe-eval|\*|http:/);
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain('form-action');
    expect(header(reply, 'x-content-type-options')).toBe('nosniff');
    expect(header(reply, 'referrer-policy')).toMatch(/no-referrer|same-origin/);
  });

  test('has nothing inline and names no other host', async () => {
    const shell = bodyOf(await ask('GET', '/', gzip));
    expect(shell).not.toMatch(/<script(?![^>]*\bsrc=)[^>]*>\s*\S/i);
    expect(shell).not.toMatch(/\son\w+=|\sstyle=|<style/i);
    expect(shell).not.toMatch(/(?:src|href)="(?:https?:)?\/\//i);
  });
});

describe('assets', () => {
  test('have a strong ETag, their length, their type and nosniff', async () => {
    for (const path of await assets()) {
      const reply = await ask('GET', path, gzip);
      expect(reply.status, path).toBe(200);
      expect(header(reply, 'etag'), path).toMatch(/^"[^"]+"$/);
      expect(header(reply, 'content-length'), path).toBe(String(reply.body.length));
      expect(header(reply, 'content-type'), path).toMatch(
        /^(text\/javascript|text\/css|image\/svg\+xml|image\/png|image\/x-icon|image\/vnd.microsoft.icon)/,
      );
      expect(header(reply, 'x-content-type-options'), path).toBe('nosniff');
    }
  });

  test('with a hash in the name are kept for ever', async () => {
    const paths = (await assets()).filter((path) => hashed.test(path));
    expect(paths.length).toBeGreaterThan(0);
    for (const path of paths) {
      expect(header(await ask('GET', path, gzip), 'cache-control'), path).toBe('public, max-age=31536000, immutable');
    }
  });

  test('answer 304 to their ETag, with the ETag and without a body', async () => {
    for (const path of ['/', ...(await assets())]) {
      const etag = header(await ask('GET', path, gzip), 'etag') ?? '';
      for (const value of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
        const reply = await ask('GET', path, gzip, `If-None-Match: ${value}`);
        expect(reply.status, `${path} ${value}`).toBe(304);
        expect(header(reply, 'etag')).toBe(etag);
      }
      expect((await ask('GET', path, gzip, 'If-None-Match: "other"')).status).toBe(200);
    }
  });

  test('answer HEAD with the head of GET and no body', async () => {
    for (const path of ['/', '/user/userList', ...(await assets())]) {
      const get = await ask('GET', path, gzip);
      const head = await ask('HEAD', path, gzip);
      expect(head.status).toBe(get.status);
      const shown = (reply: RawReply): object =>
        Object.fromEntries([...reply.headers].filter(([name]) => name !== 'date'));
      expect(shown(head), path).toEqual(shown(get));
    }
  });

  test('that only exist compressed are refused to whoever refuses gzip', async () => {
    const path = (await assets()).find((entry) => entry.endsWith('.js')) ?? '';
    expect((await ask('GET', path, 'Accept-Encoding: gzip;q=0, identity')).status).toBe(406);
    expect((await ask('GET', path)).status).toBe(200);
  });

  test('are served whole to a client that asks for a part or sends a query', async () => {
    const path = (await assets())[0] ?? '';
    const whole = await ask('GET', path, gzip);
    const part = await ask('GET', path, gzip, 'Range: bytes=0-9');
    expect(part.status).toBe(200);
    expect(part.body.equals(whole.body)).toBe(true);
    expect((await ask('GET', `${path}?v=1`, gzip)).body.equals(whole.body)).toBe(true);
  });

  test('take no other method', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
      const own = await RawConnection.open(daemon.port);
      await own.send(`${method} / HTTP/1.1\r\nHost: t\r\nContent-Length: 0\r\n\r\n`);
      const reply = await own.reply(method);
      expect(reply.status).toBe(405);
      expect(header(reply, 'allow')).toBe('GET, HEAD');
      own.close();
    }
  });

  test('come whole over a connection that takes them slowly', async () => {
    const path = (await assets()).find((entry) => entry.endsWith('.js')) ?? '';
    const want = createHash('sha256')
      .update((await ask('GET', path, gzip)).body)
      .digest('hex');
    const slow = await RawConnection.open(daemon.port);
    slow.pauseReading();
    await slow.send(`GET ${path} HTTP/1.1\r\nHost: t\r\n${gzip}\r\n\r\n`.repeat(30));
    slow.resumeReading();
    for (let count = 0; count < 30; count++) {
      const reply = await slow.reply();
      expect(createHash('sha256').update(reply.body).digest('hex')).toBe(want);
    }
    slow.close();
  });
});
