import { chklogin } from '@gen/accounts.ts';
import type { CallOptions } from '@gen/runtime.ts';
import { browserName, browserSecret, keepBrowserSecret } from '../../../lib/knownBrowser.ts';
import { setSession } from '../../../lib/session.ts';

export type Login = Record<'username' | 'password', string>;

/** Signs in; this tab then has the session. `before` is called after the success, before the session is stored. */
export async function openSession(
  { username, password }: Login,
  options: CallOptions,
  before?: () => void,
): Promise<void> {
  const account = username.trim();
  const browser = browserSecret(account);
  const reply = await chklogin(
    { username: account, password, browserName: browserName(navigator.userAgent) },
    browser === '' ? options : { ...options, headers: { browser } },
  );
  keepBrowserSecret(account, reply.browser);
  before?.();
  const { token, funs, userid, name, level, mustChangePassword } = reply;
  setSession({ token, account: userid, name, level, roles: funs, mustChangePassword, superLogin: false });
}
