import { checkPower, type FunctionGroup } from '@gen/accounts.ts';
import { headStart } from './headStart.ts';

/** Permissions of the account for a group; the call is started with the session, for its first page. */
export const powers = headStart((request: { group: FunctionGroup }) => checkPower(request));
