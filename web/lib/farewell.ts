/** Why the last session of this tab ended; the sign-in page shows it until somebody signs in. */
const KEY = 'postern.farewell';
/** Whether a reason is good news: a requested action was completed. */
const GOOD = 'postern.farewell.good';

export function farewell(): string | null {
  return read(KEY);
}

export function isGoodFarewell(): boolean {
  return read(GOOD) !== null;
}

export function setFarewell(reason: string | null, isGood = false): void {
  write(KEY, reason);
  write(GOOD, reason !== null && isGood ? 'yes' : null);
}

/** Set while the tab waits for a restart that ends every session. Shown then as good news, instead of the error of the call
 * that meets the end first. */
let expected: string | null = null;

/** null: the restart is off. */
export function expectFarewell(reason: string | null): void {
  expected = reason;
}

/** Notes why the terminal ended the session: `reason`, unless a restart was expected. */
export function sayFarewell(reason: string | null): void {
  setFarewell(expected ?? reason, expected !== null);
}

function read(key: string): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function write(key: string, value: string | null): void {
  try {
    if (value === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, value);
  } catch {
    /* Storage is blocked: the toast has shown the reason. */
  }
}
