// Enrolment: somebody is at the terminal, and a finger or a card becomes a credential of a user.

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CallReply } from '../harness/contract.ts';
import { auditRows, queryDatabase } from '../harness/database.ts';
import { goodPassword, Terminal } from '../harness/terminal.ts';
import { until } from '../harness/wait.ts';

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
  for (const userid of [7, 8, 9]) await terminal.add({ userid, username: `User ${userid}` });
  await terminal.add({ userid: 20, level: 4, password: goodPassword(20) });
  await terminal.add({ userid: 21, level: 8, password: goodPassword(21) });
  await whole();
});
afterAll(() => terminal.stop());

type Status = CallReply<'getOnlineEnrollStatus'>;

const status = (): Promise<Status> => terminal.admin.call('getOnlineEnrollStatus', {});
const of = (userid: number) => terminal.admin.call('credentials', { userid });

/** Until what is in the module is what the terminal knows. */
async function whole() {
  return until(
    'the modules like the store',
    async () => {
      const { modules } = await of(7);
      return modules.every((one) => !one.fitted || !one.online || one.whole) && modules;
    },
    { everyMs: 20 },
  );
}

const reached = (wanted: (one: Status) => boolean, what = 'the step'): Promise<Status> =>
  until(
    what,
    async () => {
      const one = await status();
      return wanted(one) && one;
    },
    { everyMs: 20 },
  );

const lay = (seed: number, more: object = {}) =>
  terminal.bench.act({ do: 'finger', seed, instantly: true, lift: true, ...more });

/** Presses until the enrolment is over. */
async function press(seed: number): Promise<Status> {
  for (let tried = 0; tried < 20; tried++) {
    const now = await reached((one) => one.step !== 'working' && one.step !== 'lift');
    if (now.step !== 'present') return now;
    await lay(seed);
    await reached((one) => one.step !== 'present' || one.presses > now.presses || one.note !== now.note, 'a press');
  }
  throw new Error('the enrolment does not end');
}

async function enrol(userid: number, finger: number, seed: number, duress = false): Promise<Status> {
  await terminal.admin.call('regfp', { userid, finger, duress });
  return press(seed);
}

