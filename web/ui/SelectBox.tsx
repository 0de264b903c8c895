import { t } from '../lib/i18n.ts';
import { Checkbox } from './Checkbox.tsx';

/** Selected rows, on this page and on others. */
export interface Selection {
  selected: ReadonlySet<number>;
  /** Phones show check boxes once this is true; a wide table always does. */
  selecting: boolean;
  onSelect: (ids: readonly number[], on: boolean) => void;
}

export function SelectBox({ selection, id, name }: { selection: Selection; id: number; name: string }) {
  return (
    <Checkbox
      hideLabel
      label={t('ui.selectRow', { name })}
      checked={selection.selected.has(id)}
      onChange={(on) => selection.onSelect([id], on)}
    />
  );
}

/** Selects or clears all rows of the page; indeterminate while only some are selected. */
export function SelectPageBox({ selection, ids }: { selection: Selection; ids: readonly number[] }) {
  const count = ids.filter((id) => selection.selected.has(id)).length;
  const all = count > 0 && count === ids.length;
  return (
    <Checkbox
      hideLabel
      label={t('ui.selectPage')}
      checked={all}
      indeterminate={count > 0 && !all}
      disabled={ids.length === 0}
      onChange={() => selection.onSelect(ids, !all)}
    />
  );
}
