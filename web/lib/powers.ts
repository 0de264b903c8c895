import { checkPower, type FunctionGroup } from '@gen/accounts.ts';
import { headStart } from './headStart.ts';

/** What the account may do with a group; begun with a session, for the page that it starts on. */
export const powers = headStart((request: { group: FunctionGroup }) => checkPower(request));
