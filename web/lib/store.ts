/** Something that goes on while pages come and go, and that they show while they are there. */
import { useSyncExternalStore } from 'react';

export interface Store<Value> {
  readonly get: () => Value;
  readonly set: (next: Value) => void;
  /** What it is now; the component renders again when that changes. */
  readonly use: () => Value;
}

export function createStore<Value>(start: Value): Store<Value> {
  const listeners = new Set<() => void>();
  let value = start;
  const get = () => value;
  const onChange = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  return {
    get,
    set: (next) => {
      value = next;
      for (const listener of listeners) listener();
    },
    use: () => useSyncExternalStore(onChange, get),
  };
}
