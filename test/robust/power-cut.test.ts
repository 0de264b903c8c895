// kill -9 at random moments under writes: nothing that was acknowledged is lost, nothing is half done.
//
// ROUNDS says how many cuts (50; 1,000 with SOAK), SEED repeats a run.

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../harness/client.ts';
import type { CallReply, CallRequest } from '../harness/contract.ts';
import { queryDatabase } from '../harness/database.ts';
import { Random, runSeed } from '../harness/random.ts';
import { adminPassword, Terminal } from '../harness/terminal.ts';

const rounds = Number(process.env['ROUNDS'] ?? (process.env['SOAK'] === undefined ? 50 : 1000));
const writers = 4;
const usersPerWriter = 12;

type User = CallReply<'GetUserInfo'>['user'];
/** What a writer knows of one user: the fields it set last, null when deleted or never added. */
type Known = Pick<User, 'username' | 'cardno' | 'group' | 'shift' | 'validTo'> | null;

/** A change that was sent and not answered yet: any of its outcomes may be on disk. */
interface Pending {
  readonly userids: readonly number[];
  readonly after: ReadonlyMap<number, Known>;
}

let serial = 0;

/** Fields that all tell one number, so that a mixture of two changes shows. */
function fieldsOf(userid: number, number: number): NonNullable<Known> {
  return {
    username: `change ${number} of ${userid}`,
    cardno: String(1_000_000 + number),
    group: number % 17,
    shift: number % 65,
    validTo: `20${String(10 + (number % 90))}-01-01`,
  };
}

/** One client that changes users of its own, one change after the other, until the terminal dies under it. */
class Writer {
  readonly known = new Map<number, Known>();
  pending: Pending | undefined;
  acknowledged = 0;
  readonly #client: Client;
  readonly #random: Random;
  readonly #first: number;

  constructor(client: Client, random: Random, first: number) {
    this.#client = client;
    this.#random = random;
    this.#first = first;
    for (let n = 0; n < usersPerWriter; n++) this.known.set(first + n, null);
  }

  /** Works until the connection breaks; anything but success or a broken connection throws. */
  async work(onAcknowledged: () => void): Promise<void> {
    for (;;) {
      const { call, request, after } = this.#next();
      this.pending = { userids: [...after.keys()], after };
      let reply: Awaited<ReturnType<Client['attempt']>>;
      try {
        reply = await this.#client.attempt(call, request);
      } catch {
        return; // cut off: the change stays pending
      }
      if (reply.status !== 200) throw new Error(`${call} ${JSON.stringify(request)} answered ${reply.text}`);
      for (const [userid, state] of after) this.known.set(userid, state);
      this.pending = undefined;
      this.acknowledged++;
      onAcknowledged();
    }
  }

  #next(): {
    call: 'adduser' | 'edituser' | 'deleteuser' | 'deletsomeuser';
    request: unknown;
    after: Map<number, Known>;
  } {
    const userid = this.#first + this.#random.between(0, usersPerWriter - 1);
    const state = this.known.get(userid) ?? null;
    const fields = fieldsOf(userid, ++serial);
    if (state === null) return { call: 'adduser', request: { userid, ...fields }, after: new Map([[userid, fields]]) };
    if (this.#random.chance(0.1)) {
      const present = [...this.known].filter(([, known]) => known !== null).map(([id]) => id);
      return {
        call: 'deletsomeuser',
        request: { userids: present },
        after: new Map(present.map((id) => [id, null])),
      };
    }
    if (this.#random.chance(0.2)) return { call: 'deleteuser', request: { userid }, after: new Map([[userid, null]]) };
    if (this.#random.chance(0.2)) {
      const request: CallRequest<'adduser'> = { userid, ...fields, again: true };
      return { call: 'adduser', request, after: new Map([[userid, fields]]) };
    }
    return { call: 'edituser', request: { userid, ...fields }, after: new Map([[userid, fields]]) };
  }
}

let terminal: Terminal;

beforeAll(async () => {
  terminal = await Terminal.start();
});
afterAll(() => terminal.stop());

function shownOf(user: User | undefined): Known {
  if (user === undefined) return null;
  const { username, cardno, group, shift, validTo } = user;
  return { username, cardno, group, shift, validTo };
}

/** Every user that the terminal has, by the calls. */
async function stored(): Promise<Map<number, User>> {
  const users = new Map<number, User>();
  let after = '';
  do {
    const page = await terminal.admin.call('userlist', { limit: 100, ...(after === '' ? {} : { after }) });
    for (const user of page.users) users.set(user.userid, user);
    after = page.next;
  } while (after !== '');
  return users;
}

/** Compares what is there with what the writers know; takes over what the cut left open. */
function reconcile(writer: Writer, users: ReadonlyMap<number, User>): void {
  for (const [userid, known] of writer.known) {
    const found = shownOf(users.get(userid));
    const alternatives = [known];
    if (writer.pending?.after.has(userid) === true) alternatives.push(writer.pending.after.get(userid) ?? null);
    expect(alternatives, `user ${userid}`).toContainEqual(found);
    writer.known.set(userid, found);
  }
  writer.pending = undefined;
}

