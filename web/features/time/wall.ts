/** Offsets and wall clocks. Pure. */

/** The terminal's local time, written as if it were UTC. */
export function wallOf(utcMs: number, offsetMin: number): number {
  return utcMs + offsetMin * 60_000;
}

/** `UTC+05:45`; a real minus sign, so that it reads as one. */
export function offsetText(minutes: number): string {
  const all = Math.abs(minutes);
  const two = (value: number) => String(value).padStart(2, '0');
  return `UTC${minutes < 0 ? '−' : '+'}${two(Math.trunc(all / 60))}:${two(all % 60)}`;
}

/** Every zone the terminal can be set to. */
export function zonesOf({ min, max, step = 1 }: { min: number; max: number; step?: number | undefined }): number[] {
  return Array.from({ length: (max - min) / step + 1 }, (_, index) => min + index * step);
}

/** Standard time of this browser: the smaller offset of a year, in whole steps of the terminal's zones; never -0. */
export function browserZone(now: Date, step: number): number {
  const year = now.getFullYear();
  const offsets = [0, 6].map((month) => 0 - new Date(year, month, 1).getTimezoneOffset());
  return Math.round(Math.min(...offsets) / step) * step;
}

/** Date and time as inputs of the browser write them. */
export interface WallInputs {
  readonly day: string;
  readonly time: string;
}

/** `2026-11-21` and `18:45:07` of a wall clock. */
export function inputsOf(wallMs: number): WallInputs {
  const text = new Date(wallMs).toISOString();
  return { day: text.slice(0, 10), time: text.slice(11, 19) };
}

/** The wall clock of such inputs, in milliseconds; undefined when they are no moment. */
export function wallOfInputs(day: string, time: string): number | undefined {
  const ms = Date.parse(`${day}T${time.length === 5 ? `${time}:00` : time}Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(ms) ? ms : undefined;
}

/** The moment of such inputs at an offset, in seconds since 1970 UTC; NaN when they are none. */
export function momentOf({ day, time }: WallInputs, offsetMin: number): number {
  const wall = wallOfInputs(day, time) ?? Number.NaN;
  return Math.trunc((wall - offsetMin * 60_000) / 1000);
}

/** How far two clocks are apart, to be said in words: none below a second, else the two largest units. */
export interface Apart {
  readonly ahead: boolean;
  readonly days: number;
  readonly hours: number;
  readonly minutes: number;
  readonly seconds: number;
}

export function apart(differenceMs: number): Apart | null {
  const all = Math.round(Math.abs(differenceMs) / 1000);
  if (all === 0) return null;
  return {
    ahead: differenceMs > 0,
    days: Math.trunc(all / 86_400),
    hours: Math.trunc(all / 3600) % 24,
    minutes: Math.trunc(all / 60) % 60,
    seconds: all % 60,
  };
}
