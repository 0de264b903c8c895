import type { ReactNode } from 'react';
import { formatNumber, t } from '../../lib/i18n.ts';

/** Below a list: what adds another, how many there are and may be. */
export function MostLine({ add, count, most }: { add: ReactNode; count: number; most: number }) {
  return (
    <>
      {add}
      <span className="muted">{t('rules.ofMost', { count: formatNumber(count), most: formatNumber(most) })}</span>
    </>
  );
}
