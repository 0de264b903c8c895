import type { CallOptions, FileReply } from '@gen/runtime.ts';
import type { TableFormat } from '@gen/users.ts';
import { t } from '../lib/i18n.ts';
import { Download, type DownloadKind } from './Download.tsx';

export interface DownloadTableProps {
  fetch: (format: TableFormat, options: CallOptions) => Promise<FileReply>;
}

/** A list as a file, in each table format of the terminal. The workbook comes first: its cells are texts for every program. */
export function DownloadTable({ fetch }: DownloadTableProps) {
  const kind = (format: TableFormat, label: string): DownloadKind => ({
    label,
    fetch: (options) => fetch(format, options),
  });
  return <Download kinds={[kind('xlsx', t('ui.xlsx')), kind('csv', t('ui.csv'))]} />;
}
