import type { FunctionGroup } from '@gen/accounts.ts';
import { t } from '../../lib/i18n.ts';
import type { TooLow } from './roles/rights.ts';

/** "Level 3, Network". */
export const cellText = (level: number, group: FunctionGroup): string =>
  t('roles.cell', { level, group: t(`roles.group.${group}`) });

/** Why saving is not possible. */
export function orderText({ level, group, below, right }: TooLow): string {
  return t('roles.tooLow', { level, group: t(`roles.group.${group}`), below, right: t(`roles.right.${right}`) });
}
