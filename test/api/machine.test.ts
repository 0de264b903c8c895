// The machine: its devices' settings and faults, restart, initialisation, rights of the levels, passphrase of admin.

import { copyFileSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Client } from '../harness/client.ts';
import { temporaryFolder } from '../harness/daemon.ts';
import { auditRows } from '../harness/database.ts';
import { daemonPath, rootPath } from '../harness/paths.ts';
import { adminPassword, goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

let terminal: Terminal;
beforeEach(async () => {
  terminal = await Terminal.start();
});
afterEach(() => terminal.stop());

const state = (device: string) => terminal.bench.states.get(device) ?? {};
const lastAudit = () => auditRows(terminal.daemon).at(-1);

/** Makes the terminal restart by a call of admin, and signs admin in again. */
async function restartBy(cause: () => Promise<unknown>): Promise<void> {
  await terminal.daemon.restartsBy(cause);
  await terminal.resume();
}

async function serialEnd(): Promise<string> {
  return (await terminal.admin.call('SetInfoParam', {})).Serial.slice(-4);
}

/** The program with another build id: all that differs is the first byte of the linker's note. */
function otherBuild(binary: string, buildId: string): Buffer {
  const program = readFileSync(binary);
  const at = program.indexOf(Buffer.from(buildId, 'hex'));
  if (at < 0) throw new Error(`no build id ${buildId} in ${binary}`);
  program[at] = 0xff;
  return program;
}

/** Rows of docs/rules.md: mode in force, saved, whether sure, answer. */
const lockOuts = (readFileSync(rootPath('docs/rules.md'), 'utf8').split('## Modes that lock users out')[1] ?? '')
  .split('\n## ')[0]
  ?.split('\n')
  .filter((line) => /^\| (any|card|password)/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  ) as string[][];

const modeOf = (words: string): { identifyMode: 'any' | 'all'; identifyFactors?: ('card' | 'id' | 'password')[] } =>
  words === 'any'
    ? { identifyMode: 'any' }
    : { identifyMode: 'all', identifyFactors: words.split(', ') as ('card' | 'id' | 'password')[] };

describe('a terminal without iris module', () => {
  test('has no capacity for irises, and no door that asks for them', async () => {
    const without = await Terminal.start({ args: ['--without', 'iris'] });
    try {
      expect(await without.admin.call('SetInfoParam', {})).toMatchObject({ MaxIRIS: 0, funOption: { IRIS: 0, FP: 1 } });
      // What has no module here nobody could present: it would lock everybody out.
      const change = { identifyMode: 'all', identifyFactors: ['card', 'iris'] } as const;
      await without.admin.refuse('GetIdentifyParam', change, 'not_fitted', 'identifyFactors');
      expect(without.bench.states.get('iris')).toBeUndefined();
    } finally {
      await without.stop();
    }
    const info = await terminal.admin.call('SetInfoParam', {});
    expect(info).toMatchObject({ MaxIRIS: 10_000, MaxFP: 50_000, funOption: { IRIS: 1, FP: 1 } });
    await terminal.admin.call('GetIdentifyParam', {
      identifyMode: 'all',
      identifyFactors: ['card', 'iris'],
      sure: true,
    });
  });
});

describe('settings of the devices', () => {
  test('reach the loudspeaker, the camera and the fingerprint module, and again after a restart', async () => {
    await until('the volume at start', () => state('sound')['volume'] === 3);
    await terminal.admin.call('GetMachineParam', { volume: 5 });
    await terminal.admin.call('GetIdentifyParam', { cameraLight: 'on' });
    await terminal.admin.call('GetFPCompareParam', { level: 3 });
    await until('the loudspeaker', () => state('sound')['volume'] === 5 && state('sound')['played'] === 1);
    await until('the camera', () => state('camera')['light'] === 'on');
    await until('the fingerprint module', () => state('finger')['precision'] === 3);
    await terminal.restart();
    await until('the volume after the restart', () => state('sound')['volume'] === 5);
    await until('the light after the restart', () => state('camera')['light'] === 'on');
    expect(state('sound')['played']).toBe(0);
  });

  test('a device that does not answer takes the save back', async () => {
    await terminal.bench.fault('sound', 'offline', true);
    await terminal.admin.refuse('GetMachineParam', { volume: 1, deviceName: 'Gate' }, 'device_offline', 'volume');
    expect(await terminal.admin.call('SetMachineParam', {})).toMatchObject({ volume: 3, deviceName: 'Postern' });
    await terminal.bench.fault('sound', 'offline', false);
    await terminal.admin.call('GetMachineParam', { volume: 1, deviceName: 'Gate' });
    expect(await terminal.admin.call('SetMachineParam', {})).toMatchObject({ volume: 1, deviceName: 'Gate' });
  });

  test('a default mode that locks users out is asked back', async () => {
    const own = await Terminal.start();
    try {
      await own.add({ userid: 7, cardno: '4711', password: '8351' });
      await own.add({ userid: 8, password: '8352' });
      await own.add({ userid: 9, identifyMode: 'any' });
      for (const [inForce = '', saved = '', sure, answer = ''] of lockOuts) {
        await own.admin.call('GetIdentifyParam', { ...modeOf(inForce), sure: true });
        const change = { ...modeOf(saved), ...(sure === 'yes' ? { sure: true } : {}) };
        if (answer === 'saved') await own.admin.call('GetIdentifyParam', change);
        else await own.admin.refuse('GetIdentifyParam', change, 'users_locked_out', 'identifyFactors');
        expect(await own.admin.call('SetIdentifyParam', {}), `${inForce} to ${saved}`).toMatchObject(
          modeOf(answer === 'saved' ? saved : inForce),
        );
      }
      expect(lockOuts.length).toBeGreaterThan(7);
    } finally {
      await own.stop();
    }
  });

  test('the default mode is what the door asks for', async () => {
    await terminal.add({ userid: 7, username: 'Ada', cardno: '4711', password: '8351' });
    await terminal.admin.refuse('GetIdentifyParam', { identifyMode: 'all' }, 'missing_parameter', 'identifyFactors');
    expect(await terminal.admin.call('SetIdentifyParam', {})).toMatchObject({ identifyMode: 'any' });
    await terminal.admin.call('GetIdentifyParam', {
      identifyMode: 'all',
      identifyFactors: ['card', 'password'],
      sure: true,
    });
    const shown = terminal.bench.accesses;
    await terminal.bench.act({ do: 'card', number: '4711' });
    await until('the question for the password', () => shown.length === 1);
    expect(shown[0]).toMatchObject({ user: { userid: 7 }, granted: false, asked: ['password'] });
    await until('the sound of the next one', () => state('sound')['playing'] === 'next');
    await terminal.bench.act({ do: 'pin', digits: '8351' });
    await until('the answer', () => shown.length === 2);
    expect(shown[1]).toMatchObject({ granted: true, asked: [] });
    // Ten seconds later the card counts no more.
    await terminal.bench.act({ do: 'card', number: '4711' });
    await until('the second question', () => shown.length === 3);
    await terminal.bench.advance(10_000);
    await terminal.bench.act({ do: 'pin', digits: '8351' });
    await until('the second answer', () => shown.length === 4);
    expect(shown[3]).toMatchObject({ granted: false, asked: ['card'] });
    // A user's own mode comes first.
    await terminal.admin.call('edituser', { userid: 7, identifyMode: 'any' });
    await terminal.bench.act({ do: 'card', number: '4711' });
    await until('the third answer', () => shown.length === 5);
    expect(shown[4]).toMatchObject({ granted: true });
  });

  test('whose time of validity is over or has not begun is known, and not let in', async () => {
    await terminal.add({ userid: 7, username: 'Ada', cardno: '4711', validTo: '2020-01-01' });
    await terminal.add({ userid: 8, username: 'Ben', cardno: '4712', validFrom: '2099-01-01' });
    const shown = terminal.bench.accesses;
    await terminal.bench.act({ do: 'card', number: '4711' });
    await until('the refusal', () => shown.length === 1);
    expect(shown[0]).toMatchObject({ user: { userid: 7 }, granted: false, asked: [] });
    await until('the sound of it', () => state('sound')['playing'] === 'denied');
    await terminal.bench.act({ do: 'card', number: '4712' });
    await until('the second refusal', () => shown.length === 2);
    expect(shown[1]).toMatchObject({ user: { userid: 8 }, granted: false, asked: [] });
  });
});

describe('a group', () => {
  test('0 is never let in, 1 always', async () => {
    await terminal.add({ userid: 7, username: 'Ada', cardno: '4711', group: 0 });
    const shown = terminal.bench.accesses;
    await terminal.bench.act({ do: 'card', number: '4711' });
    await until('the refusal', () => shown.length === 1);
    expect(shown[0]).toMatchObject({ user: { userid: 7 }, granted: false, asked: [] });
    await until('the sound of it', () => state('sound')['playing'] === 'denied');
    await terminal.admin.call('edituser', { userid: 7, group: 1 });
    await terminal.bench.act({ do: 'card', number: '4711' });
    await until('the answer', () => shown.length === 2);
    expect(shown[1]).toMatchObject({ user: { userid: 7 }, granted: true });
  });
});

describe('a second punch', () => {
  test('counts again after the time that is set, and at once without one', async () => {
    await terminal.add({ userid: 7, cardno: '4711' });
    const shown = terminal.bench.accesses;
    const punch = async () => {
      const before = shown.length;
      await terminal.bench.act({ do: 'card', number: '4711' });
      await until('the answer', () => shown.length > before);
      return shown.at(-1);
    };
    expect(await punch()).toMatchObject({ granted: true, repeated: false });
    expect(await punch()).toMatchObject({ granted: true, repeated: true });
    await terminal.bench.advance(60_000);
    expect(await punch()).toMatchObject({ granted: true, repeated: false });
    await terminal.admin.call('GetKaoqinParam', { duplicatePunch: 0 });
    expect(await punch()).toMatchObject({ granted: true, repeated: false });
  });
});

describe('SetInfoParam', () => {
  test('tells temperature, storage and which device does not answer', async () => {
    await terminal.bench.act({ do: 'board', temperature: 415, wear: 90 });
    await terminal.bench.fault('camera', 'offline', true);
    const info = await terminal.admin.call('SetInfoParam', {});
    expect(info).toMatchObject({ hasTemperature: true, temperature: 415, hasWear: true, wear: 90 });
    expect(info.storageUsed).toBeGreaterThan(0);
    expect(info.storageFree).toBeGreaterThan(0);
    // No engine stands behind the face module here, and it says so.
    expect(info.drivers.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(['camera', 'face']);
    await terminal.bench.fault('board', 'sensorOffline', true);
    expect(await terminal.admin.call('SetInfoParam', {})).toMatchObject({ hasTemperature: false, temperature: 0 });
  });
});

describe('RestartMachine', () => {
  test('starts the daemon anew in the same process, on the same ports, and ends all sessions', async () => {
    const { pid } = terminal.daemon;
    const before = await terminal.admin.call('SetInfoParam', {});
    await terminal.add({ userid: 1 });
    let reply: unknown;
    await terminal.daemon.restartsBy(async () => {
      const answer = await terminal.admin.attempt('RestartMachine', {});
      reply = answer.envelope;
    });
    expect(reply).toMatchObject({ code: 'success', reboot: true, data: { buildId: before.buildId } });
    expect(terminal.daemon.pid).toBe(pid);
    expect(terminal.daemon.logText).not.toContain('did not end cleanly');
    await terminal.admin.refuse('SetInfoParam', {}, 'token_failed');
    await terminal.resume();
    expect(lastAudit()?.call).toBe('chklogin');
    expect(
      auditRows(terminal.daemon).some(({ call, account }) => call === 'RestartMachine' && account === 'admin'),
    ).toBe(true);
    expect(await terminal.admin.call('SetInfoParam', {})).toMatchObject({ Serial: before.Serial, users: 1 });
  });

  test('finds the clock as it was set, because its chip has a battery', async () => {
    const set = Date.UTC(2031, 5, 1) / 1000;
    await terminal.admin.call('GetDateTimeParam', { time: set });
    await terminal.bench.advance(600_000);
    await restartBy(() => terminal.admin.call('RestartMachine', {}));
    const { time } = await terminal.admin.call('SetInfoParam', {});
    expect(time - set).toBeGreaterThanOrEqual(600);
    expect(time - set).toBeLessThan(1800);
  });

  test('runs the program that stands at its path by then', async () => {
    const folder = temporaryFolder();
    const binary = join(folder, 'posternd');
    copyFileSync(daemonPath(), binary);
    const own = await Terminal.start({ binary });
    try {
      const { buildId } = await own.admin.call('SetInfoParam', {});
      writeFileSync(join(folder, 'next'), otherBuild(binary, buildId), { mode: 0o755 });
      renameSync(join(folder, 'next'), binary);
      await own.daemon.restartsBy(() => own.admin.call('RestartMachine', {}));
      await own.resume();
      expect((await own.admin.call('SetInfoParam', {})).buildId).toBe(`ff${buildId.slice(2)}`);
    } finally {
      await own.stop();
      rmSync(folder, { recursive: true });
    }
  });

  test('a machine that cannot restart says so and goes on', async () => {
    await terminal.bench.fault('board', 'restartFailing', true);
    await terminal.admin.refuse('RestartMachine', {}, 'system_error');
    await terminal.admin.call('SetInfoParam', {});
  });

  test('ends by SIGTERM after a restart as before it', async () => {
    await restartBy(() => terminal.admin.call('RestartMachine', {}));
    await restartBy(() => terminal.admin.call('RestartMachine', {}));
    expect((await terminal.daemon.stopWith('SIGTERM')).code).toBe(0);
  });
});

describe('InitMachine', () => {
  test('asks for a part and for the end of the serial', async () => {
    const serial = await serialEnd();
    await terminal.admin.refuse('InitMachine', { serial }, 'missing_parameter');
    await terminal.admin.refuse('InitMachine', { users: true, serial: '0000' }, 'serial_wrong', 'serial');
    const level16 = await terminal.administrator(9, 16, goodPassword(1));
    await level16.refuse('InitMachine', { users: true, serial }, 'admin_only');
    await level16.refuse('InitMachine', { settings: true, serial }, 'admin_only');
    await level16.refuse('InitMachine', { records: true, serial }, 'admin_only');
    await level16.refuse('InitMachine', { everything: true, serial }, 'admin_only');
    expect(await terminal.admin.call('SetInfoParam', {})).toMatchObject({ users: 1 });
  });

  test('settings: factory values and rights, users stay', async () => {
    await terminal.add({ userid: 1 });
    await terminal.admin.call('GetMachineParam', { volume: 5, deviceName: 'Gate' });
    await terminal.admin.call('GetRoles', {
      levels: [
        { level: 3, user: 'write', network: 'none', basicSetting: 'none', AccSetting: 'none', advSetting: 'none' },
      ],
    });
    const serial = await serialEnd();
    await restartBy(() => terminal.admin.call('InitMachine', { settings: true, serial }));
    expect(await terminal.admin.call('SetMachineParam', {})).toMatchObject({ volume: 3, deviceName: 'Postern' });
    expect((await terminal.admin.call('SetRoles', {})).levels[2]).toMatchObject({ level: 3, user: 'read' });
    expect(await terminal.admin.call('SetInfoParam', {})).toMatchObject({ users: 1 });
    await until('the volume', () => state('sound')['volume'] === 3);
    const row = auditRows(terminal.daemon).find(({ call }) => call === 'InitMachine');
    expect(row).toMatchObject({ account: 'admin', after: { settings: true, users: false, records: false } });
  });

  test('users and records: settings stay', async () => {
    await terminal.add({ userid: 1, username: 'Ada', cardno: '4711' });
    await terminal.admin.call('GetMachineParam', { volume: 5 });
    const serial = await serialEnd();
    await restartBy(() =>
      terminal.admin.call('InitMachine', { users: true, records: true, serial: serial.toLowerCase() }),
    );
    expect(await terminal.admin.call('SetInfoParam', {})).toMatchObject({ users: 0, cards: 0 });
    expect((await terminal.admin.call('userlist', { search: 'Ada' })).users).toEqual([]);
    expect(await terminal.admin.call('SetMachineParam', {})).toMatchObject({ volume: 5 });
    await terminal.add({ userid: 1, username: 'Ada', cardno: '4711' });
  });

  test('everything: a new initial password, no audit, the same serial', async () => {
    await terminal.add({ userid: 1 });
    const { Serial } = await terminal.admin.call('SetInfoParam', {});
    const identity = join(terminal.daemon.state, 'identity');
    const before = readFileSync(identity, 'utf8');
    const serial = Serial.slice(-4);
    let parts: readonly string[] = [];
    await terminal.daemon.restartsBy(async () => {
      parts = (await terminal.admin.call('InitMachine', { everything: true, serial })).parts;
    });
    expect(parts).toEqual(['settings', 'users', 'records', 'everything']);
    const after = readFileSync(identity, 'utf8');
    expect(after).toContain(`serial ${Serial}`);
    expect(after).not.toBe(before);
    const client = new Client(() => terminal.port);
    try {
      await client.refuse('chklogin', { username: 'admin', password: adminPassword }, 'password_wrong');
      const initial = await terminal.daemon.initialPassword();
      await client.signIn('admin', initial);
      const password = adminPassword;
      await client.call('EditPwd', { userid: 'admin', oldpassword: initial, password, confirm: password });
      expect(await client.call('SetInfoParam', {})).toMatchObject({ Serial, users: 0, storage: 'good' });
      expect(auditRows(terminal.daemon).map(({ call }) => call)).toEqual(['chklogin', 'chklogin', 'EditPwd']);
    } finally {
      client.close();
    }
  });

  test('a machine that cannot restart keeps everything', async () => {
    await terminal.add({ userid: 1 });
    const serial = await serialEnd();
    await terminal.bench.fault('board', 'restartFailing', true);
    await terminal.admin.refuse('InitMachine', { everything: true, serial }, 'system_error');
    await terminal.restart();
    expect(await terminal.admin.call('SetInfoParam', {})).toMatchObject({ users: 1 });
  });
});

const nothing = {
  user: 'none',
  network: 'none',
  basicSetting: 'none',
  AccSetting: 'none',
  advSetting: 'none',
} as const;

describe('roles', () => {
  test('are read by who may read the group, and changed by admin alone', async () => {
    const helper = await terminal.administrator(8, 12, goodPassword(1));
    const roles = await helper.call('SetRoles', {});
    expect(roles.editable).toBe(false);
    expect(roles.levels).toHaveLength(16);
    expect(roles.levels[11]).toMatchObject({ level: 12, user: 'write', network: 'read', accounts: 1 });
    expect(roles.levels[15]).toMatchObject({ ...allOf('write'), level: 16 });
    await helper.refuse('GetRoles', { levels: [{ level: 12, ...allOf('write') }] }, 'admin_only');
    expect(await terminal.admin.call('SetRoles', {})).toMatchObject({ editable: true });
  });

  test('a change holds at once, ends the sessions of its level, and is audited', async () => {
    const third = await terminal.administrator(3, 3, goodPassword(1));
    const fourth = await terminal.administrator(4, 4, goodPassword(2));
    const { revision } = await terminal.admin.call('SetRoles', {});
    const rights = { ...nothing, advSetting: 'read' } as const;
    const levels = [1, 2, 3].map((level) => ({ level, ...rights }));
    const saved = await terminal.admin.call('GetRoles', { revision, levels });
    expect(saved.revision).not.toBe(revision);
    await third.refuse('userlist', {}, 'session_ended');
    await fourth.call('userlist', {});
    const reply = await third.signIn('3', goodPassword(1));
    expect(reply.funs).toEqual(['advSetting']);
    await third.refuse('userlist', {}, 'forbidden');
    await third.call('SetRoles', {});
    const row = auditRows(terminal.daemon).findLast(({ call }) => call === 'GetRoles');
    expect(row).toMatchObject({ object: 'level 3', before: { ...nothing, user: 'read' }, after: rights });
    await terminal.admin.refuse('GetRoles', { revision, levels: [{ level: 4, ...nothing }] }, 'changed_meanwhile');
    await terminal.restart();
    expect((await terminal.admin.call('SetRoles', {})).levels[2]).toMatchObject(rights);
  });

  test('a level has at least the rights of those below it', async () => {
    const refuse = (level: number, rights: object, field: string) =>
      terminal.admin.refuse('GetRoles', { levels: [{ level, ...nothing, ...rights }] }, 'out_of_range', field);
    await refuse(3, { user: 'read', network: 'read' }, 'levels[0].network');
    await refuse(15, { ...allOf('write'), user: 'read' }, 'levels[0].user');
    const { levels, revision } = await terminal.admin.call('SetRoles', {});
    expect([levels[2]?.network, levels[14]?.user, revision]).toEqual(['none', 'write', 0]);
  });
});

function allOf(right: 'read' | 'write') {
  return { user: right, network: right, basicSetting: right, AccSetting: right, advSetting: right } as const;
}

describe('EditPassphrase', () => {
  const passphrase = 'copper kettle under 3 oaks';

  test('admin signs in with it, and goes back to digits with EditPwd', async () => {
    const other = await terminal.signedIn('admin', adminPassword);
    await terminal.admin.call('EditPassphrase', { oldpassword: adminPassword, passphrase, confirm: passphrase });
    await other.refuse('SetInfoParam', {}, 'session_ended');
    expect(await terminal.admin.call('SetMachineParam', {})).toMatchObject({ state: { passphraseSet: true } });
    await other.refuse('chklogin', { username: 'admin', password: adminPassword }, 'password_wrong');
    await other.signIn('admin', passphrase);
    await other.call('EditPwd', {
      userid: 'admin',
      oldpassword: passphrase,
      password: adminPassword,
      confirm: adminPassword,
    });
    expect(await other.call('SetMachineParam', {})).toMatchObject({ state: { passphraseSet: false } });
    await terminal.admin.signIn('admin', adminPassword);
    expect(JSON.stringify(auditRows(terminal.daemon))).not.toContain(passphrase);
  });

  test('is for admin alone, with the old password, and by the rules', async () => {
    const helper = await terminal.administrator(8, 16, goodPassword(1));
    const good = { passphrase, confirm: passphrase };
    await helper.refuse('EditPassphrase', { oldpassword: goodPassword(1), ...good }, 'admin_only');
    await terminal.admin.refuse('EditPassphrase', { oldpassword: '999999', ...good }, 'password_wrong', 'oldpassword');
    const old = { oldpassword: adminPassword };
    await terminal.admin.refuse(
      'EditPassphrase',
      { ...old, passphrase, confirm: 'other' },
      'password_mismatch',
      'confirm',
    );
    for (const weak of ['eleven char', '123456789012', 'aaaaaaaaaaaa', 'wordwordword', ' leading blank here']) {
      const request = { ...old, passphrase: weak, confirm: weak };
      await terminal.admin.refuse('EditPassphrase', request, 'password_rules', 'passphrase');
    }
  });
});
