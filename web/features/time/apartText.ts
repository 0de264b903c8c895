/** How far two clocks are apart, in words. */
import { t } from '../../lib/i18n.ts';
import type { Apart } from './wall.ts';

export function differenceText(difference: Apart): string {
  const amount = amountText(difference);
  return difference.ahead ? t('time.ahead', { amount }) : t('time.behind', { amount });
}

/** The two largest units. */
function amountText({ days, hours, minutes, seconds }: Apart): string {
  if (days > 0) return t('time.daysHours', { days, hours });
  if (hours > 0) return t('time.hoursMinutes', { hours, minutes });
  return minutes > 0 ? t('time.minutesSeconds', { minutes, seconds }) : t('time.seconds', { seconds });
}
