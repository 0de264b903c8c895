/** What is to be said first where the terminal does not start, and serves nothing but this page. */
import { recoveryReason } from './calls.ts';
import { notice } from './dom.ts';
import { t } from './text.ts';

export async function recoveryNotice(): Promise<HTMLElement | undefined> {
  const reason = await recoveryReason();
  const words: Readonly<Record<string, string>> = {
    newer: t('up.recovery.newer'),
    state: t('up.recovery.state'),
    device: t('up.recovery.device'),
    tpm: t('up.recovery.tpm'),
    'tpm-other': t('up.recovery.tpmOther'),
    key: t('up.recovery.key'),
    crash: t('up.recovery.crash'),
  };
  return reason === '' ? undefined : notice('warn', t('up.recovery'), words[reason] ?? t('up.recovery.start'));
}
