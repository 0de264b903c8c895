import { logout } from '@gen/accounts.ts';
import { connection } from '../../lib/connection.ts';
import { pageOfWindow, reloadOnAnswer } from '../../lib/reload.ts';
import { setSession } from '../../lib/session.ts';

/**
 * Ends the session on the terminal and here, and loads the sign-in page, so that nothing of the session stays in memory.
 * While the terminal does not respond, the already loaded sign-in page is shown instead.
 */
export async function signOut(): Promise<void> {
  try {
    await logout({ handles: () => true });
  } catch {
    /* The session may have ended already. Without an answer it expires on the terminal. */
  }
  if (connection.isUp()) pageOfWindow.load('/login');
  else reloadOnAnswer('/login');
  setSession(null);
}
