import type { ReactNode } from 'react';
import { t } from '../lib/i18n.ts';
import { Button } from './Button.tsx';
import { IconButton } from './IconButton.tsx';

export interface SelectionBarProps {
  count: number;
  /** Total as text, when all are selected; otherwise the action that selects all, if there are more than on the page. */
  all?: string | undefined;
  onAll?: { readonly count: string; readonly select: () => void } | undefined;
  /** Number of selected rows that are not on the visible page. */
  elsewhere: number;
  onClear: () => void;
  /** Check box of the whole page, if the list has no heading for it. */
  page?: ReactNode;
  /** Actions for them. */
  children: ReactNode;
}

/** Replaces the toolbar while rows are selected. */
export function SelectionBar({ count, all, onAll, elsewhere, onClear, page, children }: SelectionBarProps) {
  return (
    <div className="toolbar toolbar-selection" role="toolbar" aria-label={t('ui.selection')}>
      <IconButton icon="close" label={t('ui.clearSelection')} onClick={onClear} />
      {page}
      <span className="toolbar-count" role="status">
        {all === undefined ? t('ui.selected', { count }) : t('ui.allSelected', { count: all })}
        {all === undefined && elsewhere > 0 && <small> {t('ui.selectedElsewhere', { count: elsewhere })}</small>}
      </span>
      {onAll && (
        <Button size="small" onClick={onAll.select}>
          {t('ui.selectAllFound', { count: onAll.count })}
        </Button>
      )}
      <div className="toolbar-end">{children}</div>
    </div>
  );
}
