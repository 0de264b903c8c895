import type { SetInfoParamReply } from '@gen/machine.ts';
import { formatMoment, t } from './i18n.ts';

/** When the terminal made its last good copy, as text. */
export const copiedText = ({ storageCopied }: Pick<SetInfoParamReply, 'storageCopied'>): string =>
  storageCopied === 0 ? t('system.copiedNever') : formatMoment(storageCopied);
