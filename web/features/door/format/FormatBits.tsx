import { type PointerEvent, useRef } from 'react';
import { t } from '../../../lib/i18n.ts';
import type { BitRange } from './pattern.ts';
import { type BitPart, type Marks, partAt } from './pattern.ts';

const letters: Readonly<Record<BitPart, string>> = { parity: 'P', facility: 'F', number: 'N', unused: '–' };

export interface FormatBitsProps {
  bits: string;
  marks: Marks;
  /** Bits were drawn over, from the one that was pressed to the one below the pointer. */
  onMark: (range: BitRange) => void;
}

const placeAt = (event: PointerEvent<HTMLElement>): number | undefined => {
  const below = document.elementFromPoint(event.clientX, event.clientY)?.closest<HTMLElement>('[data-place]');
  const place = Number(below?.dataset['place']);
  return below && event.currentTarget.contains(below) ? place : undefined;
};

/** The bits in a row, with a letter for what each is. Drawing over them marks them; the fields below do it with keys. */
export function FormatBits({ bits, marks, onMark }: FormatBitsProps) {
  const start = useRef<number>(undefined);
  const follow = (event: PointerEvent<HTMLElement>) => {
    const place = placeAt(event);
    if (start.current === undefined || place === undefined) return;
    onMark({ from: Math.min(start.current, place), to: Math.max(start.current, place) });
  };
  return (
    <div
      className="frame-bits frame-marking"
      dir="ltr"
      role="img"
      aria-label={t('access.frameOf', { count: bits.length, text: bits })}
      onPointerDown={(event) => {
        if (event.button !== 0 || !event.isPrimary) return;
        start.current = placeAt(event);
        event.currentTarget.setPointerCapture?.(event.pointerId);
        follow(event);
      }}
      onPointerMove={follow}
      onPointerUp={() => {
        start.current = undefined;
      }}
      onPointerCancel={() => {
        start.current = undefined;
      }}
    >
      {Array.from(bits, (bit, at) => {
        const part = partAt(bits, marks, at + 1);
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: a bit is its place
          <span key={at} data-place={at + 1} className={`frame-bit frame-${part}`}>
            <small>{at + 1}</small>
            <b>{bit}</b>
            <i>{letters[part]}</i>
          </span>
        );
      })}
    </div>
  );
}
