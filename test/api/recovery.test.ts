// A terminal that does not start: its recovery serves /up and nothing else, takes a bundle, and the terminal is well again.

import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorNamed } from '../harness/contract.ts';
import { daemonPath } from '../harness/paths.ts';
import type { Terminal } from '../harness/terminal.ts';
import { install, Machine, offer, schemaNow, sibling, signInEngineer, stateWhere } from '../harness/upgrade.ts';
import { until } from '../harness/wait.ts';

const machine = new Machine();
const state = join(machine.path, 'state');
let terminal: Terminal;

const environment = (): string => readFileSync(machine.folder.bootEnvironment, 'latin1');
const kept = (name: string): boolean => existsSync(join(state, name));
const get = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`http://127.0.0.1:${terminal.port}${path}`, { redirect: 'manual', ...init });

/** Another program in the slot that runs, as if it had been flashed so. */
const put = (program: string): void => copyFileSync(program, machine.folder.slot('A'));

beforeAll(async () => {
  terminal = await machine.start({ serial: 'PT-7K3MQ4ZX2N' });
  await terminal.add({ userid: 4711, username: 'Ada', cardno: '900001' });
  await stateWhere(terminal.admin, 'the slot to be confirmed', ({ floor, step }) => floor > 0 && step === 'idle');
  await terminal.daemon.stop();
  /* A newer firmware changes the database, and is confirmed; then nothing is left of it but its data. */
  put(sibling('posternd_newer'));
  await terminal.daemon.begin();
  await terminal.resume();
  await stateWhere(terminal.admin, 'the newer one to be confirmed', ({ floor }) => floor > 1);
  expect(kept('recovery') || kept('failed')).toBe(false);
  await terminal.daemon.stop();
  put(daemonPath());
  await terminal.daemon.begin();
});
afterAll(() => machine.stop());

describe('a terminal whose firmware cannot read what it keeps', () => {
  test('comes to its recovery, when no slot has a try left', () => {
    expect(terminal.daemon.logText).toContain('recovery in slot A');
    expect(environment()).toContain('BOOT_A_LEFT=0');
    expect(readFileSync(join(state, 'failed'), 'utf8')).toBe('postern-failed 1\nreason newer\n');
  });

  test('leads to /up, which says why', async () => {
    for (const path of ['/', '/login', '/users/4711']) {
      const reply = await get(path);
      expect([path, reply.status, reply.headers.get('location')]).toEqual([path, 307, '/up']);
    }
    const page = await get('/up');
    expect([page.status, page.headers.get('postern-recovery')]).toEqual([200, 'newer']);
    const files = [...(await page.text()).matchAll(/(?:src|href)="(\/up\/[^"]+)"/g)].map((match) => match[1] ?? '');
    expect(files.length).toBeGreaterThanOrEqual(2);
    for (const file of files) expect([file, (await get(file)).status]).toEqual([file, 200]);
    expect((await get('/up', { headers: { 'if-none-match': page.headers.get('etag') ?? '' } })).status).toBe(304);
    for (const path of ['/assets/app.js', '/up/other.js', '/index.html'])
      expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect((await get('/up', { method: 'POST' })).status).toBe(405);
  });

  test('has no call but those of /up, and nobody but the engineer', async () => {
    const codeOf = async (call: string, method = 'POST', token = ''): Promise<unknown> => {
      const headers = { 'content-type': 'application/json', ...(token !== '' && { token }) };
      const reply = await get(`/goform/${call}`, { method, headers, ...(method === 'POST' && { body: '{}' }) });
      return ((await reply.json()) as { retvalue: number }).retvalue;
    };
    const none = errorNamed('no_such_call').code;
    for (const call of ['chklogin', 'confirmNetwork', 'test_takephoto', 'superLogin', 'adduser'])
      expect([call, await codeOf(call)]).toEqual([call, none]);
    const stranger = terminal.client();
    await stranger.refuse('upgradeState', {}, 'token_failed');
    const engineer = await signInEngineer(terminal);
    expect((await engineer.call('SetInfoParam', {})).Serial).toBe('PT-7K3MQ4ZX2N');
    for (const [call, method] of [
      ['userlist', 'GET'],
      ['SetWebUpgradeMode', 'POST'],
      ['adduser', 'POST'],
    ] as const)
      expect([call, await codeOf(call, method, engineer.token)]).toEqual([call, none]);
    expect(await engineer.call('upgradeState', {})).toMatchObject({ fitted: true, slot: 'A', step: 'idle', floor: 2 });
  });

  test('confirms nothing by serving', () => {
    expect(environment()).toContain('BOOT_A_LEFT=0');
    expect(kept('failed')).toBe(true);
  });

  test('counts wrong passwords on when the recovery starts again', async () => {
    const stranger = terminal.client();
    /* Five are free. The waits behind them double from a second, which a busy machine may let pass: one of the next is refused. */
    const isOneRefused = async (tries: number): Promise<boolean> => {
      for (let at = 0; at < tries; at++) {
        const reply = await stranger.attempt('engineerLogin', { password: 'not-the-password' });
        if (reply.envelope.retvalue === errorNamed('throttled').code) return true;
      }
      return false;
    };
    expect(await isOneRefused(10)).toBe(true);
    await terminal.daemon.kill();
    await terminal.daemon.begin();
    expect(await isOneRefused(4)).toBe(true);
  });

  test('takes no firmware that cannot read it either, and is well with one that can', async () => {
    const engineer = await until('the wait to be over', () => signInEngineer(terminal).catch(() => undefined), {
      everyMs: 500,
    });
    await offer(engineer, machine.bundle(sibling('posternd_next')));
    await engineer.refuse('upgradeStart', {}, 'bundle_schema');
    await engineer.call('upgradeCancel', {});
    const newer = { version: '99.1.0', schema: schemaNow() + 1 };
    const file = machine.bundle(sibling('posternd_newer'), newer);
    await terminal.daemon.restartsBy(() => install(engineer, file));
    await terminal.resume();
    const { admin } = terminal;
    const over = await stateWhere(admin, 'the confirmation', ({ last }) => last.end === 'confirmed');
    expect(over).toMatchObject({ version: '99.1.0', slot: 'B', last: { from: '0.1.0', to: '99.1.0' } });
    expect((await admin.call('GetUserInfo', { userid: 4711 })).user.username).toBe('Ada');
    await until('what was noted to be forgotten', () => !kept('failed') && !kept('recovery'));
    expect((await get('/up')).headers.get('postern-recovery')).toBeNull();
  });
});
