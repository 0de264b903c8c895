/** What a week was before each change that was made here, so that the last can be taken back. */
import { useRef } from 'react';

interface Change<Value> {
  readonly before: Value;
  readonly after: Value;
}

export interface WeekHistory<Value> {
  readonly commit: (next: Value) => void;
  /** Takes the last change back; undefined when there is none, or the week was changed elsewhere since. */
  readonly undo: (() => void) | undefined;
}

/** `isSame`: whether two values are one week; left out, when they are the same object. */
export function useWeekHistory<Value>(
  value: Value,
  onChange: (next: Value) => void,
  isSame: (a: Value, b: Value) => boolean = Object.is,
): WeekHistory<Value> {
  const changes = useRef<Change<Value>[]>([]);
  const last = changes.current.at(-1);
  const isLast = last !== undefined && isSame(last.after, value);
  return {
    commit: (next) => {
      changes.current = [...(isLast ? changes.current : []), { before: value, after: next }];
      onChange(next);
    },
    undo: isLast
      ? () => {
          changes.current = changes.current.slice(0, -1);
          onChange(last.before);
        }
      : undefined,
  };
}
