/** What is typed, as machines write it. Keypads of phones write digits and the decimal mark of the language. Pure. */

/** Arabic-Indic and Persian digits as 0 to 9. */
function latinDigits(text: string): string {
  return text.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) & 0xf));
}

/** Digits alone, whatever else was typed or pasted. */
export function digitsOf(text: string): string {
  return latinDigits(text).replace(/\D/g, '');
}

/** An address of four numbers: a decimal mark of any language is its dot. */
export function dottedOf(text: string): string {
  return latinDigits(text).replace(/[,\u066b]/g, '.');
}
