import { logout } from '@gen/accounts.ts';
import { connection } from '../../lib/connection.ts';
import { pageOfWindow, reloadOnAnswer } from '../../lib/reload.ts';
import { setSession } from '../../lib/session.ts';

/**
 * Ends the session on the terminal and here, and loads the sign-in page: nothing of the session stays in memory. While
 * the terminal does not answer, the sign-in page that is here already stands in for it.
 */
export async function signOut(): Promise<void> {
  try {
    await logout({ handles: () => true });
  } catch {
    /* It may have ended already. Without an answer it ends on the terminal by its age. */
  }
  if (connection.isUp()) pageOfWindow.load('/login');
  else reloadOnAnswer('/login');
  setSession(null);
}
