import { downloadRecordForm } from '@gen/records.ts';
import { DownloadTable } from '../../../ui/DownloadTable.tsx';
import { changeSearch, type SearchState, toRequest } from './searchState.ts';

/** All that the filters find, as a file, not the page alone. */
export function DownloadRecords({ state }: { state: SearchState }) {
  const asked = toRequest(changeSearch(state, {}));
  return <DownloadTable fetch={(format, options) => downloadRecordForm({ ...asked, format }, options)} />;
}
