import type { AccessControlValues } from '@gen/door.ts';
import { formatNumber, t } from '../../lib/i18n.ts';
import { rangeText } from '../../lib/settings/words.ts';
import { slots } from './format/slots.ts';

type Complaints = Partial<Record<keyof AccessControlValues, string>>;

/** What of the Wiegand formats does not fit together. The terminal holds to the same (test/cases). */
export const checkWiegand = (values: AccessControlValues): Complaints => ({
  ...checkFrame(values),
  ...checkInputs(values),
});

/** An input format has a name. */
function checkInputs(values: AccessControlValues): Complaints {
  const nameless = slots.filter(({ name, pattern }) => values[pattern] !== '' && values[name] === '');
  return Object.fromEntries(nameless.map(({ name }) => [name, t('format.nameNeeded')]));
}

/** What in a free format does not fit together. */
export function checkFrame(values: AccessControlValues): Complaints {
  if (values.wiegandOut !== 'free') return {};
  const bits = values.freeFacilityBits + values.freeCardBits;
  const found: Complaints = {};
  if (values.freeLeading !== 'none') {
    const { freeLeadingFrom: from, freeLeadingTo: to } = values;
    if (from > to) found.freeLeadingFrom = t('access.fromAfterTo');
    else if (to > bits) found.freeLeadingTo = rangeText({ min: 1, max: bits });
  }
  if (values.freeTrailing !== 'none') {
    const { freeTrailingFrom: from, freeTrailingTo: to } = values;
    if (from > to) found.freeTrailingFrom = t('access.fromAfterTo');
    else if (to > bits) found.freeTrailingTo = rangeText({ min: 1, max: bits });
  }
  if (values.freeFacility >= 2 ** values.freeFacilityBits) {
    found.freeFacility = t('access.facilityMost', { max: formatNumber(2 ** values.freeFacilityBits - 1) });
  }
  return found;
}
