/** What a record of a wrong clock says. */
import type { ClockError } from '@gen/records.ts';
import { durationText } from '../../../lib/durationText.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { recordMoment } from '../../../lib/recordTexts.ts';

export const clockErrorOf = (errors: readonly ClockError[], seq: number): ClockError | undefined =>
  errors.find(({ first, last }) => first <= seq && seq <= last);

/** "2 h 3 min later" */
export const shiftText = (shift: number): string =>
  t(shift < 0 ? 'clock.earlier' : 'clock.later', { by: durationText(Math.abs(shift)) });

/** What was wrong, and by how much where that is known. */
export function clockErrorText({ unset, shift }: ClockError): string {
  if (shift === 0) return t('clock.unset');
  return t(unset ? 'clock.unsetBy' : 'clock.wrongBy', { by: shiftText(shift) });
}

/** "Records 12 to 40, from 1 Jan 2026, 00:00:00 to 1 Jan 2026, 03:15:00" */
export function clockErrorSpan({ first, last, from, fromOffset, to, toOffset }: ClockError): string {
  if (last < first) return t('clock.noRecords');
  const numbers = { first: formatNumber(first), last: formatNumber(last) };
  if (from === 0) return t('clock.records', numbers);
  return t('clock.recordsFrom', {
    ...numbers,
    from: recordMoment({ time: from, offset: fromOffset }),
    to: recordMoment({ time: to, offset: toOffset }),
  });
}
