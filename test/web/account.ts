/** Who is signed in, for tests. */
import type { Session } from '../../web/lib/session.ts';

/** admin, who may do everything. */
export function account(change: Partial<Session> = {}): Session {
  return {
    token: 't',
    account: 'admin',
    name: 'admin',
    level: 16,
    roles: ['user', 'network', 'basicSetting', 'AccSetting', 'advSetting'],
    mustChangePassword: false,
    superLogin: false,
    ...change,
  };
}
