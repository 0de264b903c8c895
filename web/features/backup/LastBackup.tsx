import { backupState } from '@gen/backup.ts';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import { formatMoment, t } from '../../lib/i18n.ts';
import { Tag } from '../../ui/Tag.tsx';

const DAY_S = 86_400;
/** Without a backup for so long it is time for one. */
const LATE_DAYS = 7;

/** Whole days since a moment, of which the terminal has no later one. */
export const daysSince = (last: number, now: number): number => Math.max(0, Math.floor((now - last) / DAY_S));

/** When a backup was last taken away or made by plan; amber when that was too long ago. */
export function LastBackup() {
  const { data } = useSWR('backupState', () => backupState({ handles: () => true }));
  if (data === undefined) return null;
  const days = daysSince(data.last, Date.now() / 1000);
  const text = data.last === 0 ? t('overview.backupNone') : t('overview.backupAge', { count: days });
  return (
    <Link
      className="terminal-link"
      to="/advSetting/backup"
      title={data.last === 0 ? undefined : formatMoment(data.last)}
    >
      {data.last === 0 || days >= LATE_DAYS ? (
        <Tag tone="warn" icon="alert">
          {text}
        </Tag>
      ) : (
        text
      )}
    </Link>
  );
}
