import { downloadUsers } from '@gen/contract.ts';
import { type UserListColumn, userListColumnWords } from '@gen/users.ts';
import { t, textOf } from '../../../lib/i18n.ts';
import { userFieldText } from '../../../lib/userFields.ts';
import { Button } from '../../../ui/Button.tsx';
import { CheckGroup } from '../../../ui/CheckGroup.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Download } from '../../../ui/Download.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { exportRequest, useExportView } from './exportView.ts';
import { hasFilters, type ListState, whomOf } from './listState.ts';

/** A column that is not a field has a text of its own. */
const columnText = (column: UserListColumn): string => textOf(`enum.UserListColumn.${column}`) ?? userFieldText(column);

export interface ExportDialogProps {
  state: ListState;
  /** Number of users, as text. */
  count: string;
  onClose: () => void;
}

/** Exports all matching users, in the order of the list, as a file with the selected columns. */
export function ExportDialog({ state, count, onClose }: ExportDialogProps) {
  const [view, change] = useExportView();
  const { columns } = view;
  const all = columns.length === userListColumnWords.length;
  const asked = { ...whomOf(state), sort: state.sort, order: state.order, ...exportRequest(view) };
  return (
    <Dialog
      open
      title={t('users.export')}
      onClose={onClose}
      footer={
        columns.length === 0 ? (
          <Button tone="primary" icon="download" disabled>
            {t('ui.download')}
          </Button>
        ) : (
          <Download
            tone="primary"
            kinds={[{ label: t('ui.download'), fetch: (options) => downloadUsers(asked, options) }]}
          />
        )
      }
    >
      <div className="stack">
        <p>{hasFilters(state) ? t('users.exportFound', { count }) : t('users.exportAll', { count })}</p>
        <Segmented
          name="format"
          label={t('users.exportFormat')}
          value={view.format}
          options={[
            { value: 'xlsx', label: t('ui.xlsx') },
            { value: 'csv', label: t('ui.csv') },
          ]}
          onChange={(format) => change({ format })}
        />
        <CheckGroup
          name="columns"
          label={t('users.columns')}
          options={userListColumnWords.map((value) => ({ value, label: columnText(value) }))}
          chosen={columns}
          error={columns.length === 0 ? t('users.exportNone') : undefined}
          hint={t('users.exportHint')}
          onChange={(chosen) => change({ columns: chosen })}
        />
        <div>
          <Button tone="quiet" size="small" onClick={() => change({ columns: all ? ['userid'] : userListColumnWords })}>
            {all ? t('users.exportIdOnly') : t('users.exportEvery')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
