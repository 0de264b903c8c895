/** Requests the rows of the list separately from the pages, whose code may still be loading. */
import { userlist } from '@gen/users.ts';
import { headStart } from '../../../lib/headStart.ts';
import { readListState, toRequest } from './listState.ts';

/** The list shows a failure itself, in place of the missing data. */
export const userRows = headStart((request: ReturnType<typeof toRequest>) =>
  userlist(request, { handles: () => true }),
);

/** Requests the rows for a query string of the list's URL. */
export function beginUserRows(search: string): void {
  userRows.begin(toRequest(readListState(new URLSearchParams(search))));
}
