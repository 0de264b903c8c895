import { t } from '../../../lib/i18n.ts';
import { ChoiceCards } from '../../../ui/ChoiceCards.tsx';
import type { TableKind } from './upload.ts';

export interface TableChoiceProps {
  table: TableKind;
  onTable: (table: TableKind) => void;
}

/** What a file contains: its name does not say whose table it is. */
export function TableChoice({ table, onTable }: TableChoiceProps) {
  return (
    <ChoiceCards
      label={t('bulk.contains')}
      name="table"
      options={[
        { value: 'users', icon: 'users', label: t('bulk.containsUsers'), text: t('bulk.containsUsersText') },
        { value: 'punches', icon: 'clock', label: t('bulk.containsPunches'), text: t('bulk.containsPunchesText') },
        { value: 'roster', icon: 'history', label: t('bulk.containsRoster'), text: t('bulk.containsRosterText') },
      ]}
      chosen={table}
      disabled={false}
      onChoose={onTable}
    />
  );
}
