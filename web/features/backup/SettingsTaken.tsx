import type { SettingsApplyReply } from '@gen/backup.ts';
import { formatList, t } from '../../lib/i18n.ts';
import { Notice } from '../../ui/Notice.tsx';
import { pageTitle, whyNot } from './differences.ts';

/** Saved pages, and pages that were not saved, with the reasons. */
export function SettingsTaken({ taken: { saved, failed } }: { taken: SettingsApplyReply }) {
  return (
    <div className="form-stack" role="status">
      {saved.length > 0 && (
        <Notice tone="ok">
          {t('settingsFile.saved', { count: saved.length, pages: formatList(saved.map(pageTitle)) })}
        </Notice>
      )}
      {failed.length > 0 && (
        <Notice tone="no" title={t('settingsFile.notSaved')}>
          <ul className="plain-list">
            {failed.map((one) => (
              <li key={one.page}>{t('settingsFile.failedPage', { page: pageTitle(one.page), why: whyNot(one) })}</li>
            ))}
          </ul>
        </Notice>
      )}
    </div>
  );
}
