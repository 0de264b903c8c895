import type { DateTimeParamValues } from '@gen/time.ts';
import { t } from '../../lib/i18n.ts';

/** The clock cannot be set by the network without a server. */
export function checkServers({ ntpOn, ntpServer1, ntpServer2 }: DateTimeParamValues): { ntpServer1?: string } {
  return ntpOn && ntpServer1 === '' && ntpServer2 === '' ? { ntpServer1: t('time.serverNeeded') } : {};
}
