// The field engineer: the password of the factory, the super session, /up, SN key, log and crash, the mode of production.

import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../harness/daemon.ts';
import { lengthenWait } from '../harness/guesses.ts';
import { adminPassword, goodPassword, Terminal } from '../harness/terminal.ts';
import { engineerPassword, signInEngineer, snKey } from '../harness/upgrade.ts';
import { until } from '../harness/wait.ts';

const serial = 'PT-ENGINEER7';
const otherKey = '0000-0000-0000-0001-211F';
let system: string;
let terminal: Terminal;

beforeAll(async () => {
  system = temporaryFolder();
  const lines = [`serial = ${serial}`, `engineer-password = ${engineerPassword}`, 'brand = postern'];
  writeFileSync(join(system, 'provision'), `${lines.join('\n')}\n`);
  terminal = await Terminal.start({ args: ['--system', system] });
});
afterAll(async () => {
  await terminal.stop();
  rmSync(system, { recursive: true, force: true });
});

describe('what the factory gives', () => {
  test('is taken in once, and then nowhere to be read', async () => {
    expect((await terminal.admin.call('SetInfoParam', {})).Serial).toBe(serial);
    expect(existsSync(join(system, 'provision'))).toBe(false);
    const kept = readFileSync(join(terminal.daemon.state, 'factory'), 'utf8');
    expect(kept).toContain(`serial ${serial}`);
    expect(kept).not.toContain(engineerPassword);
    expect(terminal.daemon.logText).not.toContain(engineerPassword);
  });

  test('with a line that is wrong is not taken in at all, and the terminal works', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'provision'), 'serial = PT-OTHER99\nengineer-password = short\n');
    const other = await Terminal.start({ args: ['--system', folder] });
    expect((await other.admin.call('SetInfoParam', {})).Serial).not.toBe('PT-OTHER99');
    expect(other.daemon.logText).toContain('what the factory gave cannot be taken in');
    expect(existsSync(join(folder, 'provision'))).toBe(true);
    await other.admin.refuse('superLogin', { password: engineerPassword }, 'engineer_missing');
    await other.client().refuse('engineerLogin', { password: engineerPassword }, 'password_wrong');
    await other.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  test('outlives an initialisation of everything', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'provision'), `engineer-password = ${engineerPassword}\n`);
    const other = await Terminal.start({ args: ['--system', folder] });
    const { Serial } = await other.admin.call('SetInfoParam', {});
    await other.admin.call('InitMachine', { everything: true, serial: Serial.slice(-4) });
    // With a system folder it is the machine that starts it again: here, we are the machine.
    await expect.poll(() => other.daemon.running).toBe(false);
    await other.daemon.begin();
    const engineer = other.client();
    expect((await engineer.call('engineerLogin', { password: engineerPassword })).token).toHaveLength(43);
    await other.stop();
    rmSync(folder, { recursive: true, force: true });
  });
});

describe('a super session', () => {
  test('is asked for with 11003, opened with the password, and over after 15 minutes', async () => {
    const admin = await terminal.administrator(501, 16, goodPassword(501));
    const refused = await admin.refuse('SetDebugParam', {}, 'super_needed');
    expect(refused.envelope.retvalue).toBe(11003);
    await admin.refuse('superLogin', { password: 'Kestrel-0000-Rook' }, 'password_wrong', 'password');
    expect((await admin.call('superLogin', { password: engineerPassword })).seconds).toBe(900);
    expect((await admin.call('SetDebugParam', {})).mode).toBe('normal');
    await terminal.bench.advance(15 * 60_000 + 1000);
    await admin.refuse('SetDebugParam', {}, 'super_needed');
  });

  test('gives a level no other right', async () => {
    const one = await terminal.administrator(502, 1, goodPassword(502));
    await one.call('superLogin', { password: engineerPassword });
    await one.refuse('RestartMachine', {}, 'forbidden');
    await one.refuse('SetEthernet', {}, 'forbidden');
    expect((await one.call('upgradeState', {})).fitted).toBe(false);
  });

  test('is not to be guessed: who tries in a session waits alone', async () => {
    const guesser = await terminal.administrator(503, 8, goodPassword(503));
    for (let n = 0; n < 5; n += 1) await guesser.refuse('superLogin', { password: `guess-${n}xxxx` }, 'password_wrong');
    await lengthenWait(terminal.bench, () =>
      guesser.refuse('superLogin', { password: 'guess-5xxxx' }, 'password_wrong'),
    );
    const waits = await guesser.refuse('superLogin', { password: engineerPassword }, 'throttled');
    expect(Number(waits.headers['retry-after'])).toBeGreaterThan(0);
    const other = await terminal.administrator(504, 8, goodPassword(504));
    await other.call('superLogin', { password: engineerPassword });
  });

  test('leaves a row of each try, without the password', async () => {
    const { entries } = await terminal.admin.call('auditlist', { limit: 100 });
    const tries = entries.filter((entry) => entry.call === 'superLogin');
    expect(tries.some((entry) => entry.after.includes('refused'))).toBe(true);
    expect(tries.some((entry) => entry.after.includes('success'))).toBe(true);
    expect(JSON.stringify(entries)).not.toContain(engineerPassword);
  });
});

