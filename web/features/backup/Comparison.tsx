import type { RestoreLookReply } from '@gen/backup.ts';
import { formatNumber, t } from '../../lib/i18n.ts';
import { useBackupState } from './state.ts';

/** Contents of the backup beside the current data that it replaces. */
export function Comparison({ look }: { look: RestoreLookReply }) {
  const { data: now } = useBackupState();
  const rows: readonly (readonly [label: string, inIt: string, here: string])[] = [
    [t('backup.users'), formatNumber(look.users), formatNumber(look.usersNow)],
    [t('backup.records'), formatNumber(look.records), formatNumber(look.recordsNow)],
    [t('restore.later'), '–', formatNumber(look.recordsLater)],
    [
      t('backup.photos'),
      look.photos === 0 ? t('restore.noPhotos') : formatNumber(look.photos),
      now ? formatNumber(now.photos) : '',
    ],
  ];
  return (
    <table className="backup-table">
      <caption className="visually-hidden">{t('restore.compare')}</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">{t('restore.inIt')}</th>
          <th scope="col">{t('restore.hereNow')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(([label, inIt, here]) => (
          <tr key={label}>
            <th scope="row">{label}</th>
            <td>{inIt}</td>
            <td>{here}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
