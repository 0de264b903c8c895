/** The data of the start page is requested as soon as there is a session, in parallel with its code. */
import { beginUserRows } from '../features/users/list/firstRows.ts';
import { powers } from '../lib/powers.ts';
import { currentSession, onSession } from '../lib/session.ts';

const LIST = '/user/userList';

/** Call it after guardAddress: the URL is then the one that the session leads to. */
export function beginWithSession(): void {
  let token: string | undefined;
  const begin = (): void => {
    const session = currentSession();
    if (session?.token === token) return;
    token = session?.token;
    if (!session?.roles.includes('user') || session.mustChangePassword) return;
    const { pathname, search } = location;
    if (pathname !== '/' && pathname !== LIST) return;
    powers.begin({ group: 'user' });
    beginUserRows(pathname === LIST ? search : '');
  };
  begin();
  onSession(begin);
}