describe('the engineer without an account', () => {
  test('has what an engineer needs, and nothing else', async () => {
    const engineer = await signInEngineer(terminal);
    expect((await engineer.call('upgradeState', {})).open).toBe(true);
    await engineer.call('SetDebugParam', {});
    await engineer.call('SetInfoParam', {});
    for (const name of ['userlist', 'SetEthernet', 'RestartMachine', 'auditlist'] as const) {
      await engineer.refuse(name, {}, 'forbidden');
    }
    const password = { userid: 'engineer', oldpassword: engineerPassword, password: '704183', confirm: '704183' };
    await engineer.refuse('EditPwd', password, 'forbidden');
    await engineer.refuse('confirmPassword', { password: engineerPassword }, 'forbidden');
    await engineer.call('logout', {});
    await engineer.refuse('upgradeState', {}, 'token_failed');
  });

  test('is not to be guessed by strangers, who keep out nobody that comes from elsewhere', async () => {
    const stranger = terminal.client({ from: '127.0.0.9' });
    for (let n = 0; n < 5; n += 1) {
      await stranger.refuse('engineerLogin', { password: `guess-${n}xxxx` }, 'password_wrong', 'password');
    }
    await lengthenWait(terminal.bench, () =>
      stranger.refuse('engineerLogin', { password: 'guess-5xxxx' }, 'password_wrong', 'password'),
    );
    await stranger.refuse('engineerLogin', { password: engineerPassword }, 'throttled');
    await terminal.client({ from: '127.0.0.10' }).call('engineerLogin', { password: engineerPassword });
    await stranger.refuse('engineerLogin', { password: engineerPassword }, 'throttled');
    await terminal.bench.advance(16 * 60_000);
    await stranger.call('engineerLogin', { password: engineerPassword });
    await terminal.admin.signIn('admin', terminal.admin.password ?? '');
  });

  test('comes in at /up only while it is open', async () => {
    await terminal.admin.call('SetWebUpgradeMode', { open: false });
    await terminal.client().refuse('engineerLogin', { password: engineerPassword }, 'switched_off');
    expect((await terminal.admin.call('upgradeState', {})).open).toBe(false);
    await terminal.admin.call('SetWebUpgradeMode', { open: true });
    await signInEngineer(terminal);
  });
});

describe('the SN key', () => {
  test('is written once by who may, and again by the engineer alone', async () => {
    const admin = await terminal.administrator(505, 16, goodPassword(505));
    expect(await admin.call('SetSNKeyParam', {})).toEqual({ isSet: false, key: '', end: '' });
    await admin.refuse('GetSNKeyParam', { key: snKey.replace('986B', '986C') }, 'sn_key', 'key');
    await admin.refuse('GetSNKeyParam', { key: snKey.replaceAll('-', '_') }, 'sn_key', 'key');
    expect(await admin.call('GetSNKeyParam', { key: snKey.toLowerCase() })).toEqual({ end: '986B' });
    expect(await admin.call('SetSNKeyParam', {})).toEqual({ isSet: true, key: '', end: '986B' });
    await admin.refuse('GetSNKeyParam', { key: otherKey }, 'super_needed');
    await admin.call('superLogin', { password: engineerPassword });
    expect(await admin.call('SetSNKeyParam', {})).toEqual({ isSet: true, key: snKey, end: '986B' });
  });
});

