/** The rows of the list, asked for apart from the pages, whose code may still be on its way. */
import { userlist } from '@gen/users.ts';
import { headStart } from '../../../lib/headStart.ts';
import { readListState, toRequest } from './listState.ts';

/** The list shows a failure itself, in place of what it could not read. */
export const userRows = headStart((request: ReturnType<typeof toRequest>) =>
  userlist(request, { handles: () => true }),
);

/** Asks for what the list will show at this query of its address. */
export function beginUserRows(search: string): void {
  userRows.begin(toRequest(readListState(new URLSearchParams(search))));
}