describe('a finger', () => {
  test('is enrolled with three presses, and stands in the user, the list and the counts', async () => {
    expect(await status()).toMatchObject({ step: 'idle', holder: '', secondsLeft: 0 });
    await terminal.admin.call('regfp', { userid: 7, finger: 3 });
    expect(await status()).toMatchObject({
      step: 'present',
      userid: 7,
      factor: 'finger',
      index: 3,
      presses: 0,
      needed: 3,
      own: true,
      holder: 'admin',
    });
    expect(await press(71)).toMatchObject({ step: 'done', note: 'none', presses: 3, secondsLeft: 0 });
    const { credentials } = await of(7);
    expect(credentials).toMatchObject([{ factor: 'finger', index: 3, duress: false }]);
    expect(credentials[0]?.quality).toBeGreaterThan(50);
    const { user } = await terminal.admin.call('GetUserInfo', { userid: 7 });
    expect(user.enrolled).toBe(1 << 3);
    const { users } = await terminal.admin.call('userlist', { credential: 'finger' });
    expect(users.map(({ userid }) => userid)).toEqual([7]);
    expect((await terminal.admin.call('SetInfoParam', {})).fingers).toBe(1);
    expect((await whole()).find(({ factor }) => factor === 'finger')).toMatchObject({ count: 1, total: 1, failed: 0 });
  });

  test('leaves rows in the audit log, which hold no template', () => {
    const rows = auditRows(terminal.daemon).filter((row) => row.object === 'user 7' && row.call === 'regfp');
    expect(rows.map((row) => row.after)).toEqual([
      { enrols: 'finger', index: 3 },
      { factor: 'finger', index: 3, duress: false, quality: expect.any(Number) },
    ]);
  });

  test('is asked for with a JSON string, too, of which a field is named that is wrong', async () => {
    const ask = (request: object) => terminal.admin.attempt('regfp', JSON.stringify(JSON.stringify(request)));
    expect((await ask({ userid: 7, finger: 10 })).envelope).toMatchObject({ retvalue: 12007, field: 'finger' });
    expect((await ask({ userid: 7, finger: 4 })).status).toBe(200);
    expect(await status()).toMatchObject({ step: 'present', userid: 7, index: 4 });
    await terminal.admin.call('enrolCancel', {});
  });

  test('of somebody else is named', async () => {
    expect(await enrol(8, 0, 71)).toMatchObject({ step: 'failed', note: 'duplicate', duplicate: 7 });
    expect((await of(8)).credentials).toEqual([]);
  });

  test('is replaced, also by itself; what was there stays until the new one is stored', async () => {
    await terminal.admin.call('regfp', { userid: 7, finger: 3, duress: true });
    await terminal.admin.call('enrolCancel', {});
    expect(await status()).toMatchObject({ step: 'failed', note: 'cancelled' });
    expect((await of(7)).credentials).toMatchObject([{ index: 3, duress: false }]);
    expect((await whole()).find(({ factor }) => factor === 'finger')).toMatchObject({ count: 1 });
    expect(await enrol(7, 3, 71, true)).toMatchObject({ step: 'done' });
    expect((await of(7)).credentials).toMatchObject([{ index: 3, duress: true }]);
    expect((await whole()).find(({ factor }) => factor === 'finger')).toMatchObject({ count: 1 });
  });

  test('another one in between does not count, and it is said', async () => {
    await terminal.admin.call('regfp', { userid: 9, index: 9 });
    await lay(91);
    await reached((one) => one.presses === 1);
    await reached((one) => one.step === 'present');
    await lay(92);
    expect(await reached((one) => one.note === 'notSame')).toMatchObject({ presses: 1 });
    expect(await press(91)).toMatchObject({ step: 'done' });
    expect((await of(9)).credentials).toMatchObject([{ factor: 'finger', index: 9 }]);
  });

  test('has its duress mark set and taken away', async () => {
    await terminal.admin.call('setDuress', { userid: 9, finger: 9, duress: true });
    expect((await of(9)).credentials).toMatchObject([{ duress: true }]);
    await terminal.admin.call('setDuress', { userid: 9, finger: 9, duress: false });
    expect((await of(9)).credentials).toMatchObject([{ duress: false }]);
    await terminal.admin.refuse('setDuress', { userid: 9, finger: 1, duress: true }, 'gone');
    await terminal.admin.refuse('setDuress', { userid: 99, finger: 1, duress: true }, 'user_unknown', 'userid');
  });

  test('is deleted, in the module too', async () => {
    await terminal.admin.call('delCredential', { userid: 9, factor: 'finger', index: 9 });
    expect((await of(9)).credentials).toEqual([]);
    expect((await whole()).find(({ factor }) => factor === 'finger')).toMatchObject({ count: 1, total: 1 });
    await terminal.admin.refuse('delCredential', { userid: 9, factor: 'finger', index: 9 }, 'gone');
    await terminal.admin.refuse('delCredential', { userid: 99, factor: 'face' }, 'user_unknown', 'userid');
  });
});

