import type { ReactNode } from 'react';
import { t } from '../lib/i18n.ts';
import { IconButton } from './IconButton.tsx';

export interface SelectionBarProps {
  count: number;
  /** How many of them are not on the page that is shown. */
  elsewhere: number;
  onClear: () => void;
  /** Check box of the whole page, where the list has no heading to hold it. */
  page?: ReactNode;
  /** What can be done with them. */
  children: ReactNode;
}

/** Takes the place of the toolbar while rows are selected. */
export function SelectionBar({ count, elsewhere, onClear, page, children }: SelectionBarProps) {
  return (
    <div className="toolbar toolbar-selection" role="toolbar" aria-label={t('ui.selection')}>
      <IconButton icon="close" label={t('ui.clearSelection')} onClick={onClear} />
      {page}
      <span className="toolbar-count" role="status">
        {t('ui.selected', { count })}
        {elsewhere > 0 && <small> {t('ui.selectedElsewhere', { count: elsewhere })}</small>}
      </span>
      <div className="toolbar-end">{children}</div>
    </div>
  );
}
