/** Drawings follow the language as the page does: where it runs from right to left, so does time on their axis. */
import { isRtl } from './i18n.ts';

export interface Mirror {
  /** Left edge of what is so wide and begins at `x` in a drawing from left to right. */
  readonly x: (x: number, size?: number) => number;
  readonly anchor: (end: 'start' | 'middle' | 'end') => 'start' | 'middle' | 'end';
}

/** Of a drawing that is so wide. */
export function mirrorIn(width: number): Mirror {
  if (!isRtl()) return { x: (x) => x, anchor: (end) => end };
  return {
    x: (x, size = 0) => width - x - size,
    anchor: (end) => (end === 'middle' ? end : end === 'start' ? 'end' : 'start'),
  };
}