describe('a card', () => {
  test('is taken from the reader, and opens nothing meanwhile', async () => {
    await terminal.admin.call('regfp', { userid: 8, factor: 'card' });
    const results = terminal.bench.accesses.length;
    await terminal.bench.act({ do: 'card', number: '4100' });
    expect(await reached((one) => one.step === 'done')).toMatchObject({ userid: 8, factor: 'card', note: 'none' });
    expect((await terminal.admin.call('GetUserInfo', { userid: 8 })).user.cardno).toBe('4100');
    expect(terminal.bench.accesses).toHaveLength(results);
  });

  test('of somebody is named, and another one awaited', async () => {
    await terminal.admin.call('regfp', { userid: 9, factor: 'card' });
    await terminal.bench.act({ do: 'card', number: '4100' });
    expect(await reached((one) => one.note === 'duplicate')).toMatchObject({ step: 'present', duplicate: 8 });
    await terminal.bench.act({ do: 'card', number: '4200' });
    await reached((one) => one.step === 'done');
    expect((await terminal.admin.call('GetUserInfo', { userid: 9 })).user.cardno).toBe('4200');
  });

  test('with a random number is not taken, and another one awaited; typed, the number is taken', async () => {
    const phone = String(0x08a1b2c3);
    for (const userid of [31, 32]) await terminal.add({ userid });
    const before = await terminal.admin.call('SetAccessControl', {});
    /* However the settings make a number of it. */
    for (const set of [{ cardLength: 4, cardByteOrder: 'little' } as const, { cardByteOrder: before.cardByteOrder }]) {
      await terminal.admin.call('GetAccessControl', set);
      await terminal.admin.call('regfp', { userid: 31, factor: 'card' });
      const results = terminal.bench.accesses.length;
      await terminal.bench.act({ do: 'card', number: phone, uid: 4 });
      expect(await reached((one) => one.note === 'random')).toMatchObject({
        step: 'present',
        duplicate: 0,
        presses: 0,
      });
      expect((await terminal.admin.call('GetUserInfo', { userid: 31 })).user.cardno).toBe('0');
      expect(terminal.bench.accesses).toHaveLength(results);
      await terminal.admin.call('enrolCancel', {});
    }
    await terminal.admin.call('regfp', { userid: 31, factor: 'card' });
    await terminal.bench.act({ do: 'card', number: phone, uid: 4 });
    await reached((one) => one.note === 'random');
    await terminal.bench.act({ do: 'card', number: String(0x04a1b2c3), uid: 4 });
    expect(await reached((one) => one.step === 'done')).toMatchObject({ note: 'none' });
    expect((await terminal.admin.call('GetUserInfo', { userid: 31 })).user.cardno).toBe(String(0x04a1b2c3));
    /* A reader that does not tell, as one on the Wiegand line, and who types a number. */
    await terminal.admin.call('regfp', { userid: 32, factor: 'card' });
    await terminal.bench.act({ do: 'card', number: phone });
    await reached((one) => one.step === 'done');
    await terminal.admin.call('edituser', { userid: 32, cardno: '0' });
    await terminal.admin.call('edituser', { userid: 31, cardno: phone });
    for (const userid of [31, 32]) await terminal.admin.call('deleteuser', { userid });
  });

  test('that is taken, shown again and again, holds it five minutes and no longer', async () => {
    await terminal.admin.call('regfp', { userid: 9, factor: 'card' });
    for (let minute = 0; minute < 5; minute++) {
      expect(await status()).toMatchObject({ step: 'present' });
      await terminal.bench.advance(50_000);
      await terminal.bench.act({ do: 'card', number: '4100' });
      await reached((one) => one.note === 'duplicate' && one.secondsLeft > 40);
    }
    await terminal.bench.advance(50_000);
    expect(await reached((one) => one.step === 'failed')).toMatchObject({ note: 'timeout' });
  });

  test('is stored when nobody asks any more', async () => {
    await terminal.admin.call('regfp', { userid: 9, factor: 'card' });
    await terminal.bench.act({ do: 'card', number: '4300' });
    await until(
      'the card',
      async () => (await terminal.admin.call('GetUserInfo', { userid: 9 })).user.cardno === '4300',
    );
  });

  test('shown when none is awaited goes to the door', async () => {
    const results = terminal.bench.accesses.length;
    await terminal.bench.act({ do: 'card', number: '4300' });
    await until('the door', () => terminal.bench.accesses.length > results);
  });
});

