// A request of every call that decodes, for tests that are about what stands before or around the handler: the base of its
// vectors, unless that would be another test's user.

import { readFileSync } from 'node:fs';
import { type CallName, type CallRequest, callNames } from '../harness/contract.ts';
import { genPath } from '../harness/paths.ts';

const own: { readonly [N in CallName]?: CallRequest<N> } = {
  chklogin: { username: 'nobody', password: 'nothing' },
  EditPwd: { userid: 'admin', oldpassword: '704182', password: '704183', confirm: '704183' },
  checkPower: { group: 'user' },
  adduser: { userid: 999_999_001 },
  edituser: { userid: 999_999_002 },
  deleteuser: { userid: 999_999_003 },
  deletsomeuser: { userids: [999_999_004] },
  bulkEdit: { userids: [999_999_005], change: { group: 1 } },
  GetLanguageSettingItem: { language: 'en' },
};

const { calls } = JSON.parse(readFileSync(genPath('vectors.json'), 'utf8')) as {
  readonly calls: Readonly<Record<string, { readonly base: unknown }>>;
};

/** Calls that end all sessions or take the terminal away: they are not made where the others are tried. */
export const drastic: readonly CallName[] = ['RestartMachine'];

const bases = new Map(callNames.map((name): [CallName, unknown] => [name, own[name] ?? calls[name]?.base]));

export function minimalRequest<N extends CallName>(name: N): CallRequest<N> {
  // The generator makes the base from the fields of this very call.
  return bases.get(name) as CallRequest<N>;
}
