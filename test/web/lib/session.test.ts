import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const session = {
  token: 'a'.repeat(43),
  account: 'admin',
  name: 'admin',
  level: 16,
  roles: ['user'],
  mustChangePassword: false,
  superLogin: false,
} as const;

beforeEach(() => {
  sessionStorage.clear();
  vi.resetModules();
});
afterEach(() => vi.restoreAllMocks());

const load = () => import('../../../web/lib/session.ts');

describe('the session', () => {
  it('is kept by the tab: a reload finds it, the next visitor of the browser does not', async () => {
    (await load()).setSession(session);
    expect(JSON.stringify(localStorage)).not.toContain(session.token);
    vi.resetModules();
    expect((await load()).currentSession()).toEqual(session);
  });

  it('is forgotten wholly', async () => {
    const { currentSession, setSession } = await load();
    setSession(session);
    setSession(null);
    expect(currentSession()).toBeNull();
    expect(JSON.stringify(sessionStorage)).not.toContain(session.token);
  });

  it.each(['', '{', 'null', '[]', '"x"', '{"token":1}'])('is none when the storage holds %j', async (stored) => {
    sessionStorage.setItem('postern.session', stored);
    expect((await load()).currentSession()).toBeNull();
  });

  it('tells listeners, changes in part, and ignores a change without a session', async () => {
    const { currentSession, onSession, patchSession, setSession } = await load();
    const heard = vi.fn();
    const off = onSession(heard);
    patchSession({ superLogin: true });
    expect(heard).not.toHaveBeenCalled();
    setSession(session);
    patchSession({ superLogin: true });
    expect(currentSession()?.superLogin).toBe(true);
    expect(heard).toHaveBeenCalledTimes(2);
    off();
    setSession(null);
    expect(heard).toHaveBeenCalledTimes(2);
  });

  it('lasts for the page where storage is forbidden', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('denied', 'SecurityError');
    });
    const { currentSession, setSession } = await load();
    setSession(session);
    expect(currentSession()).toEqual(session);
  });
});
