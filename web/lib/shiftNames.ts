/**
 * Names of shifts. Reading them needs read permission for Advanced Setup; an account without it sees
 * their numbers.
 */
import { setShiftsInfo } from '@gen/rules.ts';
import useSWR from 'swr';
import { t } from './i18n.ts';
import { useSession } from './session.ts';

/** Every defined shift, by number; a name may be empty. */
export type ShiftNames = ReadonlyMap<number, string>;

const readShifts = () => setShiftsInfo({ handles: () => true });

/** undefined until they are known, without permission, and while not needed. */
export function useShiftNames(wanted = true): ShiftNames | undefined {
  const allowed = useSession()?.roles.includes('advSetting') ?? false;
  const { data } = useSWR(wanted && allowed ? 'SetShiftsInfo' : null, readShifts, { revalidateOnFocus: false });
  return data && new Map(data.shifts.map(({ number, name }) => [number, name]));
}

/** "Early", "Shift 5"; 0 is the shift of the group. */
export function shiftText(shift: number, names?: ShiftNames): string {
  if (shift === 0) return t('users.shiftNone');
  return names?.get(shift)?.trim() || t('users.shiftNumber', { shift });
}

/** Options: the shift of the group, the defined shifts, and the selected one even if it no longer exists. */
export function shiftChoices(
  { min, max }: { readonly min: number; readonly max: number },
  chosen: number | null,
  names: ShiftNames | undefined,
): { value: string; label: string }[] {
  const known = names?.keys() ?? Array.from({ length: max - min }, (_, index) => min + 1 + index);
  const numbers = [...new Set([0, ...known, ...(chosen === null ? [] : [chosen])])];
  return numbers.map((shift) => ({
    value: String(shift),
    label: names && shift > 0 && !names.has(shift) ? t('rules.lostZone', { number: shift }) : shiftText(shift, names),
  }));
}
