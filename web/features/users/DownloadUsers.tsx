import { downloadUsers } from '@gen/contract.ts';
import { DownloadTable } from '../../ui/DownloadTable.tsx';
import { changeList, type ListState, toRequest } from './listState.ts';

/** All whom search and filters find, in the order of the list, as a file. */
export function DownloadUsers({ state }: { state: ListState }) {
  const { limit: _, ...asked } = toRequest(changeList(state, {}));
  return <DownloadTable fetch={(format, options) => downloadUsers({ ...asked, format }, options)} />;
}
