/** What the start page shows is asked for as soon as there is a session, beside the code that shows it. */
import { beginUserRows } from '../features/users/list/firstRows.ts';
import { powers } from '../lib/powers.ts';
import { currentSession, onSession } from '../lib/session.ts';

const LIST = '/user/userList';

/** Call it after guardAddress: the address is then the one that the session leads to. */
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
