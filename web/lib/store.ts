/** A process that continues while pages come and go; they show it while they are open. */
import { useSyncExternalStore } from 'react';

export interface Store<Value> {
  readonly get: () => Value;
  readonly set: (next: Value) => void;
  /** The current value; the component renders again when it changes. */
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