describe('who may', () => {
  test('one at a time, and it is said who', async () => {
    const other = await terminal.signedIn('20', goodPassword(20));
    await other.call('regfp', { userid: 9, factor: 'card' });
    await terminal.admin.refuse('regfp', { userid: 7, finger: 1 }, 'enrol_busy');
    expect(await status()).toMatchObject({ own: false, holder: '20', userid: 9 });
    const { waits } = await terminal.admin.step('getOnlineEnrollStatus', {});
    expect(waits).toBe(true);
    await terminal.admin.call('enrolCancel', {});
    await terminal.admin.call('enrolCancel', {});
  });

  test('whose level is lower does not end it', async () => {
    const lower = await terminal.signedIn('20', goodPassword(20));
    const higher = await terminal.signedIn('21', goodPassword(21));
    await higher.call('regfp', { userid: 9, factor: 'card' });
    await lower.refuse('enrolCancel', {}, 'forbidden');
    await higher.call('enrolCancel', {});
  });

  test('nobody above the own level', async () => {
    const lower = await terminal.signedIn('20', goodPassword(20));
    await lower.refuse('regfp', { userid: 21, finger: 1 }, 'above_level', 'userid');
    await lower.refuse('delCredential', { userid: 21, factor: 'finger', index: 1 }, 'above_level', 'userid');
    await lower.refuse('setDuress', { userid: 21, finger: 1, duress: true }, 'above_level', 'userid');
  });

  test('an administrator is enrolled by who has typed the password again', async () => {
    await terminal.bench.act({ do: 'clock', advanceMs: 6 * 60_000 });
    await terminal.admin.refuse('regfp', { userid: 20, finger: 1 }, 'password_needed');
    await terminal.admin.call('regfp', { userid: 9, finger: 1 });
    await terminal.admin.call('enrolCancel', {});
  });

  test('who lost the right meanwhile stores nothing', async () => {
    const other = await terminal.signedIn('20', goodPassword(20));
    const { levels } = await terminal.admin.call('SetRoles', {});
    const own = levels.filter(({ level }) => level === 4).map(({ accounts: _, ...rights }) => rights);
    await other.call('regfp', { userid: 9, factor: 'card' });
    await terminal.admin.call('GetRoles', { levels: own.map((one) => ({ ...one, user: 'read' as const })) });
    await terminal.bench.act({ do: 'card', number: '4900' });
    expect(await reached((one) => one.step === 'failed')).toMatchObject({ note: 'notStored' });
    await terminal.admin.call('GetRoles', { levels: own });
  });

  test.each([
    ['card', () => terminal.bench.act({ do: 'card', number: '4901' })],
    ['finger', () => press(490)],
  ] as const)(
    'the %s of somebody who became an administrator meanwhile asks for the password',
    async (factor, show) => {
      const other = await terminal.signedIn('21', goodPassword(21));
      await terminal.add({ userid: 40, password: goodPassword(40) });
      await terminal.bench.advance(6 * 60_000);
      expect((await other.attempt('regfp', { userid: 40, factor })).envelope.code).toBe('success');
      await terminal.admin.call('edituser', { userid: 40, level: 2 });
      await show();
      expect(await reached((one) => one.step === 'failed')).toMatchObject({ note: 'notStored' });
      expect(await of(40)).toMatchObject({ credentials: [] });
      await terminal.admin.call('deleteuser', { userid: 40 });
      await whole();
    },
  );

  test('nobody who is not there, and no place that is none', async () => {
    await terminal.admin.refuse('regfp', { userid: 99, finger: 1 }, 'user_unknown', 'userid');
    await terminal.admin.refuse('regfp', { userid: 7, finger: 10 }, 'out_of_range', 'finger');
    await terminal.admin.refuse('regfp', { userid: 7, factor: 'card', index: 1 }, 'out_of_range', 'index');
    await terminal.admin.refuse('regfp', { userid: 7, factor: 'card', duress: true }, 'out_of_range', 'duress');
    await terminal.admin.refuse('credentials', { userid: 99 }, 'user_unknown', 'userid');
  });
});

describe('the rules', () => {
  const section = /^## Enrolment\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(
    readFileSync(new URL('../../docs/rules.md', import.meta.url), 'utf8'),
  )?.[1];
  const rows = (columns: number) =>
    [...(section ?? '').matchAll(/^\| (level .*) \|$/gm)]
      .map(([, row = '']) => row.split(' | ').map((cell) => cell.replaceAll('`', '')))
      .filter((cells) => cells.length === columns);
  const idOf = (who = ''): number => (who === 'level 4' ? 20 : who === 'level 8' ? 21 : 7);
  const client = (who = '') => terminal.signedIn(String(idOf(who)), goodPassword(idOf(who)));

  test.each(rows(4))('%s enrols %s, own password typed %s: %s', async (who, whom, typed, answer = '') => {
    const asking = await client(who);
    if (typed === '6 min ago') await terminal.bench.act({ do: 'clock', advanceMs: 6 * 60_000 });
    const request = { userid: idOf(whom), finger: 5 };
    if (answer !== 'begins') return void (await asking.refuse('regfp', request, answer));
    expect((await asking.attempt('regfp', request)).envelope.code).toBe('success');
    await asking.call('enrolCancel', {});
  });

  test.each(rows(3))('begun by %s, ended by %s: %s', async (by, other, answer = '') => {
    const [holder, asking] = [await client(by), await client(other)];
    await holder.call('regfp', { userid: 7, factor: 'card' });
    if (answer === 'ends') await asking.call('enrolCancel', {});
    else await asking.refuse('enrolCancel', {}, answer);
    expect((await status()).step).toBe(answer === 'ends' ? 'failed' : 'present');
    await holder.call('enrolCancel', {});
  });

  test('have their examples', () => {
    expect([rows(4).length, rows(3).length]).toEqual([4, 3]);
  });
});

