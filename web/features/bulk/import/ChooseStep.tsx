import { downloadBulkTemplate } from '@gen/bulk.ts';
import type { TableFormat } from '@gen/users.ts';
import { t } from '../../../lib/i18n.ts';
import { sizeText } from '../../../lib/sizeText.ts';
import { Card } from '../../../ui/Card.tsx';
import { Download, type DownloadKind } from '../../../ui/Download.tsx';
import { FilePick } from './FilePick.tsx';
import { TableChoice } from './TableChoice.tsx';
import { kindOf, type TableKind, TOLD_MOST } from './upload.ts';

const template = (format: TableFormat, label: string): DownloadKind => ({
  label,
  fetch: (options) => downloadBulkTemplate({ format }, options),
});

export interface ChooseStepProps {
  /** What a table contains. */
  table: TableKind;
  /** undefined: the account may import neither punches nor rosters. */
  onTable: ((table: TableKind) => void) | undefined;
  onFile: (file: File) => void;
}

/** The first step: a table of users, punches or shifts, or an archive of photos. */
export function ChooseStep({ table, onTable, onFile }: ChooseStepProps) {
  return (
    <>
      <Card title={t('bulk.chooseTitle')} help={t('bulk.chooseHelp')}>
        {onTable && <TableChoice table={table} onTable={onTable} />}
        <FilePick action={t('bulk.choose')} also={(file) => (onTable ? undefined : refusal(file))} onFile={onFile} />
      </Card>
      {table === 'users' && <UserRules />}
      {table === 'punches' && <PunchRules />}
      {table === 'roster' && <RosterRules />}
    </>
  );
}

/** Why a file of punches is not sent by who may not import them. */
function refusal({ name }: File): string | undefined {
  return kindOf(name) === 'punches' ? t('bulk.punchesRight') : undefined;
}

function UserRules() {
  return (
    <div className="pair">
      <Card title={t('bulk.tableTitle')}>
        <ul className="bulk-rules">
          <li>{t('bulk.tableKinds', { size: sizeText(TOLD_MOST.table) })}</li>
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
  );
}

function RosterRules() {
  return (
    <Card title={t('bulk.rosterTitle')}>
      <ul className="bulk-rules">
        <li>{t('bulk.tableKinds', { size: sizeText(TOLD_MOST.table) })}</li>
        <li>{t('bulk.rosterColumns')}</li>
        <li>{t('bulk.rosterShifts')}</li>
        <li>{t('bulk.rosterGoesBefore')}</li>
      </ul>
    </Card>
  );
}

function PunchRules() {
  return (
    <Card title={t('bulk.punchesTitle')}>
      <ul className="bulk-rules">
        <li>{t('bulk.punchesKinds', { size: sizeText(TOLD_MOST.table) })}</li>
        <li>{t('bulk.punchesColumns')}</li>
        <li>{t('bulk.punchesTime')}</li>
        <li>{t('bulk.punchesTwice')}</li>
      </ul>
    </Card>
  );
}
