// TLS: what is served over it, which versions and suites, certificates that come and go, HTTPS only and HSTS, and clients
// that do not play by the rules.

import { spawn } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { Agent } from 'node:https';
import { join } from 'node:path';
import { checkServerIdentity } from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../harness/daemon.ts';
import { auditRows } from '../harness/database.ts';
import { RawConnection, rawRequest } from '../harness/raw.ts';
import {
  type KeyKind,
  makePair,
  makeSigned,
  openssl,
  type Pair,
  secureConnect,
  secureExchange,
  secureWire,
  shownCertificate,
} from '../harness/secure.ts';
import { connectionsOf, unacceptedOf } from '../harness/sockets.ts';
import { adminPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';
import { exchange } from '../harness/wire.ts';

let terminal: Terminal;
let folder: string;
const pairs = new Map<string, Pair>();

const pair = (name: string, kind?: KeyKind, days?: number): Pair => {
  const known = pairs.get(name) ?? makePair(folder, name, kind, days);
  pairs.set(name, known);
  return known;
};

const port = (): number => terminal.daemon.httpsPort;
const fingerprint = async (): Promise<string> => (await shownCertificate(port())).fingerprint256;

/** Runs s_client against the terminal. */
const client = (...args: string[]): string => openssl(['s_client', '-connect', `127.0.0.1:${port()}`, ...args], 'Q\n');

beforeAll(async () => {
  folder = temporaryFolder();
  terminal = await Terminal.start();
});
afterAll(async () => terminal.stop());

describe('serving', () => {
  test('calls and pages are the same as without TLS', async () => {
    const secure = await secureWire(port(), {
      method: 'POST',
      path: '/goform/chklogin',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ username: 'admin', password: adminPassword }),
    });
    expect(secure.envelope.code).toBe('success');
    const page = { method: 'GET', path: '/', headers: { 'accept-encoding': 'gzip' } };
    const [plain, over] = [await exchange(terminal.port, page), await secureExchange(port(), page)];
    expect(over.headers).toEqual(plain.headers);
    const script = /src="(\/assets\/[^"]+)"/.exec(
      (await exchange(terminal.port, { method: 'GET', path: '/' })).text,
    )?.[1];
    expect(script).toBeDefined();
    const asset = { method: 'GET', path: script ?? '', headers: { 'accept-encoding': 'gzip' } };
    const [raw, tls] = [await rawRequest(terminal.port, `GET ${asset.path} HTTP/1.1\r\nHost: t\r\n\r\n`), asset];
    expect(Buffer.from((await secureExchange(port(), tls)).text, 'latin1').equals(raw.body)).toBe(true);
  });

  test('requests that are sent one behind the other, in any pieces, are all answered', async () => {
    const socket = await secureConnect(port());
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
    });
    const all = 'GET /goform/nosuch HTTP/1.1\r\nHost: t\r\n\r\n'.repeat(20);
    for (let at = 0; at < all.length; at += 37) socket.write(all.slice(at, at + 37));
    await until('twenty answers', () => text.split('HTTP/1.1 404').length === 21);
    socket.destroy();
  });

  test('a connection that was idle for long is taken up again', async () => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const ask = { method: 'GET', path: '/goform/nosuch', agent };
    expect((await secureExchange(port(), ask)).status).toBe(404);
    await terminal.bench.advance(3_000);
    await terminal.bench.advance(3_000);
    expect((await secureExchange(port(), ask)).status).toBe(404);
    agent.destroy();
  });

  test('a connection without requests is kept for twenty seconds', async () => {
    const socket = await secureConnect(port());
    let closed = false;
    socket.once('end', () => {
      closed = true;
    });
    socket.resume();
    // Few and long steps: the time that the test itself takes counts too.
    const spend = async (seconds: number): Promise<void> => {
      for (let spent = 0; spent < seconds; spent += 4) {
        await terminal.bench.advance(4_000);
        await terminal.admin.attempt('SetInfoParam', {});
      }
    };
    await spend(12);
    expect(closed).toBe(false);
    await spend(8);
    await until('the connection to be closed', () => closed);
    socket.destroy();
  });

  test('of more than 256 connections the one idle longest goes, and none of those without TLS', async () => {
    const plain = await RawConnection.open(terminal.port);
    await terminal.bench.advance(1_000);
    const secure: RawConnection[] = [];
    const ours: number[] = [];
    const held = (): number => connectionsOf(port(), ...ours);
    const open = async (count: number): Promise<void> => {
      for (let made = 0; made < count; made++) {
        const connection = await RawConnection.open(port());
        secure.push(connection);
        ours.push(connection.localPort);
      }
      // The daemon accepts one in a turn of its loop, a call takes two or three turns: two calls prove nothing.
      await until('all to be accepted', () => unacceptedOf(port()) === 0);
      await terminal.admin.attempt('SetInfoParam', {}); // that turn is over, and so is what followed from it
    };
    const closed = (): number[] => [...secure.keys()].filter((at) => secure[at]?.closed);
    await until('those of the tests before to be gone', () => connectionsOf(port()) === 0);
    await open(256);
    await until('all of them to be held', () => held() === 256);
    expect(closed()).toEqual([]);
    await open(1);
    await secure[0]?.untilClosed();
    await until('the one that went to be gone', () => held() === 256);
    await terminal.admin.attempt('SetInfoParam', {});
    expect(closed()).toEqual([0]);
    await until('as many to be held as before', () => held() === 256);
    expect(plain.closed).toBe(false);
    for (const connection of [plain, ...secure]) connection.close();
  });

  test('state and settings say how the terminal is reached', async () => {
    const state = (await terminal.admin.call('SetRestParam', {})).state;
    expect(state).toMatchObject({ https: `127.0.0.1:${port()}`, secure: false, ownCertificate: false, webhook: 'off' });
    const secure = await secureWire(port(), {
      method: 'GET',
      path: '/goform/SetRestParam',
      headers: { token: terminal.admin.token ?? '' },
    });
    expect(secure.envelope.data).toMatchObject({ state: { secure: true } });
  });
});

