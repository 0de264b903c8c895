// A bundle in one body, as a script sends it: curl --data-binary @firmware.swu

import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorNamed } from '../harness/contract.ts';
import { auditRows } from '../harness/database.ts';
import { RawConnection } from '../harness/raw.ts';
import { record } from '../harness/recorder.ts';
import { goodPassword, type Terminal } from '../harness/terminal.ts';
import { Machine, type State, sibling, stateWhere } from '../harness/upgrade.ts';

const machine = new Machine();
const run = promisify(execFile);
const next = join(machine.path, 'next.swu');
let terminal: Terminal;

/** What curl was answered. */
interface Sent {
  readonly status: number;
  readonly body: { readonly code: string; readonly retvalue: number; readonly data: Readonly<Record<string, unknown>> };
}

async function curl(url: string, token: string, file: string, ...more: string[]): Promise<Sent> {
  const headers = ['-H', `token: ${token}`, '-H', 'content-type: application/octet-stream'];
  const { stdout } = await run('curl', [
    '-ksS',
    '-w',
    '\n%{http_code}',
    ...headers,
    ...more,
    '--data-binary',
    `@${file}`,
    url,
  ]);
  const at = stdout.lastIndexOf('\n');
  const body = JSON.parse(stdout.slice(0, at)) as Sent['body'];
  record('UpdateMachine', body.retvalue);
  return { status: Number(stdout.slice(at + 1)), body };
}
const plain = (): string => `http://127.0.0.1:${terminal.port}/goform/UpdateMachine`;
const secure = (): string => `https://127.0.0.1:${terminal.daemon.httpsPort}/goform/UpdateMachine`;
/** Head of a request with a bundle in its body. */
const headOf = (token: string, length: number, type = 'application/octet-stream'): string =>
  `POST /goform/UpdateMachine HTTP/1.1\r\nHost: t\r\ntoken: ${token}\r\nContent-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`;
const codeOf = ({ body }: Sent): number => body.retvalue;

beforeAll(async () => {
  terminal = await machine.start();
  await stateWhere(terminal.admin, 'the slot to be confirmed', ({ floor, step }) => floor > 0 && step === 'idle');
  writeFileSync(next, machine.bundle(sibling('posternd_next')));
});
afterAll(() => machine.stop());

const idle = async (): Promise<boolean> =>
  ['idle', 'failed'].includes((await terminal.admin.call('upgradeState', {})).step);

describe('what is refused', () => {
  test('is answered before it was sent to its end, and leaves nothing behind', async () => {
    const forged = join(machine.path, 'forged.swu');
    writeFileSync(forged, machine.forged(sibling('posternd_next')));
    expect(codeOf(await curl(plain(), terminal.admin.token ?? '', forged))).toBe(errorNamed('bundle_signature').code);
    expect(codeOf(await curl(secure(), terminal.admin.token ?? '', forged))).toBe(errorNamed('bundle_signature').code);
    expect(await idle()).toBe(true);
  });

  test('an older firmware, which the engineer alone installs', async () => {
    const older = join(machine.path, 'older.swu');
    writeFileSync(older, machine.bundle(sibling('posternd_next'), { version: '0.0.1' }));
    expect(codeOf(await curl(plain(), terminal.admin.token ?? '', older))).toBe(errorNamed('bundle_older').code);
    expect(await idle()).toBe(true);
  });

  test('a firmware that cannot read what is kept', async () => {
    const old = join(machine.path, 'schema.swu');
    writeFileSync(old, machine.bundle(sibling('posternd_next'), { schema: 1 }));
    expect(codeOf(await curl(plain(), terminal.admin.token ?? '', old))).toBe(errorNamed('bundle_schema').code);
    expect(await idle()).toBe(true);
  });

  test('who has no right, no session, or did not type the password lately', async () => {
    const clerk = await terminal.administrator(501, 1, goodPassword(501));
    expect(codeOf(await curl(plain(), clerk.token ?? '', next))).toBe(errorNamed('forbidden').code);
    expect(codeOf(await curl(plain(), '', next))).toBe(errorNamed('token_failed').code);
    await terminal.bench.advance(6 * 60_000);
    expect(codeOf(await curl(plain(), terminal.admin.token ?? '', next))).toBe(errorNamed('password_needed').code);
    await terminal.admin.signIn('admin', terminal.admin.password ?? '');
  });

  test('what is no file, and what is longer than any', async () => {
    const headers = (length: number, type?: string) => headOf(terminal.admin.token ?? '', length, type);
    const ask = async (head: string): Promise<number> => {
      const raw = await RawConnection.open(terminal.port);
      await raw.send(head);
      const reply = await raw.reply('POST');
      raw.close();
      return (JSON.parse(reply.body.toString()) as { retvalue: number }).retvalue;
    };
    expect(await ask(headers(0))).toBe(errorNamed('upload_format').code);
    expect(await ask(headers(10, 'text/plain'))).toBe(errorNamed('upload_format').code);
    expect(await ask(headers(2 ** 30 + 1))).toBe(errorNamed('upload_too_large').code);
  });
});

describe('one of which a part was sent', () => {
  let bundle: Buffer;
  let raw: RawConnection;

  /** Sends the first 300,000 bytes, and waits until what is whole of them was taken. */
  async function sendPart(token: string): Promise<void> {
    bundle = readFileSync(next);
    raw = await RawConnection.open(terminal.port);
    await raw.send(headOf(token, bundle.length));
    await raw.send(bundle.subarray(0, 300_000));
    const isThere = ({ step, received }: State) => step === 'receiving' && received >= 262_144;
    const state = await stateWhere(terminal.admin, 'some of it to be there', isThere);
    expect(state.total).toBe(bundle.length);
  }

  test('is cancelled as any other when the client goes', async () => {
    await sendPart(terminal.admin.token ?? '');
    raw.close();
    await terminal.admin.call('upgradeCancel', {});
    expect(await idle()).toBe(true);
  });

  test('ends with the session that sends it', async () => {
    const second = await terminal.administrator(502, 16, goodPassword(502));
    await sendPart(second.token ?? '');
    await second.call('logout', {});
    await raw.send(bundle.subarray(300_000, 400_000));
    const reply = await raw.reply('POST');
    expect([reply.status, (JSON.parse(reply.body.toString()) as { retvalue: number }).retvalue]).toEqual([
      errorNamed('session_ended').http,
      errorNamed('session_ended').code,
    ]);
    await raw.untilClosed();
    await terminal.admin.call('upgradeCancel', {});
  });
});

test.each([
  ['HTTP', plain],
  ['HTTPS', secure],
])('a whole bundle over %s is written and started, and the terminal comes back with it', async (_, address) => {
  let sent: Sent | undefined;
  await terminal.daemon.restartsBy(async () => {
    sent = await curl(address(), terminal.admin.token ?? '', next, '-H', 'Expect: 100-continue');
  });
  expect(sent).toMatchObject({ status: 200, body: { code: 'success', data: { step: 'checking' } } });
  await terminal.resume();
  const over = await stateWhere(terminal.admin, 'the confirmation', ({ last }) => last.end === 'confirmed');
  expect(over).toMatchObject({ version: '99.0.0' });
  const rows = auditRows(terminal.daemon).filter(({ object }) => object === 'upgrade');
  expect(rows.some(({ call, account }) => call === 'UpdateMachine' && account === 'admin')).toBe(true);
});
