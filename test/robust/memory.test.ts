// Nothing secret stays in the daemon's memory once it has done its work. The plain build alone is looked at: a sanitizer
// keeps freed memory as it was.

import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../harness/daemon.ts';
import { placesInMemory } from '../harness/memory.ts';
import { RawConnection, rawRequest } from '../harness/raw.ts';
import { makePair, secureWire } from '../harness/secure.ts';
import { adminPassword, goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

let terminal: Terminal;
const folder = temporaryFolder();
const open: RawConnection[] = [];

beforeAll(async () => {
  terminal = await Terminal.start();
});
afterAll(async () => {
  for (const connection of open) connection.close();
  rmSync(folder, { recursive: true, force: true });
  await terminal.stop();
});

const places = (text: string): string[] => placesInMemory(terminal.daemon.pid, text);

/** Waits until the loop has done with what it answered: it takes one thing after the other, and this comes behind. */
async function afterTheAnswer(): Promise<void> {
  await rawRequest(terminal.port, 'GET /nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
}

/** At once, and not when some seconds later the buffers of an idle connection are given back. */
async function isGone(text: string): Promise<void> {
  await afterTheAnswer();
  expect(places(text)).toEqual([]);
}

async function isInOnePlace(text: string): Promise<void> {
  await afterTheAnswer();
  expect(places(text)).toHaveLength(1);
}

/** Once every thread has taken the settings again: each holds those that it worked with last. */
async function isGoneWithTheSettings(text: string): Promise<void> {
  await terminal.bench.act({ do: 'card', number: '99001' });
  await until('all threads to let the old settings go', async () => {
    await Promise.all(Array.from({ length: 6 }, () => terminal.admin.call('userlist', {})));
    return places(text).length === 0;
  });
}

/** A connection that stays open until the end: its receive buffer stays, too. */
async function connected(): Promise<RawConnection> {
  const connection = await RawConnection.open(terminal.port);
  open.push(connection);
  return connection;
}

const head = (call: string, more: string): string =>
  `POST /goform/${call} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${more}\r\n\r\n`;

const withLength = (call: string, body: string): string => head(call, `Content-Length: ${body.length}`) + body;

const signIn = (password: string): string => JSON.stringify({ username: 'nobody', password });

/** With an extension that is longer than any secret here: by so much the body moves in the buffer. */
const chunk = (data: string): string => `${data.length.toString(16)};x="${'y'.repeat(80)}"\r\n${data}\r\n`;

describe('the body of a request', () => {
  test('is seen while it comes in, and gone when it was answered', async () => {
    const marker = 'half of a passphrase';
    const whole = withLength('chklogin', signIn(marker));
    const connection = await connected();
    await connection.send(whole.slice(0, -2));
    await until('the octets to arrive', () => places(marker).length > 0);
    await connection.send(whole.slice(-2));
    expect((await connection.reply('POST')).status).toBeGreaterThanOrEqual(400);
    await isGone(marker);
  });

  test('is gone when it came with its head, or behind another request', async () => {
    const marker = 'two in one packet';
    const connection = await connected();
    await connection.send(withLength('chklogin', signIn(`${marker}, first`)) + withLength('chklogin', signIn(marker)));
    await connection.reply('POST');
    await connection.reply('POST');
    await isGone(marker);
  });

  test.each([
    ['in one packet', 1_000],
    ['octet by octet', 1],
    ['in pieces', 23],
  ])('is gone when it came in chunks %s', async (_, size) => {
    const marker = `chunks of ${size} for a while`;
    const body = signIn(marker);
    const stream = `${chunk(body.slice(0, 30))}${chunk(body.slice(30))}0\r\n\r\n`;
    const connection = await connected();
    await connection.send(head('chklogin', 'Transfer-Encoding: chunked'));
    for (let at = 0; at < stream.length; at += size) await connection.send(stream.slice(at, at + size));
    expect((await connection.reply('POST')).status).toBeGreaterThanOrEqual(400);
    await isGone(marker);
  });

  test('is gone when the call was refused before it was read', async () => {
    const marker = 'nobody will read this';
    const connection = await connected();
    await connection.send(withLength('EditPassphrase', JSON.stringify({ passphrase: marker })));
    expect((await connection.reply('POST')).status).toBeGreaterThanOrEqual(400);
    await isGone(marker);
  });

  test.each([
    ['is no JSON', '{"username":"nobody","password":"MARKER"'],
    ['has an unknown member', '{"username":"nobody","password":"MARKER","other":1}'],
    ['has a member twice', '{"username":"nobody","password":"MARKER","password":"MARKER"}'],
    ['has it in the wrong place', '{"username":"nobody","password":{"is":["MARKER"]}}'],
  ])('is gone when it %s', async (what, body) => {
    const marker = `refused because ${what}`;
    const connection = await connected();
    await connection.send(withLength('chklogin', body.replaceAll('MARKER', marker)));
    expect((await connection.reply('POST')).status).toBeGreaterThanOrEqual(400);
    await isGone(marker);
  });

  test('is gone when it came over TLS', async () => {
    const marker = 'over the secure port';
    const reply = await secureWire(terminal.daemon.httpsPort, {
      method: 'POST',
      path: '/goform/chklogin',
      headers: { 'content-type': 'application/json' },
      body: signIn(marker),
    });
    expect(reply.status).toBeGreaterThanOrEqual(400);
    await isGone(marker);
  });
});

describe('a secret', () => {
  test('of an account is gone, wrong or right, old or new', async () => {
    const passphrase = 'seventeen green bottles';
    await terminal.admin.call('EditPassphrase', { oldpassword: adminPassword, passphrase, confirm: passphrase });
    await isGone(passphrase);
    await isGone(adminPassword);
    await terminal.signedIn('admin', passphrase);
    await terminal.client().refuse('chklogin', { username: 'admin', password: `${passphrase} less` }, 'password_wrong');
    await terminal.admin.call('EditPwd', {
      userid: 'admin',
      oldpassword: passphrase,
      password: adminPassword,
      confirm: adminPassword,
    });
    await isGone(passphrase);
    await isGone(adminPassword);
  });

  test('of a user is gone', async () => {
    await terminal.admin.call('adduser', { userid: 5, level: 3, password: goodPassword(5) });
    await terminal.admin.call('edituser', { userid: 5, password: goodPassword(6) });
    await terminal.signedIn('5', goodPassword(6));
    await isGone(goodPassword(5));
    await isGone(goodPassword(6));
  });

  test('of a setting is where the settings are, and gone when it was replaced', async () => {
    await terminal.admin.call('GetCloudParam', { password: 'clouds in the morning' });
    await isInOnePlace('clouds in the morning');
    await terminal.admin.call('GetCloudParam', { password: 'rain in the afternoon' });
    await isGoneWithTheSettings('clouds in the morning');
  });

  test('of a network is gone when it was replaced', async () => {
    const office = { mode: 'client', ssid: 'Harbour Office', security: 'wpa2' } as const;
    await terminal.admin.call('GetWirless', { ...office, key: 'the key before this' });
    await terminal.admin.call('GetWirless', { ...office, key: 'the key from now on' });
    await isGoneWithTheSettings('the key before this');
  });

  test('of a certificate is kept once, and gone when it was replaced', async () => {
    const pair = makePair(folder, 'door.example');
    const line = pair.key.split('\n')[1] ?? '';
    await terminal.admin.call('uploadCertificate', pair);
    await isInOnePlace(line);
    await terminal.admin.call('resetCertificate', {});
    await isGone(line);
  });

  test('of a certificate that the terminal makes, or asks for, is kept once', async () => {
    await terminal.admin.call('resetCertificate', {});
    await terminal.admin.call('certificateRequest', { commonName: 'door.example', names: ['door.example'] });
    await isInOnePlace('-----BEGIN PRIVATE KEY-----');
  });
});
