import { backupState } from '@gen/backup.ts';
import { Link } from 'react-router-dom';
import useSWR from 'swr';
import { formatMoment, t } from '../../lib/i18n.ts';
import { Tag } from '../../ui/Tag.tsx';

const DAY_S = 86_400;
/** Age from which a new backup is recommended. */
const LATE_DAYS = 7;

/** Whole days since a time that is not in the terminal's future. */
export const daysSince = (last: number, now: number): number => Math.max(0, Math.floor((now - last) / DAY_S));

/** Time of the last downloaded or scheduled backup; amber if it is too old. */
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
