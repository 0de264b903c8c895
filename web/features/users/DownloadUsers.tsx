import { downloadUsers, type TableFormat } from '@gen/contract.ts';
import { t } from '../../lib/i18n.ts';
import { Download, type DownloadKind } from '../../ui/Download.tsx';
import { changeList, type ListState, toRequest } from './listState.ts';

/** All whom search and filters find, in the order of the list, as a file. */
export function DownloadUsers({ state }: { state: ListState }) {
  const { limit: _, ...asked } = toRequest(changeList(state, {}));
  const kind = (format: TableFormat, label: string): DownloadKind => ({
    label,
    fetch: (options) => downloadUsers({ ...asked, format }, options),
  });
  return <Download kinds={[kind('csv', t('ui.csv')), kind('xlsx', t('ui.xlsx'))]} />;
}
