import type { ReactNode } from 'react';
import { formatNumber, t } from '../../lib/i18n.ts';

/** Below a list: a button that adds an entry, the number of entries and their maximum. */
export function MostLine({ add, count, most }: { add: ReactNode; count: number; most: number }) {
  return (
    <>
      {add}
      <span className="muted">{t('rules.ofMost', { count: formatNumber(count), most: formatNumber(most) })}</span>
    </>
  );
}
