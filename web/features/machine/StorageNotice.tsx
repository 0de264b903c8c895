import type { SetInfoParamReply } from '@gen/machine.ts';
import { formatMoment, t } from '../../lib/i18n.ts';
import { Notice } from '../../ui/Notice.tsx';

/** Damage found at the start of the terminal, and its effect; nothing if there was none. */
export function StorageNotice({ info }: { info: SetInfoParamReply }) {
  switch (info.storage) {
    case 'good':
      return null;
    case 'restored':
      return <Notice tone="warn">{t('info.storageRestored', { time: formatMoment(info.storageSince) })}</Notice>;
    case 'fresh':
      return <Notice tone="no">{t('info.storageFresh')}</Notice>;
    case 'lost':
      return <Notice tone="warn">{t('info.storageLost', { count: info.storageLost })}</Notice>;
  }
}
