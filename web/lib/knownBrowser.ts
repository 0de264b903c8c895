/**
 * What this browser shows when it signs in, so that strangers who try passwords do not lock it out: one secret an account,
 * given by the terminal, in localStorage. It opens nothing by itself.
 */
const NAME = 'postern.browser';
/** Accounts that are remembered; the one not signed in to for longest goes. */
const MOST = 8;

/** Accounts and their secrets, the last one signed in to at the end. */
type Secrets = readonly (readonly [account: string, secret: string])[];

const isPair = (value: unknown): value is [string, string] =>
  Array.isArray(value) && value.length === 2 && value.every((part) => typeof part === 'string');

function readSecrets(): Secrets {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(NAME) ?? '[]');
    return Array.isArray(found) ? found.filter(isPair) : [];
  } catch {
    return [];
  }
}

/** '' for an account that this browser has not signed in to. */
export function browserSecret(account: string): string {
  return readSecrets().find(([name]) => name === account)?.[1] ?? '';
}

/** After a sign-in. `secret` '': the one that was shown goes on. */
export function keepBrowserSecret(account: string, secret: string): void {
  const kept = secret === '' ? browserSecret(account) : secret;
  const others = readSecrets().filter(([name]) => name !== account);
  try {
    if (kept !== '') localStorage.setItem(NAME, JSON.stringify([...others, [account, kept]].slice(-MOST)));
  } catch {
    /* Storage is full or forbidden: the browser stays unknown. */
  }
}

const browsers: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Edge', /\bEdgA?\/|\bEdgiOS\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\bFirefox\/|\bFxiOS\//],
  ['Chrome', /\bChrome\/|\bCriOS\/|\bHeadlessChrome\//],
  ['Safari', /\bSafari\//],
];
const systems: readonly (readonly [name: string, mark: RegExp])[] = [
  ['Android', /\bAndroid\b/],
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
];

/** Browser and system as people call them, "Firefox, Windows"; '' when neither is known. */
export function browserName(userAgent: string): string {
  const named = [browsers, systems].map((list) => list.find(([, mark]) => mark.test(userAgent))?.[0]);
  return named.filter((name) => name !== undefined).join(', ');
}
