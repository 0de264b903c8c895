import { type BulkError, tableMendLimits } from '@gen/bulk.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { wrongFieldText } from '../words.ts';
import { type Edit, type Edits, editOf, hasCell } from './mends.ts';

/** The corrections of a page, and how one is made. */
export interface Mending {
  readonly edits: Edits;
  readonly onEdit: (line: number, edit: Edit) => void;
}

export interface MendProps {
  row: BulkError;
  mending: Mending;
}

/** The wrong cell of a row, to be typed again; as it is where it stands in no column. */
export function MendCell({ row, mending: { edits, onEdit } }: MendProps) {
  const edit = editOf(edits, row);
  if (!hasCell(row)) return <bdi className="bulk-cell">{row.text}</bdi>;
  return (
    <span className="box bulk-mend" data-disabled={edit.leaveOut ? '' : undefined}>
      <input
        className="box-input"
        aria-label={t('bulk.mendCell', { field: wrongFieldText(row.field), line: formatNumber(row.line) })}
        value={edit.text}
        disabled={edit.leaveOut}
        maxLength={tableMendLimits.text.max}
        autoComplete="off"
        dir="auto"
        onInput={(event) => onEdit(row.line, { ...edit, text: event.currentTarget.value })}
      />
    </span>
  );
}

/** Leaves the row out of the import; `hideLabel`: in a table its column says so. */
export function MendOut({ row, mending: { edits, onEdit }, hideLabel }: MendProps & { hideLabel: boolean }) {
  const edit = editOf(edits, row);
  return (
    <Checkbox
      label={hideLabel ? t('bulk.leaveOutRow', { line: formatNumber(row.line) }) : t('bulk.leaveOut')}
      checked={edit.leaveOut}
      hideLabel={hideLabel}
      onChange={(leaveOut) => onEdit(row.line, { ...edit, leaveOut })}
    />
  );
}
