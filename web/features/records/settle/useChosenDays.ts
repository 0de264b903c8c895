import type { SettleDay } from '@gen/records.ts';
import { useCallback, useMemo, useState } from 'react';
import { toggled } from '../../../lib/toggled.ts';
import type { Selection } from '../../../ui/SelectBox.tsx';
import { dayId } from './settle.ts';

export interface ChosenDays extends Selection {
  readonly days: readonly SettleDay[];
  readonly clear: () => void;
}

/** Days of the page that are selected; those of another page are selected no more. */
export function useChosenDays(rows: readonly SettleDay[]): ChosenDays {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  const clear = useCallback(() => setIds(new Set()), []);
  const onSelect = useCallback((changed: readonly number[], on: boolean) => {
    setIds((before) => toggled(before, changed, on));
  }, []);
  return useMemo(() => {
    const days = rows.filter((day) => ids.has(dayId(day)));
    return { days, selected: new Set(days.map(dayId)), selecting: days.length > 0, onSelect, clear };
  }, [rows, ids, onSelect, clear]);
}