describe('a mode that would lock people out', () => {
  test('says how many have not what it asks for', async () => {
    await terminal.admin.call('edituser', { userid: 21, identifyMode: 'any' });
    const { lacking } = await terminal.admin.call('lacking', { factors: ['card', 'finger', 'password', 'id'] });
    expect(lacking).toEqual([
      { factor: 'card', users: 2 },
      { factor: 'finger', users: 3 },
      { factor: 'password', users: 3 },
    ]);
    expect((await terminal.admin.call('lacking', { factors: [] })).lacking).toEqual([]);
  });
});

describe('the module', () => {
  const lines = () =>
    new Set(
      queryDatabase(terminal.daemon, 'SELECT detail FROM record WHERE detail GLOB ?', 'finger *').map(
        ({ detail }) => detail,
      ),
    );
  const finger = async () => (await of(7)).modules.find(({ factor }) => factor === 'finger');

  test('that is not fitted enrols nobody', async () => {
    const without = await Terminal.start({ args: ['--without', 'iris'] });
    try {
      await without.add({ userid: 7 });
      await without.admin.refuse('regfp', { userid: 7, factor: 'iris' }, 'not_fitted', 'factor');
    } finally {
      await without.stop();
    }
  });

  test('stands on the system page as it stands at the user, for who may see the basic settings', async () => {
    /* A worker may bring it up to date between the two calls. */
    const finger = () =>
      until('both to say the same', async () => {
        const { modules } = await terminal.admin.call('modules', {});
        const isSame = JSON.stringify(modules) === JSON.stringify((await of(7)).modules);
        return isSame ? modules.find(({ factor }) => factor === 'finger') : undefined;
      });
    await whole();
    const before = await finger();
    expect(before).toMatchObject({ fitted: true, online: true, whole: true, done: before.total });
    await terminal.bench.fault('finger', 'offline', true);
    expect(await finger()).toMatchObject({ fitted: true, online: false });
    await terminal.bench.fault('finger', 'offline', false);
    await whole();
    expect(await finger()).toMatchObject({ online: true, whole: true, count: before.count });
  });

  test('nobody came: it ends after a minute', async () => {
    await terminal.admin.call('regfp', { userid: 9, finger: 1 });
    await terminal.bench.act({ do: 'clock', advanceMs: 61_000 });
    expect(await reached((one) => one.step === 'failed')).toMatchObject({ note: 'timeout' });
    await terminal.admin.call('regfp', { userid: 9, factor: 'card' });
    await terminal.bench.act({ do: 'clock', advanceMs: 61_000 });
    expect(await reached((one) => one.step === 'failed')).toMatchObject({ note: 'timeout' });
  });

  test('each press that counts gives it another minute', async () => {
    await terminal.admin.call('regfp', { userid: 9, finger: 1 });
    for (const presses of [1, 2]) {
      await terminal.bench.advance(20_000); // the module itself waits for thirty
      await until('a press that counts', async () => {
        const now = await status();
        if (now.presses < presses && now.step === 'present') await lay(99);
        return now.presses === presses;
      });
      expect((await status()).secondsLeft).toBeGreaterThan(42); // without the press: 40, then 20
    }
    await terminal.bench.advance(20_000);
    expect(await status()).toMatchObject({ presses: 2, note: expect.not.stringMatching('timeout') });
    await terminal.admin.call('enrolCancel', {});
  });

  test('lost in the middle says so, and nothing is stored', async () => {
    await terminal.bench.fault('finger', 'lostInEnrolment', true);
    await terminal.admin.call('regfp', { userid: 9, finger: 1 });
    await lay(99);
    expect(await reached((one) => one.step === 'failed')).toMatchObject({ note: 'lost' });
    await terminal.bench.fault('finger', 'lostInEnrolment', false);
    await terminal.bench.act({ do: 'clock', advanceMs: 5000 });
    expect((await of(9)).credentials).toEqual([]);
    await whole();
  });

  test('offline, and full', async () => {
    await terminal.bench.fault('finger', 'offline', true);
    await terminal.admin.refuse('regfp', { userid: 9, finger: 1 }, 'device_offline');
    expect(await finger()).toMatchObject({ fitted: true, online: false });
    await terminal.bench.fault('finger', 'offline', false);
    await whole();
    await terminal.bench.fault('finger', 'full', true);
    await terminal.admin.refuse('regfp', { userid: 9, finger: 1 }, 'module_full');
    await terminal.bench.fault('finger', 'full', false);
  });

  test('what is deleted while it is away goes when it is back', async () => {
    expect(await enrol(9, 2, 200)).toMatchObject({ step: 'done' });
    expect(await finger()).toMatchObject({ count: 2 });
    await terminal.bench.fault('finger', 'offline', true);
    await until('the line of the log', () => lines().has('finger lost'));
    await terminal.admin.call('deleteuser', { userid: 9 });
    await terminal.bench.fault('finger', 'offline', false);
    await until('the line of the log', () => lines().has('finger back'));
    await until('one template', async () => (await finger())?.count === 1);
  });

  test('put in instead of another is emptied and filled', async () => {
    await terminal.bench.fault('finger', 'swapped', true);
    expect((await whole()).find(({ factor }) => factor === 'finger')).toMatchObject({ count: 1, total: 1, failed: 0 });
    expect(await enrol(8, 0, 71)).toMatchObject({ step: 'failed', note: 'duplicate', duplicate: 7 });
    await terminal.bench.fault('finger', 'swapped', false);
    await whole();
    expect(lines()).toEqual(new Set(['finger lost', 'finger back', 'finger swapped']));
  });

  test('that comes back with the finger of somebody deleted lets nobody in as who has the slot now', async () => {
    const shown = async (seed: number) => {
      const before = terminal.bench.accesses.length;
      await lay(seed);
      await until('the door', () => terminal.bench.accesses.length > before);
      return terminal.bench.accesses.at(-1)?.user?.userid;
    };
    await terminal.add({ userid: 50 });
    await terminal.add({ userid: 51 });
    expect(await enrol(50, 0, 500)).toMatchObject({ step: 'done' });
    expect(await shown(500)).toBe(50);
    const slotOf = (userid: number) =>
      queryDatabase(terminal.daemon, 'SELECT slot FROM user_credential WHERE userid = ?', userid)[0]?.['slot'];
    const slot = slotOf(50);
    await terminal.bench.fault('finger', 'swapped', true);
    await whole();
    await terminal.admin.call('deleteuser', { userid: 50 });
    await whole();
    expect(await enrol(51, 0, 510)).toMatchObject({ step: 'done' });
    expect(slotOf(51)).toBe(slot);
    await terminal.bench.fault('finger', 'swapped', false);
    await whole();
    expect(await shown(510)).toBe(51);
    expect(await shown(500)).toBeUndefined();
    await terminal.admin.call('deleteuser', { userid: 51 });
    await whole();
  });

  test('is filled again after a restart, and an enrolment does not outlive it', async () => {
    await terminal.admin.call('regfp', { userid: 8, finger: 1 });
    await terminal.restart();
    expect(await status()).toMatchObject({ step: 'idle' });
    await until('one template', async () => (await finger())?.count === 1 && (await finger())?.whole === true);
    expect((await of(7)).credentials).toMatchObject([{ factor: 'finger', index: 3, duress: true }]);
  });

  test('that was lost enrols nobody who was deleted meanwhile', async () => {
    await terminal.admin.call('regfp', { userid: 8, finger: 1 });
    await terminal.admin.call('deleteuser', { userid: 8 });
    expect(await press(88)).toMatchObject({ step: 'failed', note: 'notStored' });
    await until('one template', async () => (await finger())?.count === 1);
  });
});