describe('versions and suites', () => {
  test.each([
    ['TLSv1.3', ['TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256']],
    ['TLSv1.2', ['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-ECDSA-AES128-GCM-SHA256']],
  ] as const)('%s with forward secrecy and authenticated encryption', async (version, suites) => {
    const socket = await secureConnect(port(), { minVersion: version, maxVersion: version });
    expect(socket.getProtocol()).toBe(version);
    expect(suites).toContain(socket.getCipher().name);
    socket.destroy();
  });

  test.each(['-tls1', '-tls1_1'])('%s is refused', (version) => {
    expect(client(version, '-cipher', 'ALL:@SECLEVEL=0')).toMatch(/Cipher is \(NONE\)/);
  });

  test.each(['AES128-SHA', 'ECDHE-ECDSA-AES128-SHA', 'NULL', 'aNULL', 'RC4'])('suite %s is refused', (suite) => {
    const said = client('-tls1_2', '-cipher', `${suite}:@SECLEVEL=0`);
    expect(said).not.toMatch(/Cipher is [A-Z]/);
  });

  test.each(['-tls1_3', '-tls1_2'])('%s sessions resume', (version) => {
    const session = join(folder, `session${version}`);
    openssl(
      ['s_client', version, '-connect', `127.0.0.1:${port()}`, '-sess_out', session, '-ign_eof'],
      'GET /goform/nosuch HTTP/1.1\r\nHost: t\r\nConnection: close\r\n\r\n',
    );
    expect(client(version, '-sess_in', session)).toMatch(/^Reused, TLSv1\.[23]/m);
  });

  test('new keys in the middle of a connection, which both sides take', async () => {
    const child = spawn('openssl', ['s_client', '-tls1_3', '-msg', '-connect', `127.0.0.1:${port()}`]);
    let said = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (part: string) => {
        said += part;
      });
    }
    await until('a connection', () => said.includes('Verify return code'));
    child.stdin.write('K\n');
    await until('new keys', () => said.includes('KEYUPDATE'));
    child.stdin.write('GET /goform/nosuch HTTP/1.1\r\nHost: t\r\n\r\n');
    await until('an answer', () => said.includes('HTTP/1.1 404'));
    expect(said).toMatch(/<<< TLS 1\.3, Handshake \[length 0005\], KeyUpdate/);
    child.kill();
  });

  test('renegotiation ends the connection', () => {
    const said = openssl(['s_client', '-tls1_2', '-connect', `127.0.0.1:${port()}`], 'R\n');
    expect(said).toMatch(/RENEGOTIATING[\s\S]*(alert|error)/);
  });
});