async function consistent(users: ReadonlyMap<number, User>): Promise<void> {
  expect(queryDatabase(terminal.daemon, 'PRAGMA quick_check')).toEqual([{ quick_check: 'ok' }]);
  const info = await terminal.admin.call('SetInfoParam', {});
  expect(info.users).toBe(users.size);
  expect(info.cards).toBe([...users.values()].filter((user) => user.cardno !== '0').length);
  expect(info.storage).toBe('good');
  // The index of names has exactly these names.
  const found = await terminal.admin.call('userlist', { search: 'change', limit: 100 });
  expect(found.total).toBe(users.size);
  const one = users.values().next().value;
  if (one !== undefined) {
    const byName = await terminal.admin.call('userlist', { search: one.username });
    // Others may have the same words in another order.
    expect(byName.users.map((user) => user.userid)).toContain(one.userid);
  }
}

/** The audit trail tells of each user exactly as many changes as its life had. */
function audited(users: ReadonlyMap<number, User>): void {
  const rows = queryDatabase(
    terminal.daemon,
    "SELECT object, after FROM audit WHERE id IN (SELECT max(id) FROM audit WHERE object LIKE 'user %' GROUP BY object)",
  );
  const last = new Map(rows.map((row) => [String(row['object']), row['after']]));
  for (const [object, after] of last) {
    const user = users.get(Number(object.slice('user '.length)));
    expect(after === null, object).toBe(user === undefined);
    if (user !== undefined) expect(JSON.parse(String(after)), object).toMatchObject({ username: user.username });
  }
  for (const userid of users.keys()) expect(last.has(`user ${userid}`)).toBe(true);
}

describe('a power cut', () => {
  test(`${rounds} times under ${writers} writers`, async () => {
    const random = new Random(runSeed(20261121));
    const known: Writer['known'][] = [];
    let acknowledged = 0;
    for (let round = 0; round < rounds; round++) {
      const team = Array.from({ length: writers }, (_, n) => {
        const writer = new Writer(terminal.admin.twin(), new Random(random.between(0, 2 ** 31)), 1 + n * 100);
        for (const [userid, state] of known[n] ?? []) writer.known.set(userid, state);
        return writer;
      });
      let left = random.between(1, 40);
      let cut: Promise<void> | undefined;
      const onAcknowledged = (): void => {
        if (--left > 0 || cut !== undefined) return;
        // The last part of a change takes a few milliseconds: any moment of it.
        const until = performance.now() + random.unit() * 4;
        while (performance.now() < until);
        cut = terminal.daemon.kill();
      };
      await Promise.all(team.map((writer) => writer.work(onAcknowledged)));
      await cut;
      if (random.chance(0.2)) await cutWhileStarting(random);
      await terminal.daemon.begin();
      await terminal.resume();
      const users = await stored();
      try {
        expect((await terminal.admin.call('SetInfoParam', {})).storage).toBe('good');
        for (const writer of team) reconcile(writer, users);
        await consistent(users);
        audited(users);
      } catch (error) {
        throw new Error(`round ${round}, seed ${random.seed}`, { cause: error });
      }
      for (const [n, writer] of team.entries()) known[n] = writer.known;
      acknowledged += team.reduce((sum, writer) => sum + writer.acknowledged, 0);
    }
    expect(acknowledged).toBeGreaterThan(rounds);
    console.log(`${rounds} cuts, ${acknowledged} acknowledged changes, none lost`);
  });
});

/** Cuts the power again before the terminal is ready. */
async function cutWhileStarting(random: Random): Promise<void> {
  const started = terminal.daemon.begin().catch(() => undefined);
  const until = performance.now() + random.unit() * 60;
  while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
  await terminal.daemon.kill();
  await started;
}

describe('a power cut during the first sign-in', () => {
  test('leaves either the initial password or the new one, never none', async () => {
    const random = new Random(runSeed(7));
    for (let round = 0; round < Math.max(3, rounds / 10); round++) {
      const fresh = await Terminal.startFresh();
      try {
        const client = fresh.client;
        await client.signIn('admin', fresh.initial);
        const change = client
          .call('EditPwd', {
            userid: 'admin',
            oldpassword: fresh.initial,
            password: adminPassword,
            confirm: adminPassword,
          })
          .then(
            () => true,
            () => false,
          );
        const until = performance.now() + random.unit() * 120;
        while (performance.now() < until) await new Promise((resolve) => setImmediate(resolve));
        await fresh.daemon.kill();
        const acknowledged = await change;
        await fresh.daemon.begin();
        const shown = (await (await fresh.daemon.bench()).display()).initialPassword;
        if (acknowledged) expect(shown).toBeNull();
        const reply = await client.signIn('admin', shown ?? adminPassword);
        expect(reply.mustChangePassword).toBe(shown !== null);
        if (shown !== null) expect(shown).toBe(fresh.initial);
      } finally {
        fresh.client.close();
        await fresh.daemon.dispose();
      }
    }
  });
});
