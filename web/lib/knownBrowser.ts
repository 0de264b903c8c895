/**
 * Secrets of this trusted browser, sent at sign-in so that strangers who try passwords do not lock it out: one per account,
 * given by the terminal, in localStorage. They grant no access by themselves.
 */
const NAME = 'postern.browser';
/** Maximum number of accounts; the one whose last sign-in is oldest is dropped. */
const MOST = 8;

/** Accounts and their secrets, the latest sign-in last. */
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

/** '' for an account that has not signed in from this browser. */
export function browserSecret(account: string): string {
  return readSecrets().find(([name]) => name === account)?.[1] ?? '';
}

/** Called after a sign-in. `secret` '': the one that was sent stays valid. */
export function keepBrowserSecret(account: string, secret: string): void {
  const kept = secret === '' ? browserSecret(account) : secret;
  const others = readSecrets().filter(([name]) => name !== account);
  try {
    if (kept !== '') localStorage.setItem(NAME, JSON.stringify([...others, [account, kept]].slice(-MOST)));
  } catch {
    /* Storage is full or blocked: the browser does not become trusted. */
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

/** Common names of browser and system, "Firefox, Windows"; '' if neither is known. */
export function browserName(userAgent: string): string {
  const named = [browsers, systems].map((list) => list.find(([, mark]) => mark.test(userAgent))?.[0]);
  return named.filter((name) => name !== undefined).join(', ');
}