describe('certificates', () => {
  test('the first one is the device’s own, stays over a restart, and is what the call describes', async () => {
    const info = await terminal.admin.call('certificateInfo', {});
    expect(info).toMatchObject({ own: false, requested: false, key: 'P-256' });
    expect(info.names).toMatch(/^PT-[0-9A-Z]{10}\.local, .*\blocalhost\b/);
    expect(info.names.split(', ')).toEqual(expect.arrayContaining(['127.0.0.1', '::1']));
    expect(info.subject).toBe(info.issuer);
    expect(info.notAfter - info.notBefore).toBeGreaterThan(9 * 365 * 86_400);
    expect(await fingerprint()).toBe(info.fingerprint);
    await terminal.restart();
    expect(await fingerprint()).toBe(info.fingerprint);
    /* A certificate made without the address is replaced ten seconds after the terminal has one: in another test. */
    await until('an address', async () => (await terminal.admin.call('SetEthernet', {})).state.address !== '');
  });

  test('the device’s own is made anew for the addresses it is served at, with the same key', async () => {
    const own = await Terminal.start();
    try {
      const before = await shownCertificate(own.daemon.httpsPort);
      const host = await until('an interface to be served', () =>
        /"?serving an interface"? https="?(127\.\d+\.\d+\.\d+):/.exec(own.daemon.logText)?.at(1),
      );
      expect(checkServerIdentity(host, before)).toBeInstanceOf(Error);
      await own.bench.advance(10_000);
      await until('a certificate that names it', async () =>
        (await own.admin.call('certificateInfo', {})).names.split(', ').includes(host),
      );
      const after = await shownCertificate(own.daemon.httpsPort);
      for (const name of [host, '127.0.0.1', 'localhost', `${after.subject['CN']}`]) {
        expect(checkServerIdentity(name, after), name).toBeUndefined();
      }
      expect(after.pubkey).toEqual(before.pubkey);
      expect(after.fingerprint256).not.toBe(before.fingerprint256);
      await own.restart();
      await own.bench.advance(600_000);
      expect((await shownCertificate(own.daemon.httpsPort)).fingerprint256).toBe(after.fingerprint256);
      expect(own.daemon.logText).toContain('made anew for its addresses');
    } finally {
      await own.stop();
    }
  });

  test('an uploaded one is used at once by new connections; those under way go on', async () => {
    const { certificate, key } = pair('door.example');
    const before = await secureConnect(port());
    const reply = await terminal.admin.call('uploadCertificate', { certificate, key });
    const shown = await shownCertificate(port());
    expect(shown.subject['CN']).toBe('door.example');
    expect(reply.notAfter * 1000).toBe(Date.parse(shown.valid_to));
    const answered = new Promise((resolve) => before.once('data', (data) => resolve(data.toString('latin1'))));
    before.write('GET /goform/nosuch HTTP/1.1\r\nHost: t\r\n\r\n');
    expect(await answered).toMatch(/^HTTP\/1\.1 404/);
    before.destroy();
    expect(await terminal.admin.call('certificateInfo', {})).toMatchObject({ own: true, subject: 'CN=door.example' });
    const audit = auditRows(terminal.daemon).at(-1);
    expect(audit).toMatchObject({ call: 'uploadCertificate', after: { subject: 'CN=door.example' } });
    expect(JSON.stringify(audit)).not.toContain('PRIVATE');
    // As good as a power cut: what was answered is on the disk.
    await terminal.daemon.kill();
    await terminal.daemon.begin();
    await terminal.resume();
    expect((await shownCertificate(port())).subject['CN']).toBe('door.example');
    const { notAfter } = await terminal.admin.call('resetCertificate', {});
    expect(notAfter * 1000).toBeGreaterThan(Date.now());
    expect((await shownCertificate(port())).subject['O']).toBe('Postern');
  });

  test('kinds of keys that browsers take are taken, of the terminal and of its issuers', async () => {
    for (const [name, kind] of [
      ['p384.example', 'P-384'],
      ['rsa.example', 'RSA 2048'],
    ] as const) {
      const { certificate, key } = pair(name, kind);
      await terminal.admin.call('uploadCertificate', { certificate, key });
      expect((await shownCertificate(port())).subject['CN']).toBe(name);
      expect((await terminal.admin.call('certificateInfo', {})).key).toBe(kind);
      const middle = makeSigned(folder, `ca.${name}`, name, { kind, authority: 'path of one' });
      const door = makeSigned(folder, `door.${name}`, `ca.${name}`);
      for (const issuers of [middle.certificate, middle.certificate + certificate]) {
        await terminal.admin.call('uploadCertificate', { certificate: door.certificate + issuers, key: door.key });
        const shown = await shownCertificate(port());
        expect(shown.subject['CN']).toBe(`door.${name}`);
        expect(shown.issuerCertificate.subject['CN']).toBe(`ca.${name}`);
      }
    }
    await terminal.admin.call('resetCertificate', {});
  });

  describe('a chain that does not prove itself is refused and changes nothing', () => {
    const files = (name: string): string => readFileSync(join(folder, `${name}.crt`), 'utf8');
    let leaf: Pair;
    let before = '';
    beforeAll(async () => {
      pair('root.example', 'P-384');
      makeSigned(folder, 'middle.example', 'root.example', { kind: 'RSA 2048', authority: 'path of one' });
      makeSigned(folder, 'low.example', 'middle.example', { authority: 'authority' });
      makeSigned(folder, 'none.example', 'root.example');
      leaf = makeSigned(folder, 'leaf.example', 'middle.example');
      before = await fingerprint();
    });
    const refuse = (certificate: string, key: string, error: string) =>
      terminal.admin.refuse('uploadCertificate', { certificate, key }, error, 'certificate');

    test('an issuer that is missing or out of place, or may not sign, or did not', async () => {
      const [root, middle, low, stranger] = [
        files('root.example'),
        files('middle.example'),
        files('low.example'),
        pair('door.example').certificate,
      ];
      await refuse(leaf.certificate, leaf.key, 'certificate_chain');
      await refuse(leaf.certificate + root, leaf.key, 'certificate_chain');
      await refuse(leaf.certificate + stranger, leaf.key, 'certificate_chain');
      await refuse(leaf.certificate + middle + stranger, leaf.key, 'certificate_chain');
      const own = pair('door.example');
      await refuse(own.certificate + root, own.key, 'certificate_chain');
      const deep = makeSigned(folder, 'deep.example', 'low.example');
      await refuse(deep.certificate + low + middle, deep.key, 'certificate_authority');
      const below = makeSigned(folder, 'below.example', 'none.example');
      await refuse(below.certificate + files('none.example') + root, below.key, 'certificate_authority');
      makeSigned(folder, 'middle.example', 'root.example', { kind: 'RSA 2048', authority: 'path of one' });
      await refuse(leaf.certificate + files('middle.example') + root, leaf.key, 'certificate_signature');
      writeFileSync(join(folder, 'middle.example.crt'), middle);
      expect(await fingerprint()).toBe(before);
    });

    test('one octet that is not as it was signed, wherever it is', async () => {
      const issuers = files('middle.example');
      const octets = Buffer.from(leaf.certificate.replaceAll(/-----.*-----|\s/g, ''), 'base64');
      for (const [at, octet] of octets.entries()) {
        octets[at] = octet ^ (1 << (at % 8));
        const lines = octets.toString('base64').replaceAll(/.{64}/g, '$&\n');
        const certificate = `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n${issuers}`;
        const reply = await terminal.admin.attempt('uploadCertificate', { certificate, key: leaf.key });
        expect(reply.status, `octet ${at}`).toBe(400);
        octets[at] = octet;
      }
      expect(await fingerprint()).toBe(before);
      await terminal.admin.call('uploadCertificate', { certificate: leaf.certificate + issuers, key: leaf.key });
      await terminal.admin.call('resetCertificate', {});
    });
  });

  test('what cannot serve is refused and changes nothing', async () => {
    await terminal.admin.call('resetCertificate', {}); // names the current address, so that the two days below do not replace it
    const before = await fingerprint();
    const good = pair('door.example');
    const other = pair('other.example');
    const encrypted = openssl(['ec', '-aes128', '-passout', 'pass:x'], good.key);
    const refuse = (certificate: string, key: string, error: string, field: string) =>
      terminal.admin.refuse('uploadCertificate', { certificate, key }, error, field);
    await refuse(good.certificate, other.key, 'certificate_key', 'key');
    await refuse(good.certificate, encrypted.slice(encrypted.indexOf('-----BEGIN')), 'certificate_key', 'key');
    await refuse(good.certificate, good.certificate, 'certificate_key', 'key');
    await terminal.admin.refuse('uploadCertificate', { certificate: good.certificate }, 'certificate_key', 'key');
    for (const kind of ['RSA 1024', 'Ed25519'] as const) {
      const weak = pair(`${kind.replace(' ', '')}.example`, kind);
      await refuse(weak.certificate, weak.key, 'certificate_invalid', 'certificate');
    }
    const cut = good.certificate.split('\n');
    cut.splice(2, 2);
    await refuse(cut.join('\n'), good.key, 'certificate_invalid', 'certificate');
    const nine = good.certificate.repeat(9);
    await refuse(nine, good.key, 'certificate_invalid', 'certificate');
    expect(await fingerprint()).toBe(before);
    const old = pair('old.example', 'P-256', 1);
    const young = makeSigned(folder, 'young.example', 'old.example');
    const days = 86_400_000;
    await terminal.bench.advance(2 * days);
    await terminal.admin.signIn('admin', adminPassword);
    await refuse(old.certificate, old.key, 'certificate_expired', 'certificate');
    await refuse(young.certificate + old.certificate, young.key, 'certificate_expired', 'certificate');
    /* The terminal's own one may have been made for its address meanwhile. */
    const refused = [old, young].map(({ certificate }) => new X509Certificate(certificate).fingerprint256);
    expect(refused).not.toContain(await fingerprint());
  });

  test('a weak authority is refused: whoever breaks its key signs for everybody', async () => {
    pair('RSA1024.example', 'RSA 1024');
    const { certificate, key } = makeSigned(folder, 'weak.example', 'RSA1024.example');
    const chain = certificate + pair('RSA1024.example').certificate;
    await terminal.admin.refuse('uploadCertificate', { certificate: chain, key }, 'certificate_invalid', 'certificate');
  });

  test('a signing request: its key stays on the device until the signed certificate is uploaded', async () => {
    const before = await fingerprint();
    const { request } = await terminal.admin.call('certificateRequest', {
      commonName: 'gate.example',
      organization: 'Gates & Söhne',
      names: ['gate2.example', '192.0.2.7', '2001:db8::7'],
    });
    const csr = join(folder, 'gate.csr');
    writeFileSync(csr, request);
    expect(openssl(['req', '-in', csr, '-noout', '-verify', '-text'])).toMatch(
      /DNS:gate\.example, DNS:gate2\.example, IP Address:192\.0\.2\.7, IP Address:2001:DB8:0:0:0:0:0:7\n/,
    );
    expect(await terminal.admin.call('certificateInfo', {})).toMatchObject({ requested: true, own: false });
    expect(await fingerprint()).toBe(before);
    await terminal.restart();
    const issuer = pair('door.example').certificate;
    const [ca, key] = [join(folder, 'door.example.crt'), join(folder, 'door.example.key')];
    const signed = openssl([
      'x509',
      '-req',
      '-in',
      csr,
      '-CA',
      ca,
      '-CAkey',
      key,
      '-days',
      '90',
      '-copy_extensions',
      'copy',
    ]);
    const certificate = signed.slice(signed.indexOf('-----BEGIN'));
    // A certificate alone cannot be told from a damaged one, also for the request.
    await terminal.admin.refuse('uploadCertificate', { certificate, key: '' }, 'certificate_chain', 'certificate');
    await terminal.admin.call('uploadCertificate', { certificate: certificate + issuer, key: '' });
    const shown = await shownCertificate(port());
    expect(shown.subject['CN']).toBe('gate.example');
    expect(shown.subjectaltname).toContain('DNS:gate2.example');
    expect(checkServerIdentity('2001:db8::7', shown)).toBeUndefined();
    expect(await terminal.admin.call('certificateInfo', {})).toMatchObject({
      requested: false,
      own: true,
      issuer: 'CN=door.example',
    });
    await terminal.admin.call('resetCertificate', {});
  });

  test('a request for an address alone, and what is neither a name nor an address', async () => {
    const ask = (commonName: string, names: string[] = []) =>
      terminal.admin.call('certificateRequest', { commonName, names });
    const { request } = await ask('2001:db8::8');
    const csr = join(folder, 'address.csr');
    writeFileSync(csr, request);
    expect(openssl(['req', '-in', csr, '-noout', '-text'])).toMatch(/\n +IP Address:2001:DB8:0:0:0:0:0:8\n/);
    const refuse = (body: object, field: string) =>
      terminal.admin.refuse('certificateRequest', body, 'bad_format', field);
    await refuse({ commonName: '[::1]' }, 'commonName');
    await refuse({ commonName: 'door.example', names: ['::1', 'fe80::1%eth0'] }, 'names[1]');
    await refuse({ commonName: 'door.example', names: ['1.2.3'] }, 'names[0]');
  });

  test('SIGHUP takes the certificate anew', async () => {
    const before = await fingerprint();
    terminal.daemon.signal('SIGHUP');
    await until('the log to say so', () => terminal.daemon.logText.includes('certificate read anew'));
    expect(await fingerprint()).toBe(before);
  });
});

