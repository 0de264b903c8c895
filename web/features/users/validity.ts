/** Where a user stands in the days of validity. Dates are local days, `YYYY-MM-DD`, so that they compare as text. */
export type Validity =
  | { readonly kind: 'always' }
  | { readonly kind: 'until'; readonly day: string; readonly soon: boolean }
  | { readonly kind: 'notYet'; readonly day: string }
  | { readonly kind: 'expired'; readonly day: string };

/** Days ahead from which an end of validity is marked. */
export const SOON_DAYS = 30;

/** The local day of a moment as `YYYY-MM-DD`. */
export function localDay(now: Date): string {
  const two = (n: number) => String(n).padStart(2, '0');
  return `${String(now.getFullYear()).padStart(4, '0')}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
}

/** Midnight UTC of a day; only for counting days and for showing a day with `timeZone: 'UTC'`. */
export function dayToDate(day: string): Date {
  return new Date(`${day}T00:00:00Z`);
}

/** Both bounds include their day; an empty bound is open. */
export function validityOf(user: { readonly validFrom: string; readonly validTo: string }, today: string): Validity {
  if (user.validTo !== '' && user.validTo < today) return { kind: 'expired', day: user.validTo };
  if (user.validFrom !== '' && user.validFrom > today) return { kind: 'notYet', day: user.validFrom };
  if (user.validTo === '') return { kind: 'always' };
  const days = (dayToDate(user.validTo).getTime() - dayToDate(today).getTime()) / 86_400_000;
  return { kind: 'until', day: user.validTo, soon: days <= SOON_DAYS };
}
