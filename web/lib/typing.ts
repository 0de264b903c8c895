/** Normalizes typed text. Keypads of phones write digits and the decimal mark of the language. Pure. */

/** Arabic-Indic and Persian digits as 0 to 9. */
function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/** Only the digits of a typed or pasted text. */
export function digitsOf(text: string): string {
  return latinDigits(text).replace(/\D/g, '');
}

/** An IPv4 address: a decimal mark of any language counts as its dot. */
export function dottedOf(text: string): string {
  return latinDigits(text).replace(/[,\u066b]/g, '.');
}
