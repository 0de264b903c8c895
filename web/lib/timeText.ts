/** Formats and parses times of day, with 24 hours or 12. Pure. */

/** Names of the halves of the day: "AM" and "PM". */
export interface Halves {
  readonly am: string;
  readonly pm: string;
}

/** Format of a time. */
export interface TimeStyle {
  readonly hour24: boolean;
  readonly seconds: boolean;
  readonly halves: Halves;
}

const two = (value: number): string => String(value).padStart(2, '0');
const latin = (digit: string): string => String(digit.charCodeAt(0) & 15);

/** Removes optional characters: spaces, points, direction marks. */
const bare = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[٠-٩۰-۹]/g, latin)
    .replace(/[\s.\u200e\u200f\u061c\u2066-\u2069]/g, '');

/** 'am' or 'pm', also from the first letter and in English letters; undefined if neither. */
function halfOf(word: string, halves: Halves): 'am' | 'pm' | undefined {
  const means = (half: string, letters: string) => half.startsWith(word) || letters.startsWith(word);
  if (means(bare(halves.am), 'am')) return 'am';
  return means(bare(halves.pm), 'pm') ? 'pm' : undefined;
}

/** Digits in a row: `7`, `07`, `730`, `0730`, `073015`. */
function cut(digits: string, seconds: boolean): string[] | undefined {
  if (digits.length <= 2) return [digits];
  if (digits.length > (seconds ? 6 : 4)) return undefined;
  const even = digits.length % 2 === 0 ? digits : `0${digits}`;
  return even.match(/../g) ?? undefined;
}

/** `07:30` or `07:30:15` from typed text; '' from empty text; undefined if it is not a time. */
export function readTime(text: string, { seconds, halves }: Pick<TimeStyle, 'seconds' | 'halves'>): string | undefined {
  /* Before spaces are removed: "7 30" is two numbers. */
  const all = text
    .toLowerCase()
    .trim()
    .replace(/[٠-٩۰-۹]/g, latin);
  if (all === '') return '';
  const [, figures = '', word = ''] = /^(\d[\d:.,h\s]*?)\s*([^\d:,]*)$/u.exec(all) ?? [];
  const parts = figures.split(/[:.,h\s]+/).filter((part) => part !== '');
  const [hourText = '', minuteText = '0', secondText = '0', ...rest] =
    parts.length === 1 ? (cut(parts[0] ?? '', seconds) ?? []) : parts;
  if (hourText === '' || rest.length > 0 || (!seconds && parts.length > 2)) return undefined;
  const half = bare(word) === '' ? undefined : halfOf(bare(word), halves);
  if (bare(word) !== '' && half === undefined) return undefined;
  const hour = inDay(Number(hourText), half);
  const minute = Number(minuteText);
  const second = Number(secondText);
  if (hour === undefined || minute > 59 || second > 59) return undefined;
  return [hour, minute, ...(seconds ? [second] : [])].map(two).join(':');
}

/** Without AM or PM the hour is one of 24. */
function inDay(hour: number, half: 'am' | 'pm' | undefined): number | undefined {
  if (half === undefined) return hour < 24 ? hour : undefined;
  if (hour < 1 || hour > 12) return undefined;
  return (hour % 12) + (half === 'pm' ? 12 : 0);
}

/** Whether the typed text is a complete time, and not the beginning of one. */
export function isWhole(text: string, { seconds }: Pick<TimeStyle, 'seconds'>): boolean {
  const digits = text.replace(/\D/g, '').length;
  return digits === (seconds ? 6 : 4) || (/\D\d\d\D*$/.test(text) && digits >= (seconds ? 5 : 3));
}

/** Formats `07:30` as `07:30` or `07:30 AM`. */
export function writeTime(time: string, { hour24, halves }: Pick<TimeStyle, 'hour24' | 'halves'>): string {
  if (hour24 || time === '') return time;
  const hour = Number(time.slice(0, 2));
  return `${two(hour % 12 === 0 ? 12 : hour % 12)}${time.slice(2)} ${hour < 12 ? halves.am : halves.pm}`;
}

/** Seconds of each part, by its position: hours, minutes, seconds; the half of the day is 12 hours. */
const STEPS = [3600, 60, 1] as const;
const HALF = 43_200;
const DAY = 86_400;

/** The part of a formatted time at a position, from 0; the half of the day is the last. */
export function partAt(written: string, place: number): { from: number; to: number; step: number } {
  const parts = [...written.matchAll(/\d+|[^\d:]*[^\d:\s][^\d:]*$/g)].map((match, index) => ({
    from: match.index + (match[0].length - match[0].trimStart().length),
    to: match.index + match[0].length,
    step: /\d/.test(match[0]) ? (STEPS[index] ?? 1) : HALF,
  }));
  return parts.find(({ to }) => place <= to) ?? parts.at(-1) ?? { from: 0, to: 0, step: STEPS[0] };
}

/** A time plus some seconds, modulo a day. Without a time, counts from midnight. */
export function laterTime(time: string, by: number): string {
  if (time === '') return '00:00';
  const [hour = 0, minute = 0, second] = time.split(':').map(Number);
  const at = (((hour * 3600 + minute * 60 + (second ?? 0) + by) % DAY) + DAY) % DAY;
  const parts = [Math.trunc(at / 3600), Math.trunc(at / 60) % 60, ...(second === undefined ? [] : [at % 60])];
  return parts.map(two).join(':');
}
