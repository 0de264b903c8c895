/** Undo history of a week: its value before each change made here. */
import { useRef } from 'react';

interface Change<Value> {
  readonly before: Value;
  readonly after: Value;
}

export interface WeekHistory<Value> {
  readonly commit: (next: Value) => void;
  /** Undoes the last change; undefined if there is none, or if the week was changed elsewhere since. */
  readonly undo: (() => void) | undefined;
}

/** `isSame`: whether two values are the same week; omitted: identity of the objects. */
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
