import type { ReactNode } from 'react';
import { formatNumber, ltr, t } from '../lib/i18n.ts';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export interface PagerProps<Size extends number> {
  /** Name of this navigation, for screen readers. */
  label: string;
  /** Number of the first row, from 1; 0 if the server does not count that far. */
  position: number;
  /** Rows on this page. */
  count: number;
  total: number;
  /** There are more matches than `total`. */
  totalIsMore: boolean;
  size: Size;
  sizes: readonly Size[];
  onSize: (size: Size) => void;
  /** Omitted on the first and on the last page. */
  onPrevious?: (() => void) | undefined;
  onNext?: (() => void) | undefined;
  onFirst?: (() => void) | undefined;
  onLast?: (() => void) | undefined;
  /** Another control to go to a page. */
  children?: ReactNode;
}

/** "1–50 of 12,345", rows per page, and links to the neighbouring pages. */
export function Pager<Size extends number>(props: PagerProps<Size>) {
  const { size, sizes, onSize, onPrevious, onNext, onFirst, onLast, children } = props;
  return (
    <nav className="pager" aria-label={props.label}>
      <span className="pager-range" role="status">
        {rangeText(props)}
      </span>
      <label className="pager-size">
        <span className="visually-hidden">{t('ui.rowsPerPage')}</span>
        <select
          value={String(size)}
          onChange={(event) => {
            const chosen = sizes[event.currentTarget.selectedIndex];
            if (chosen !== undefined) onSize(chosen);
          }}
        >
          {sizes.map((one) => (
            <option key={one} value={String(one)}>
              {t('ui.perPage', { count: formatNumber(one) })}
            </option>
          ))}
        </select>
        <Icon name="chevronDown" size={14} />
      </label>
      {children}
      <div className="pager-steps">
        <Step label={t('ui.first')} icon="edgeStart" onStep={onFirst} />
        <Step label={t('ui.previous')} onStep={onPrevious} />
        <Step label={t('ui.next')} onStep={onNext} />
        <Step label={t('ui.last')} icon="edgeEnd" onStep={onLast} />
      </div>
    </nav>
  );
}

/** Stays in place and keeps the focus on the first and the last page; it is only marked as disabled. */
function Step({ label, icon, onStep }: { label: string; icon?: IconName; onStep: (() => void) | undefined }) {
  return (
    <button
      type="button"
      className={icon ? 'button pager-edge' : 'button'}
      aria-label={icon && label}
      title={icon && label}
      aria-disabled={onStep === undefined || undefined}
      onClick={onStep}
    >
      {icon ? <Icon name={icon} /> : label}
    </button>
  );
}

/** The total: `12,345`, or `10,000+` if counting stopped. */
export function totalText(total: number, isMore: boolean): string {
  return isMore ? ltr(`${formatNumber(total)}+`) : formatNumber(total);
}

type Range = Pick<PagerProps<number>, 'position' | 'count' | 'total' | 'totalIsMore'>;

function rangeText({ position, count, total, totalIsMore }: Range): string {
  const all = totalText(total, totalIsMore);
  if (count === 0) return t('ui.rangeNone', { total: all });
  if (position === 0) return t('ui.rangeUnknown', { count: formatNumber(count), total: all });
  return t('ui.range', { first: formatNumber(position), last: formatNumber(position + count - 1), total: all });
}
