/** Days before the end of validity from which a warning is shown. */
export const SOON_DAYS = 30;

const DAY_MS = 86_400_000;

export type CertificateAge =
  | { readonly kind: 'good' | 'over' | 'early' }
  | { readonly kind: 'soon'; readonly days: number };

/** State of a certificate at a time (ms since 1970). */
export function certificateAge(
  { notBefore, notAfter }: { notBefore: number; notAfter: number },
  now: number,
): CertificateAge {
  if (now >= notAfter * 1000) return { kind: 'over' };
  if (now < notBefore * 1000) return { kind: 'early' };
  const days = Math.floor((notAfter * 1000 - now) / DAY_MS);
  return days < SOON_DAYS ? { kind: 'soon', days } : { kind: 'good' };
}
