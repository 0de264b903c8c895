/** Why the last session of this tab ended, said on the sign-in page until somebody signs in. */
const KEY = 'postern.farewell';
/** Of a reason that is good news: what was asked for is done. */
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
    /* Storage is forbidden: the toast said it. */
  }
}