describe('what an engineer looks at', () => {
  test('log levels of a part, until the restart', async () => {
    const engineer = await signInEngineer(terminal);
    const level = async (name: string): Promise<string | undefined> =>
      (await engineer.call('SetDebugParam', {})).modules.find((module) => module.name === name)?.level;
    await engineer.call('GetDebugParam', { name: 'door', level: 'debug' });
    expect([await level('door'), await level('http')]).toEqual(['debug', 'info']);
    await engineer.call('GetDebugParam', { name: 'all', level: 'warn' });
    expect([await level('door'), await level('http')]).toEqual(['warn', 'warn']);
    await engineer.refuse('GetDebugParam', { name: 'nothing', level: 'warn' }, 'gone', 'name');
    await engineer.call('GetDebugParam', { name: 'all', level: 'info' });
  });

  test('the last lines of the log, as a file', async () => {
    const engineer = await signInEngineer(terminal);
    const reply = await engineer.attempt('DownloadLog', {});
    const text = reply.file?.toString() ?? '';
    expect(text).toContain('info app event=ready');
    expect(text).not.toContain(engineerPassword);
    expect((await engineer.call('SetDebugParam', {})).logOctets).toBeGreaterThanOrEqual(text.length);
    await engineer.refuse('DownloadCrash', {}, 'gone');
  });

  test('the last crash, as a file; test/robust makes a real one', async () => {
    const report = 'postern-crash 1\nsignal SIGSEGV\ntime 1763900000\nbuild 0123456789abcdef\nat 0x1a2b\n';
    writeFileSync(join(terminal.daemon.state, 'crash'), report);
    const engineer = await signInEngineer(terminal);
    const { crash } = await engineer.call('SetDebugParam', {});
    expect(crash).toEqual({ at: 1_763_900_000, buildId: '0123456789abcdef', reason: 'SIGSEGV' });
    expect((await engineer.attempt('DownloadCrash', {})).file?.toString()).toBe(report);
  });
});

describe('who has no password any more', () => {
  test('gets a new one by standing at the machine, and nothing else is lost', async () => {
    const folder = temporaryFolder();
    const other = await Terminal.start({ args: ['--system', folder] });
    await other.add({ userid: 7, username: 'Ada' });
    writeFileSync(join(folder, 'recover-admin'), '');
    await other.daemon.stop();
    await other.daemon.begin();
    const initial = await other.daemon.initialPassword();
    const stranger = other.client();
    await stranger.refuse('chklogin', { username: 'admin', password: adminPassword }, 'password_wrong');
    expect((await stranger.signIn('admin', initial)).mustChangePassword).toBe(true);
    const next = { userid: 'admin', oldpassword: initial, password: goodPassword(7), confirm: goodPassword(7) };
    await stranger.call('EditPwd', next);
    expect((await stranger.call('GetUserInfo', { userid: 7 })).user.username).toBe('Ada');
    const { entries } = await stranger.call('auditlist', { limit: 20 });
    expect(entries.find((entry) => entry.call === 'recovery')).toMatchObject({ account: '-', object: 'account admin' });
    expect(existsSync(join(folder, 'recover-admin'))).toBe(false);
    await other.stop();
    rmSync(folder, { recursive: true, force: true });
  });
});

describe('the camera of /test', () => {
  const still = async (client: { attempt: Terminal['admin']['attempt'] }): Promise<Buffer | undefined> => {
    const reply = await until(
      'the camera',
      async () => {
        const said = await client.attempt('test_takephoto', {});
        return said.status !== 503 && said;
      },
      { everyMs: 50 },
    );
    return reply.file;
  };

  test('shows itself to sessions, and to nobody else but in the mode of production', async () => {
    const stranger = terminal.client();
    await stranger.refuse('test_takephoto', {}, 'token_failed');
    expect((await still(terminal.admin))?.subarray(0, 2).toString('hex')).toBe('ffd8');
    await terminal.admin.refuse('test_takephoto', {}, 'throttled');
    const clerk = await terminal.administrator(540, 1, goodPassword(540));
    await clerk.refuse('test_takephoto', {}, 'forbidden');
    const engineer = await signInEngineer(terminal);
    await terminal.admin.refuse('setMode', { mode: 'productionTest' }, 'super_needed');
    await engineer.call('setMode', { mode: 'productionTest' });
    await terminal.bench.advance(2_000);
    expect((await still(stranger))?.subarray(0, 2).toString('hex')).toBe('ffd8');
    await terminal.bench.advance(60 * 60_000);
    await stranger.refuse('test_takephoto', {}, 'token_failed');
  });

  test('says when the camera does not answer', async () => {
    await terminal.admin.signIn('admin', adminPassword);
    await terminal.bench.fault('camera', 'offline', true);
    await terminal.bench.advance(2_000);
    await terminal.admin.refuse('test_takephoto', {}, 'device_offline');
    await terminal.bench.fault('camera', 'offline', false);
  });
});
