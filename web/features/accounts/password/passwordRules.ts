/**
 * The terminal's rules for six-digit passwords (core/accounts/password_rules.c), one by one, so that
 * a form can say which one is broken. The list of well-known codes is only on the terminal: a password refused beyond these
 * rules is on that list. Pure; the cases are in test/cases/passwords.json.
 */
export type PasswordRule = 'sequence' | 'repeat' | 'date' | 'account';

const LENGTH = 6;

/** The rule that six digits break for an account; undefined for none. */
export function brokenRule(digits: string, account: string): PasswordRule | undefined {
  if (isSequence(digits)) return 'sequence';
  if (isRepeat(digits)) return 'repeat';
  if (isDate(digits)) return 'date';
  return isAccount(digits, account) ? 'account' : undefined;
}

/** Each digit differs from the previous one by the same step, modulo 10: 123456, 890123, 864208, 777777. */
function isSequence(digits: string): boolean {
  const steps = Array.from({ length: LENGTH - 1 }, (_, at) => (Number(digits[at + 1]) - Number(digits[at]) + 10) % 10);
  return steps.every((step) => step === steps[0]);
}

/** A repeated group of two or three digits, a palindrome, two runs of three equal digits, or three pairs. */
function isRepeat(digits: string): boolean {
  const mirror = [...digits].reverse().join('');
  return /^(\d\d)\1\1$|^(\d{3})\2$|^(\d)\3\3(\d)\4\4$|^(\d)\5(\d)\6(\d)\7$/.test(digits) || digits === mirror;
}

const isDayAndMonth = (day: number, month: number): boolean => day >= 1 && day <= 31 && month >= 1 && month <= 12;

/** A birthday in any of the usual orders, with two digits each, or a month with a year from 1940 to 2039. */
function isDate(digits: string): boolean {
  const number = (from: number, to: number) => Number(digits.slice(from, to));
  const [a, b, c] = [number(0, 2), number(2, 4), number(4, 6)];
  const isMonthOf = (month: number, year: number) => month >= 1 && month <= 12 && year >= 1940 && year <= 2039;
  return (
    isDayAndMonth(a, b) ||
    isDayAndMonth(b, a) ||
    isDayAndMonth(c, b) ||
    isMonthOf(a, number(2, 6)) ||
    isMonthOf(c, number(0, 4))
  );
}

/** The user ID, with leading zeros or as the last digits. */
function isAccount(digits: string, account: string): boolean {
  return /^\d+$/.test(account) && account.padStart(LENGTH, '0').endsWith(digits);
}

export type PassphraseRule = 'digits' | 'distinct' | 'repeat' | 'space';

const DISTINCT = 6;

/** The rule that a passphrase of the right length breaks; undefined for none. */
export function brokenPassphraseRule(passphrase: string): PassphraseRule | undefined {
  if (/^ | $/.test(passphrase)) return 'space';
  if (/^\d+$/.test(passphrase)) return 'digits';
  if (new Set(new TextEncoder().encode(passphrase)).size < DISTINCT) return 'distinct';
  return /^(.+)\1+$/s.test(passphrase) ? 'repeat' : undefined;
}
