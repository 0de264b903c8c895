/** Parses typed card numbers, entered by hand or by a desktop reader. Pure. */
import { adduserLimits as limits } from '@gen/contract.ts';
import { type CardError, type CardReading, readCardNumber } from '../../../lib/cardNumber.ts';
import { cardText } from '../../../lib/cardText.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';

/** A number as readers print it in hexadecimal; it may be decimal as well. */
const HEX_DIGITS = /^(?:\d{8}|\d{14})$/;

/** The card number of an unambiguous text; undefined: none or ambiguous. Empty and 0 mean no card, `0`. */
export function cardOf(text: string): string | undefined {
  if (text.trim() === '') return '0';
  const { readings } = readCardNumber(text);
  return readings.length === 1 || HEX_DIGITS.test(text.trim()) ? readings[0]?.number : undefined;
}

/** The error in a text for a card. */
export function cardProblem(text: string): string | undefined {
  if (cardOf(text) !== undefined) return undefined;
  const { error } = readCardNumber(text);
  return error === undefined ? t('users.cardChoose') : problems[error]();
}

const problems: Record<CardError, () => string> = {
  format: () => t('users.cardFormat'),
  range: () => t('users.cardRange', { max: formatNumber(BigInt(limits.cardno.max)) }),
  rounded: () => t('users.cardRounded'),
};

/** A possible number of the text, its name, and its unambiguous notation. */
export interface CardChoice {
  readonly number: string;
  readonly label: string;
  readonly text: string;
}

/** The options; empty if the text has one number. */
export function cardChoices(text: string): readonly CardChoice[] {
  const { readings } = readCardNumber(text);
  return readings.length < 2 ? [] : readings.map(choiceOf);
}

function choiceOf({ number, as }: CardReading): CardChoice {
  const card = cardText(number);
  if (as === 'number') return { number, label: t('users.cardAsNumber', { card }), text: card };
  if (as === 'hex') return { number, label: t('users.cardAsHex', { card }), text: `0x${BigInt(number).toString(16)}` };
  const [facility, rest] = [Number(number) >>> 16, Number(number) & 0xffff];
  return {
    number,
    label: t('users.cardAsFacility', { card, facility: String(facility), number: String(rest) }),
    text: `${facility}:${rest}`,
  };
}

/** The number of a text that is not in decimal notation. */
export function cardMeaning(text: string): string | undefined {
  const number = cardOf(text);
  return number === undefined || number === '0' || /^[\d ]+$/.test(text) ? undefined : cardText(number);
}

export type CardRead = { readonly cardno: string } | { readonly error: string };

/** The card number sent by a desktop reader. */
export function readCard(typed: string): CardRead {
  const cardno = cardOf(typed);
  if (cardno === '0') return { error: t('users.cardReadNone') };
  return cardno === undefined ? { error: cardProblem(typed) ?? '' } : { cardno };
}
