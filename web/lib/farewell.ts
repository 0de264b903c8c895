/** Why the last session of this tab ended, said on the sign-in page until somebody signs in. */
const KEY = 'postern.farewell';

export function farewell(): string | null {
  try {
    return sessionStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function setFarewell(reason: string | null): void {
  try {
    if (reason === null) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, reason);
  } catch {
    /* Storage is forbidden: the toast said it. */
  }
}
