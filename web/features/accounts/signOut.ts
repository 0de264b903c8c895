import { logout } from '@gen/accounts.ts';
import { setSession } from '../../lib/session.ts';

/** Ends the session on the terminal and here, and loads the sign-in page: nothing of the session stays in memory. */
export async function signOut(): Promise<void> {
  try {
    await logout({ handles: () => true });
  } catch {
    /* It may have ended already. Without an answer it ends on the terminal by its age. */
  }
  location.assign('/login');
  setSession(null);
}
