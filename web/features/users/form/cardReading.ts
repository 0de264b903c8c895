/** What a reader at the desk types for a card: pure. */
import { adduserRequest, checkValue, adduserLimits as limits } from '@gen/contract.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { cardOf } from './form.ts';

/** Of 26 bits, as they are printed with a comma: eight of the facility code, sixteen of the number. */
const FACILITY = /^(\d{1,3}) ?, ?(\d{1,5})$/;
const FACILITY_MAX = 0xff;
const NUMBER_MAX = 0xffff;

export type CardReading = { readonly cardno: string } | { readonly error: string };

/** The card number as the terminal has it, of eight or ten decimal digits or of "facility code,number". */
export function readCard(typed: string): CardReading {
  const text = typed.trim();
  const [, facility, number] = FACILITY.exec(text) ?? [];
  if (facility !== undefined && number !== undefined) {
    if (Number(facility) > FACILITY_MAX || Number(number) > NUMBER_MAX) return { error: t('users.cardReadFormat') };
    return checked(String(Number(facility) * (NUMBER_MAX + 1) + Number(number)));
  }
  if (!/^\d*$/.test(text)) return { error: t('users.cardReadFormat') };
  return checked(cardOf(text));
}

function checked(cardno: string): CardReading {
  if (cardno === '0') return { error: t('users.cardReadNone') };
  if (checkValue(adduserRequest.entries.cardno, cardno) === 0) return { cardno };
  return { error: t('users.cardRange', { max: formatNumber(limits.cardno.max) }) };
}
