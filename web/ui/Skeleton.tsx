import { t } from '../lib/i18n.ts';

export interface SkeletonProps {
  /** Lines to draw. */
  lines?: number;
  /** text: lines of a paragraph; row: rows of a table; field: label and box of a form. */
  kind?: 'text' | 'row' | 'field';
}

/** Grey shapes where content will be. It appears after 150 ms, so a quick answer never flashes it. */
export function Skeleton({ lines = 3, kind = 'text' }: SkeletonProps) {
  return (
    <div className={`skeleton skeleton-${kind}`} role="status">
      <span className="visually-hidden">{t('ui.loading')}</span>
      {Array.from({ length: lines }, (_, line) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the lines are alike and never move.
        <span key={line} className="skeleton-line" aria-hidden="true" />
      ))}
    </div>
  );
}
