import { type KeyboardEvent, type Ref, useLayoutEffect, useRef, useState } from 'react';
import { useHour24 } from '../lib/clockFace.ts';
import { dayHalves } from '../lib/i18n.ts';
import { isWhole, laterTime, partAt, readTime, writeTime } from '../lib/timeText.ts';

export interface TimeBoxProps {
  /** `07:30`, `07:30:15`, or '' for none. */
  value: string;
  onChange: (value: string) => void;
  className: string;
  /** With seconds. */
  seconds?: boolean;
  /** False while the arrow keys belong to a surrounding grid. */
  arrows?: boolean;
  inputRef?: Ref<HTMLInputElement>;
  'aria-label'?: string;
  'aria-describedby'?: string | undefined;
  'aria-invalid'?: true | undefined;
  id?: string;
  name?: string;
  form?: string | undefined;
  disabled?: boolean | undefined;
  tabIndex?: number;
  onFocus?: () => void;
  onBlur?: (() => void) | undefined;
  onPointerDown?: () => void;
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void;
}

/**
 * A time of day in the terminal's 12- or 24-hour format; the browser's own field follows only the browser.
 * Accepts `0730`, `7:30 pm`, `7p`; the arrow keys change the part with the caret, Escape reverts everything.
 */
export function TimeBox({
  value,
  onChange,
  seconds = false,
  arrows = true,
  inputRef,
  className,
  ...input
}: TimeBoxProps) {
  const hour24 = useHour24();
  const style = { hour24, seconds, halves: dayHalves() };
  const [draft, setDraft] = useState<string | null>(null);
  const own = useRef<HTMLInputElement | null>(null);
  const caret = useRef<number | null>(null);
  const before = useRef(value);
  const written = writeTime(value, style);
  const text = draft ?? written;
  /* After redrawing, the part that the arrow keys change stays selected. */
  useLayoutEffect(() => {
    if (caret.current === null) return;
    const { from, to } = partAt(text, caret.current);
    own.current?.setSelectionRange(from, to);
    caret.current = null;
  });
  const settle = () => {
    const read = draft === null ? undefined : readTime(draft, style);
    if (read !== undefined && read !== value) onChange(read);
    setDraft(null);
  };
  const turn = (event: KeyboardEvent<HTMLInputElement>, by: 1 | -1) => {
    event.preventDefault();
    const place = event.currentTarget.selectionStart ?? 0;
    const now = readTime(text, style) ?? value;
    caret.current = place;
    setDraft(null);
    const whole = now.length === 5 && seconds ? `${now}:00` : now;
    onChange(now === '' && seconds ? '00:00:00' : laterTime(whole, by * partAt(text, place).step));
  };
  return (
    <input
      {...input}
      className={`${className} time-box`}
      ref={(element) => {
        own.current = element;
        if (typeof inputRef === 'function') inputRef(element);
        else if (inputRef) inputRef.current = element;
      }}
      type="text"
      autoComplete="off"
      inputMode={hour24 ? 'numeric' : 'text'}
      dir={hour24 ? 'ltr' : 'auto'}
      placeholder={hour24 ? (seconds ? '--:--:--' : '--:--') : undefined}
      value={text}
      data-draft={draft === null ? undefined : ''}
      onFocus={() => {
        before.current = value;
        input.onFocus?.();
      }}
      aria-invalid={(draft !== null && readTime(draft, style) === undefined) || input['aria-invalid'] || undefined}
      onInput={(event) => {
        const typed = event.currentTarget.value;
        setDraft(typed);
        const read = readTime(typed, style);
        if (read !== undefined && read !== value && (read === '' || isWhole(typed, style))) onChange(read);
      }}
      onBlur={() => {
        settle();
        input.onBlur?.();
      }}
      onKeyDown={(event) => {
        input.onKeyDown?.(event);
        if (event.defaultPrevented) return;
        if (event.key === 'Enter') settle();
        if (event.key === 'Escape' && (draft !== null || value !== before.current)) {
          event.preventDefault();
          setDraft(null);
          onChange(before.current);
        }
        if (arrows && event.key === 'ArrowUp') turn(event, 1);
        if (arrows && event.key === 'ArrowDown') turn(event, -1);
      }}
    />
  );
}
