/** Converts a minute of the day between the contract (1440 for never) and time fields (empty for never). Pure. */

/** The value that means never. */
export const NEVER = 1440;

/** `08:05`, or '' for never. */
export function minuteText(minute: number): string {
  if (minute >= NEVER) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.trunc(minute / 60))}:${two(minute % 60)}`;
}

/** The minute in a time input; '' is never. */
export function minuteOf(text: string): number {
  const [, hours = '', minutes = ''] = /^(\d{2}):(\d{2})/.exec(text) ?? [];
  return hours === '' ? NEVER : Number(hours) * 60 + Number(minutes);
}
