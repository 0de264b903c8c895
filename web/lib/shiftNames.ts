/**
 * What the shifts are called. They are read with what belongs to Advanced Setup: an account that may not read that sees
 * their numbers.
 */
import { setShiftsInfo } from '@gen/rules.ts';
import useSWR from 'swr';
import { t } from './i18n.ts';
import { useSession } from './session.ts';

/** Every shift that is defined, by number; a name may be empty. */
export type ShiftNames = ReadonlyMap<number, string>;

const readShifts = () => setShiftsInfo({ handles: () => true });

/** undefined until they are known, where they cannot be, and while nobody wants them. */
export function useShiftNames(wanted = true): ShiftNames | undefined {
  const allowed = useSession()?.roles.includes('advSetting') ?? false;
  const { data } = useSWR(wanted && allowed ? 'SetShiftsInfo' : null, readShifts, { revalidateOnFocus: false });
  return data && new Map(data.shifts.map(({ number, name }) => [number, name]));
}

/** "Early", "Shift 5"; 0 is that of the group. */
export function shiftText(shift: number, names?: ShiftNames): string {
  if (shift === 0) return t('users.shiftNone');
  return names?.get(shift)?.trim() || t('users.shiftNumber', { shift });
}

/** What can be chosen: as the group, the shifts that there are, and the one that is chosen although it is not there any more. */
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