describe('HTTPS only', () => {
  test('pages are sent to TLS, calls are refused, and it can be taken back', async () => {
    await terminal.admin.call('uploadCertificate', pair('door.example'));
    await terminal.admin.call('GetRestParam', { httpsOnly: true });
    const page = await exchange(terminal.port, {
      method: 'GET',
      path: '/userList/addUser?x=1',
      headers: { host: 'door.example:8080' },
    });
    expect(page.status).toBe(307);
    expect(page.headers.location).toBe(`https://door.example:${port()}/userList/addUser?x=1`);
    expect(page.headers['strict-transport-security']).toBeUndefined();
    // Nobody is led away by a name that is not the terminal's.
    for (const host of ['evil/@x', 'evil.example', 'door.example.evil.example']) {
      const own = await rawRequest(terminal.port, `GET / HTTP/1.1\r\nHost: ${host}\r\n\r\n`);
      expect(own.headers.get('location'), host).toEqual([`https://127.0.0.1:${port()}/`]);
    }
    await terminal.admin.refuse('SetInfoParam', {}, 'https_only');
    const back = await secureWire(port(), {
      method: 'POST',
      path: '/goform/GetRestParam',
      headers: { token: terminal.admin.token ?? '', 'content-type': 'application/json' },
      body: '{"httpsOnly":false}',
    });
    expect(back.envelope.code).toBe('success');
    expect((await exchange(terminal.port, { method: 'GET', path: '/' })).status).toBe(200);
    await terminal.admin.call('resetCertificate', {});
  });

  test('without a listener of TLS it cannot be switched on, and one that was is not followed', async () => {
    const off = await Terminal.start({ https: false });
    try {
      await off.admin.refuse('GetRestParam', { httpsOnly: true }, 'https_needed');
      expect((await off.admin.call('SetRestParam', {})).httpsOnly).toBe(false);
    } finally {
      await off.stop();
    }
  });

  test('HSTS needs a certificate that somebody chose to trust', async () => {
    const page = { method: 'GET', path: '/' };
    await terminal.admin.refuse('GetRestParam', { hsts: true }, 'certificate_untrusted');
    expect((await secureExchange(port(), page)).headers['strict-transport-security']).toBeUndefined();
    await terminal.admin.call('uploadCertificate', pair('hsts.example'));
    const said = async (): Promise<(string | undefined)[]> => [
      (await secureExchange(port(), page)).headers['strict-transport-security'],
      (await secureExchange(port(), { ...page, path: '/goform/nosuch' })).headers['strict-transport-security'],
      (await exchange(terminal.port, page)).headers['strict-transport-security'],
    ];
    await terminal.admin.call('GetRestParam', { hsts: true });
    expect(await said()).toEqual(['max-age=31536000', 'max-age=31536000', undefined]);
    expect((await secureExchange(port(), page)).text).toContain('<!doctype html>');
    await terminal.admin.refuse('resetCertificate', {}, 'certificate_untrusted');
    await terminal.admin.call('GetRestParam', { hsts: false });
    expect(await said()).toEqual(['max-age=0', 'max-age=0', undefined]);
    await terminal.admin.call('resetCertificate', {});
    expect(await said()).toEqual([undefined, undefined, undefined]);
  });
});

