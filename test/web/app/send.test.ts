import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createReact, textOf } from '../../../web/app/send.ts';
import { ApiError } from '../../../web/lib/api/apiError.ts';
import { reactionToError, reactionToSuccess } from '../../../web/lib/api/reactions.ts';
import { connection } from '../../../web/lib/connection.ts';
import { expectFarewell, farewell, isGoodFarewell } from '../../../web/lib/farewell.ts';
import { activateLanguage } from '../../../web/lib/i18n.ts';
import { currentSession, type Session, setSession } from '../../../web/lib/session.ts';
import { holdUnsaved } from '../../../web/lib/unsaved.ts';
import { clearToasts, currentToasts } from '../../../web/ui/toast.ts';

const session: Session = {
  token: 'one',
  account: 'admin',
  name: 'admin',
  level: 16,
  roles: ['user'],
  mustChangePassword: false,
  superLogin: false,
};
const refused = (code: number) => new ApiError('refused', 'userlist', { code });
const toLogin = vi.fn();
const restart = vi.fn();
let waits: { run: () => void; ms: number }[];
let react: ReturnType<typeof createReact>;
const fail = (error: ApiError, handled = false) => react(reactionToError(error, handled), error);
const shown = () => currentToasts().map(({ text }) => text);

beforeAll(() => activateLanguage('en'));
beforeEach(() => {
  clearToasts();
  setSession(session);
  waits = [];
  toLogin.mockClear();
  react = createReact({ toLogin, restart, setTimeout: (run, ms) => waits.push({ run, ms }) });
  connection.answered();
});

describe('reactions of the specification, §8', () => {
  it('40104: says why, logs out after 1 s, reloads to the sign-in page, and says it there', () => {
    fail(refused(40104));
    expect(shown()).toEqual([expect.stringContaining('Your session was ended')]);
    expect(waits.map(({ ms }) => ms)).toEqual([1000]);
    expect(currentSession()).not.toBeNull();
    waits[0]?.run();
    expect(currentSession()).toBeNull();
    expect(toLogin).toHaveBeenCalledTimes(1);
    expect(farewell()).toContain('Your session was ended');
  });

  it('an expected restart is shown as good news, not as a failed token', () => {
    expectFarewell('restarted for what you asked');
    fail(refused(10002));
    expect([farewell(), isGoodFarewell()]).toEqual(['restarted for what you asked', true]);
    expectFarewell(null);
    setSession({ ...session, token: 'two' });
    fail(refused(10002));
    expect([farewell(), isGoodFarewell()]).toEqual(['Token Failed\nSign in again.', false]);
  });

  it('10002: says Token Failed, then logs out after 1 s', () => {
    fail(refused(10002));
    expect(shown()).toEqual(['Token Failed\nSign in again.']);
    expect(waits.map(({ ms }) => ms)).toEqual([1000]);
  });

  it('10002 while something is typed says and ends nothing: the page signs in again', () => {
    const release = holdUnsaved();
    fail(refused(10002));
    expect([shown(), waits]).toEqual([[], []]);
    fail(refused(40104));
    expect(waits).toHaveLength(1);
    release();
  });

  it('a session that ends is ended once, however many calls find out', () => {
    fail(refused(10002));
    fail(refused(10002));
    fail(refused(40104));
    expect(waits).toHaveLength(1);
    waits[0]?.run();
    setSession({ ...session, token: 'two' });
    fail(refused(10002));
    expect(waits).toHaveLength(2);
  });

  it('without a session there is nothing to end', () => {
    setSession(null);
    fail(refused(10002));
    expect(waits).toHaveLength(0);
    expect(shown()).toEqual([]);
  });

  it.each([11000, 10003, 10005])('%i: no message', (code) => {
    fail(refused(code));
    expect(shown()).toEqual([]);
    expect(waits).toHaveLength(0);
  });

  it('11003: sets the super-login flag', () => {
    setSession({ ...session, superUntil: 1 });
    fail(refused(11003));
    expect(currentSession()).toMatchObject({ superLogin: true, superUntil: 0 });
    expect(shown()).toEqual([]);
  });

  it('any other failure: an error toast with the text of the catalogue, unless the caller shows it', () => {
    fail(refused(40403));
    expect(shown()).toEqual([expect.stringMatching(/^User Card Already Exists\nTake another card, /)]);
    clearToasts();
    fail(refused(40403), true);
    expect(shown()).toEqual([]);
  });

  it('12001: only the password dialog is open', () => {
    fail(refused(12001));
    expect(currentSession()?.mustChangePassword).toBe(true);
  });

  it('a reboot says so and logs out after 1 s', () => {
    react(reactionToSuccess(true), null);
    expect(restart).toHaveBeenCalledTimes(1);
    expect(waits.map(({ ms }) => ms)).toEqual([1000]);
    waits[0]?.run();
    expect(currentSession()).toBeNull();
    /* Nothing can be loaded from a terminal that is down. */
    expect(toLogin).not.toHaveBeenCalled();
  });

  it('transport errors are said and mark the connection; an answer of any kind clears it', () => {
    fail(new ApiError('network', 'userlist'));
    expect(shown()).toEqual(['Network connection failed, please check the network']);
    expect(connection.isUp()).toBe(false);
    fail(refused(11000));
    expect(connection.isUp()).toBe(true);
    fail(new ApiError('timeout', 'userlist'));
    expect(connection.isUp()).toBe(false);
    react(reactionToSuccess(false), null);
    expect(connection.isUp()).toBe(true);
    expect(textOf({ transport: 'reply' })).toBe('Network Error\nTry again in a moment.');
  });

  it('giving up a call changes nothing', () => {
    connection.failed();
    fail(new ApiError('aborted', 'userlist'));
    expect(connection.isUp()).toBe(false);
    expect(shown()).toEqual([]);
  });
});
