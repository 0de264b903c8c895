/** Drawings follow the direction of the language: in right-to-left languages their time axis is mirrored. */
import { isRtl } from './i18n.ts';

export interface Mirror {
  /** Left edge of an element of this width that begins at `x` in the left-to-right drawing. */
  readonly x: (x: number, size?: number) => number;
  readonly anchor: (end: 'start' | 'middle' | 'end') => 'start' | 'middle' | 'end';
}

/** For a drawing of this width. */
export function mirrorIn(width: number): Mirror {
  if (!isRtl()) return { x: (x) => x, anchor: (end) => end };
  return {
    x: (x, size = 0) => width - x - size,
    anchor: (end) => (end === 'middle' ? end : end === 'start' ? 'end' : 'start'),
  };
}
