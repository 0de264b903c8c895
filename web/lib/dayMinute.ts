/** A minute of the day as the contract has it, 1440 for never, and as fields of a time have it, empty for never. Pure. */

/** Instead of a minute. */
export const NEVER = 1440;

/** `08:05`, or '' for never. */
export function minuteText(minute: number): string {
  if (minute >= NEVER) return '';
  const two = (value: number) => String(value).padStart(2, '0');
  return `${two(Math.trunc(minute / 60))}:${two(minute % 60)}`;
}

/** The minute of what a time input holds; '' is never. */
export function minuteOf(text: string): number {
  const [, hours = '', minutes = ''] = /^(\d{2}):(\d{2})/.exec(text) ?? [];
  return hours === '' ? NEVER : Number(hours) * 60 + Number(minutes);
}
