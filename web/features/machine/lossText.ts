import type { InitPart, SetInfoParamReply } from '@gen/machine.ts';
import { t } from '../../lib/i18n.ts';

/** The loss caused by resetting a part, and its number. */
export function lossText(part: InitPart, { users, records }: SetInfoParamReply): string {
  if (part === 'users') return t('init.lost.users', { count: users });
  return part === 'records' ? t('init.lost.records', { count: records }) : t(`init.lost.${part}`);
}