describe('clients that do not play by the rules', () => {
  /** The first flight of a client that never goes on. */
  const hello = async (): Promise<Buffer> => {
    const taken = Promise.withResolvers<Buffer>();
    const { createServer } = await import('node:net');
    const server = createServer((socket) => {
      socket.once('data', (data: Buffer) => {
        taken.resolve(data);
        socket.destroy();
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const own = typeof address === 'object' && address !== null ? address.port : 0;
    await secureConnect(own).catch(() => undefined);
    server.close();
    return taken.promise;
  };

  test('handshakes that stop anywhere end in time and hold up nobody', async () => {
    const first = await hello();
    const cuts = [0, 1, 5, 6, 40, first.length - 1, first.length];
    const stuck: RawConnection[] = [];
    for (const cut of cuts) {
      const connection = await RawConnection.open(port());
      await connection.send(first.subarray(0, cut));
      stuck.push(connection);
    }
    expect((await secureExchange(port(), { method: 'GET', path: '/' })).status).toBe(200);
    for (let i = 0; i < 4; i++) await terminal.bench.advance(3_000);
    for (const connection of stuck) {
      await connection.untilClosed();
      connection.close();
    }
  });

  test('handshakes that are cut off, and octets that are none, end at once', async () => {
    const first = await hello();
    for (const cut of [3, 40, first.length]) {
      const connection = await RawConnection.open(port());
      await connection.send(first.subarray(0, cut));
      connection.halfClose();
      await connection.untilClosed();
      connection.close();
    }
    for (const noise of [
      'GET / HTTP/1.1\r\nHost: t\r\n\r\n',
      '\x16\x03\x01\xff\xff',
      '\x80'.repeat(5_000),
      '\x00'.repeat(64),
    ]) {
      const connection = await RawConnection.open(port());
      await connection.send(noise);
      connection.halfClose();
      await connection.untilClosed();
      expect(connection.pending.toString('latin1')).not.toContain('HTTP/');
      connection.close();
    }
    expect((await secureExchange(port(), { method: 'GET', path: '/' })).status).toBe(200);
  });

  test('two hundred handshakes at once are all done, while calls go on', async () => {
    const sockets = Array.from({ length: 200 }, () => secureConnect(port()));
    let done = false;
    const all = Promise.all(sockets).finally(() => {
      done = true;
    });
    let calls = 0;
    while (!done) {
      await terminal.admin.call('SetInfoParam', {});
      calls++;
    }
    expect(calls).toBeGreaterThan(1);
    for (const socket of await all) socket.destroy();
  });
});
