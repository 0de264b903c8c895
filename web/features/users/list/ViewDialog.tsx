import { t } from '../../../lib/i18n.ts';
import { CheckGroup } from '../../../ui/CheckGroup.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { columnHeading } from '../words.ts';
import { type ListView, OPTIONAL_COLUMNS } from './listView.ts';

export interface ViewDialogProps {
  view: ListView;
  onChange: (change: Partial<ListView>) => void;
  onClose: () => void;
}

/** Rows and columns of the table; changes are visible at once behind the dialog. */
export function ViewDialog({ view, onChange, onClose }: ViewDialogProps) {
  return (
    <Dialog open size="small" title={t('users.view')} onClose={onClose}>
      <p>{t('users.viewText')}</p>
      <Switch
        name="compact"
        label={t('users.compact')}
        checked={view.compact}
        onChange={(compact) => onChange({ compact })}
      />
      <CheckGroup
        name="columns"
        label={t('users.columns')}
        options={OPTIONAL_COLUMNS.map((value) => ({ value, label: columnHeading(value) }))}
        chosen={view.columns}
        onChange={(columns) => onChange({ columns })}
      />
    </Dialog>
  );
}
