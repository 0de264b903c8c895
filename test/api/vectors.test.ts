// Replays the generated boundary vectors: every limit of the contract, as the running daemon holds it.

import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Vector, VectorSession } from '../../tools/apigen/vectors.ts';
import { Client } from '../harness/client.ts';
import { type CallName, callNames, checkReply, specOf } from '../harness/contract.ts';
import { Daemon } from '../harness/daemon.ts';
import { record } from '../harness/recorder.ts';
import { adminPassword, goodPassword, Terminal } from '../harness/terminal.ts';
import { engineerPassword, provisionedSystem } from '../harness/upgrade.ts';
import { readVectors, vectorProblem } from '../harness/vectors.ts';
import { type WireReply, wire } from '../harness/wire.ts';
import { drastic } from './requests.ts';

const file = readVectors();

let terminal: Terminal;
let lacking: Client;
let engineer: Client;
let fresh: Daemon;
let system: string;
let mustChange: Client;

beforeAll(async () => {
  system = provisionedSystem();
  terminal = await Terminal.start({ https: false, args: ['--system', system] }); // so that no vector can send HTTP away
  lacking = await terminal.administrator(777_000_777, 1, goodPassword(900));
  engineer = await terminal.administrator(777_000_778, 16, goodPassword(901));
  await engineer.call('superLogin', { password: engineerPassword });
  fresh = await Daemon.start();
  mustChange = new Client(() => fresh.port);
  await mustChange.signIn('admin', await fresh.initialPassword());
});
afterAll(async () => {
  await terminal.stop();
  mustChange.close();
  await fresh.stop();
  await fresh.dispose();
  rmSync(system, { recursive: true, force: true });
});

function tokenOf(session: VectorSession): string | undefined {
  switch (session) {
    case 'none':
      return undefined;
    case 'forged':
      return randomBytes(32).toString('base64url');
    case 'full':
      return terminal.admin.token;
    case 'mustChange':
      return mustChange.token;
    case 'lacking':
      return lacking.token;
    case 'super':
      return engineer.token;
  }
}

async function send(vector: Vector): Promise<WireReply> {
  const token = tokenOf(vector.session);
  const body = vector.bodyBase64 === undefined ? vector.body : Buffer.from(vector.bodyBase64, 'base64');
  const reply = await wire(vector.session === 'mustChange' ? fresh.port : terminal.port, {
    method: vector.method,
    path: `${vector.path}?_t=1763740800000${vector.query === '' ? '' : `&${vector.query}`}`,
    headers: {
      ...(token === undefined ? {} : { token }),
      ...(vector.contentType === undefined ? {} : { 'content-type': vector.contentType }),
    },
    ...(body === undefined ? {} : { body }),
  });
  if (isCall(vector.call)) {
    checkReply(vector.call, reply);
    record(vector.call, reply.envelope.retvalue);
  }
  return reply;
}

function isCall(name: string): name is CallName {
  return (callNames as readonly string[]).includes(name);
}

/** Calls whose vectors, let in, write what the vectors of others prepared: one change for all users, those who ask too. */
const writing: readonly CallName[] = ['bulkStart'];

/** Calls whose vectors, let in, may end the session: by what they do, or by wrong passwords they count. */
const ending: ReadonlySet<string> = new Set([
  'logout',
  'EditPwd',
  'EditPassphrase',
  'confirmPassword',
  'superLogin',
  'engineerLogin',
  'endSession',
  'forgetBrowser',
]);

async function signInAgain(): Promise<void> {
  const reply = await terminal.admin.attempt('SetInfoParam', {});
  if (reply.status !== 401) return;
  await terminal.bench.advance(16 * 60_000); // the longest time that wrong passwords cost
  await terminal.admin.signIn('admin', adminPassword);
  await lackingAgain();
}

/** It is no super session any more, or gone, with the time that other vectors let pass. Its account is no other's, so that it waits for nobody's wrong passwords. */
async function engineerAgain(): Promise<void> {
  const { status } = await engineer.attempt('SetDebugParam', {});
  if (status === 401) await engineer.signIn('777000778', goodPassword(901));
  if (status !== 200) await engineer.call('superLogin', { password: engineerPassword });
}

const lackingAgain = (): Promise<unknown> => lacking.signIn('777000777', goodPassword(900));

/** Vectors by call and the part of the request they are about: one test each, that names all that fail. */
const subjects = new Map<string, Vector[]>();
for (const vector of file.vectors) {
  const subject = vector.id.split(/[/ ]/).slice(0, 2).join(' ');
  subjects.set(subject, [...(subjects.get(subject) ?? []), vector]);
}

describe('the vectors', () => {
  test('are of the version this suite reads, and cover every call and every field', () => {
    expect(file.version).toBe(1);
    for (const name of callNames) {
      for (const field of Object.keys(specOf(name).request)) {
        expect(subjects.has(`${name} ${field}`), `${name} ${field}`).toBe(true);
      }
      if (['none', 'open'].includes(String(specOf(name).access))) continue;
      const kinds = new Set(file.vectors.filter((vector) => vector.call === name).map((vector) => vector.session));
      const own = specOf(name).access === 'super' ? 'super' : 'full';
      expect(kinds.has('none') && kinds.has('forged') && kinds.has(own), name).toBe(true);
    }
  });
});

describe.each([...subjects])('%s', (_, vectors) => {
  test(`${vectors.length} vectors`, async () => {
    const problems: string[] = [];
    for (const vector of vectors) {
      if (vector.session === 'super') await engineerAgain();
      // Level 1 may read users: where no account lacks the right there is nothing to send.
      if (vector.session === 'lacking' && isCall(vector.call) && readsUsers(vector.call)) continue;
      if (!vector.expect.refused && isCall(vector.call) && [...drastic, ...writing].includes(vector.call)) continue;
      const problem = vectorProblem(vector, await send(vector));
      if (problem !== undefined) problems.push(`${vector.id}: ${problem}`);
      if (ending.has(vector.call)) await signInAgain();
      // It may have changed the rights of the level that lacks them, which ends its sessions.
      if (vector.call === 'GetRoles') await lackingAgain();
    }
    expect(problems).toEqual([]);
  });
});

function readsUsers(name: CallName): boolean {
  const { access } = specOf(name);
  return typeof access === 'object' && access.group === 'user' && access.right === 'read';
}
