import { beforeEach, describe, expect, it } from 'vitest';
import { guardAddress, landing, safeTarget, settle } from '../../../web/app/address.ts';
import { currentSession, type Session, setSession } from '../../../web/lib/session.ts';
import { account } from '../account.ts';

const session: Session = account({ roles: ['user', 'network'] });
const at = (path: string): Location => new URL(path, 'http://terminal') as unknown as Location;

beforeEach(() => {
  setSession(null);
  history.replaceState(null, '', '/');
});

describe('without a session', () => {
  it.each(['/', '/user/userList', '/404', '/nowhere'])('%s leads to /login and keeps the wanted path', (path) => {
    expect(settle(null, at(path))).toBe(`/login?redirect=${encodeURIComponent(path)}`);
  });

  it('keeps filters and page of the wanted path', () => {
    expect(settle(null, at('/user/userList?search=a%20b&group=2#x'))).toBe(
      '/login?redirect=%2Fuser%2FuserList%3Fsearch%3Da%2520b%26group%3D2%23x',
    );
  });

  it('/login stays', () => {
    expect(settle(null, at('/login?redirect=%2Fuser'))).toBeNull();
  });
});

describe('with a session', () => {
  it('/login leads to the wanted path', () => {
    expect(settle(session, at('/login?redirect=%2Fuser%2FuserEdit%3Fuserid%3D7'))).toBe('/user/userEdit?userid=7');
  });

  it('/login leads to / with the role user, else to /network', () => {
    expect(settle(session, at('/login'))).toBe('/');
    expect(settle({ ...session, roles: ['advSetting'] }, at('/login'))).toBe('/network');
    expect(landing([])).toBe('/network');
  });

  it('every other path stays', () => {
    expect(settle(session, at('/user/userList'))).toBeNull();
  });

  it.each([
    'https://evil.example/',
    '//evil.example/',
    '/\\evil.example',
    '/\t/evil.example',
    'javascript:alert(1)',
    'user',
    '',
    '/login',
    '/login?redirect=/x',
    '/..//evil.example',
  ])('%j is no way out of the console', (wanted) => {
    expect(safeTarget(wanted)).toBeNull();
  });
});

it('the address follows the session from the first moment on', () => {
  history.replaceState(null, '', '/user/userList?search=7');
  guardAddress(currentSession);
  expect(location.pathname + location.search).toBe('/login?redirect=%2Fuser%2FuserList%3Fsearch%3D7');
  setSession(session);
  expect(location.pathname + location.search).toBe('/user/userList?search=7');
  setSession(null);
  expect(location.pathname).toBe('/login');
});
