import { backupParam } from '@gen/backup.ts';
import { t } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.ts';
import { SettingsPage } from '../../ui/SettingsPage.tsx';
import { CopiesCard } from './CopiesCard.tsx';
import { NowCard } from './NowCard.tsx';
import { RestoreCard } from './RestoreCard.tsx';
import { SettingsFileCard } from './SettingsFileCard.tsx';

/** /advSetting/backup: full backup, restore, scheduled backups, and export of the settings. */
export function BackupPage() {
  const isAdmin = useSession()?.account === 'admin';
  return (
    <SettingsPage page={backupParam} title={t('page.backup')} intro={t('backup.intro')}>
      {(form) => (
        <>
          <NowCard isAdmin={isAdmin} />
          {isAdmin && <RestoreCard />}
          <CopiesCard form={form} />
          <SettingsFileCard mayWrite={form.mayWrite} onTaken={() => void form.refresh()} />
        </>
      )}
    </SettingsPage>
  );
}
