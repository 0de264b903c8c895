import { downloadBulkTemplate } from '@gen/bulk.ts';
import type { TableFormat } from '@gen/users.ts';
import { t } from '../../../lib/i18n.ts';
import { sizeText } from '../../../lib/sizeText.ts';
import { Card } from '../../../ui/Card.tsx';
import { Download, type DownloadKind } from '../../../ui/Download.tsx';
import { FilePick } from './FilePick.tsx';
import { TOLD_MOST } from './upload.ts';

const template = (format: TableFormat, label: string): DownloadKind => ({
  label,
  fetch: (options) => downloadBulkTemplate({ format }, options),
});

/** The first step: a table of users, or an archive of their photos. */
export function ChooseStep({ onFile }: { onFile: (file: File) => void }) {
  return (
    <>
      <Card title={t('bulk.chooseTitle')} help={t('bulk.chooseHelp')}>
        <FilePick action={t('bulk.choose')} onFile={onFile} />
      </Card>
      <div className="pair">
        <Card title={t('bulk.tableTitle')}>
          <ul className="bulk-rules">
            <li>{t('bulk.tableKinds', { size: sizeText(TOLD_MOST.users) })}</li>
            <li>{t('bulk.tableColumns')}</li>
            <li>{t('bulk.tableUntouched')}</li>
          </ul>
          <div className="bulk-template">
            <span>{t('bulk.template')}</span>
            <Download kinds={[template('xlsx', t('bulk.templateXlsx'))]} />
            <Download kinds={[template('csv', t('bulk.templateCsv'))]} />
          </div>
        </Card>
        <Card title={t('bulk.photosTitle')}>
          <ul className="bulk-rules">
            <li>{t('bulk.photosKinds', { size: sizeText(TOLD_MOST.photos) })}</li>
            <li>{t('bulk.photosNames')}</li>
            <li>{t('bulk.photosUsers')}</li>
          </ul>
        </Card>
      </div>
    </>
  );
}
