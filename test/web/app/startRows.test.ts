import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { guardAddress } from '../../../web/app/address.ts';
import { beginWithSession } from '../../../web/app/startRows.ts';
import { currentSession, type Session, setSession } from '../../../web/lib/session.ts';
import { account } from '../account.ts';
import { type Asked, fakeTerminal } from '../fakeTerminal.ts';

let asked: Asked[];

beforeAll(() => {
  guardAddress(currentSession);
  beginWithSession();
});
beforeEach(() => {
  asked = fakeTerminal({ userlist: () => ({ users: [] }), checkPower: () => ({ read: true, write: true }) });
});
afterEach(() => setSession(null));

const signInAt = (address: string, session: Partial<Session> = {}): string[] => {
  history.replaceState(null, '', address);
  setSession(account({ token: address, ...session }));
  return asked.map(({ call }) => call);
};

it('asks with the session for what the start page shows, as its address has it', () => {
  expect(signInAt('/login')).toEqual(['checkPower', 'userlist']);
  expect(signInAt('/login?redirect=%2Fuser%2FuserList%3Fsearch%3Damina')).toHaveLength(4);
  expect(asked[3]?.request).toMatchObject({ search: 'amina' });
});

it('asks for nothing that is not shown', () => {
  expect(signInAt('/login?redirect=%2Fuser%2FaddUser')).toEqual([]);
  expect(signInAt('/login', { roles: ['network'] })).toEqual([]);
  expect(signInAt('/login?x', { mustChangePassword: true })).toEqual([]);
});
