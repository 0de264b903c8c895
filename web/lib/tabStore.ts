/**
 * A value of this tab in sessionStorage: it survives a reload and ends with the tab. Where storage is
 * blocked it lasts for the page.
 */
export interface TabStore<T> {
  /** null: there is none. */
  readonly get: () => T | null;
  readonly set: (next: T | null) => void;
  /** Calls after each set; the result ends it. */
  readonly onChange: (listener: () => void) => () => void;
}

/** `isValid`: checks a value that was stored by an older console or edited by the user. */
export function tabStore<T>(key: string, isValid: (value: unknown) => value is T): TabStore<T> {
  const listeners = new Set<() => void>();
  let current = read(key, isValid);
  return {
    get: () => current,
    set: (next) => {
      current = next;
      write(key, next);
      for (const listener of listeners) listener();
    },
    onChange: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function read<T>(key: string, isValid: (value: unknown) => value is T): T | null {
  try {
    const found: unknown = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return isValid(found) ? found : null;
  } catch {
    return null;
  }
}

function write(key: string, value: unknown): void {
  try {
    if (value !== null) sessionStorage.setItem(key, JSON.stringify(value));
    else sessionStorage.removeItem(key);
  } catch {
    /* Storage is blocked. */
  }
}
