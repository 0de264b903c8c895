import type { SetInfoParamReply } from '@gen/machine.ts';
import { formatMoment, t } from '../../lib/i18n.ts';
import { Notice } from '../../ui/Notice.tsx';

/** What was damaged when the terminal started, and what that costs; nothing when all was good. */
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
