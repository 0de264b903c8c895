const PRINTED = 10;

/**
 * A card number as it is printed on most cards: ten digits in groups; a longer one in groups of three. Both are read as they are
 * shown (`cardNumber.ts`).
 */
export function cardText(cardno: string): string {
  if (cardno.length > PRINTED) return cardno.replaceAll(/\B(?=(?:\d{3})+$)/g, ' ');
  const digits = cardno.padStart(PRINTED, '0');
  return `${digits.slice(0, 4)} ${digits.slice(4, 7)} ${digits.slice(7)}`;
}
