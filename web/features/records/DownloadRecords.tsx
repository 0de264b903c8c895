import { downloadRecordForm } from '@gen/records.ts';
import type { TableFormat } from '@gen/users.ts';
import { t } from '../../lib/i18n.ts';
import { Download, type DownloadKind } from '../../ui/Download.tsx';
import { changeSearch, type SearchState, toRequest } from './searchState.ts';

/** All that the filters find, as a file, not the page alone. */
export function DownloadRecords({ state }: { state: SearchState }) {
  const kind = (format: TableFormat, label: string): DownloadKind => ({
    label,
    fetch: (options) => downloadRecordForm({ ...toRequest(changeSearch(state, {})), format }, options),
  });
  return <Download kinds={[kind('csv', t('ui.csv')), kind('xlsx', t('ui.xlsx'))]} />;
}
