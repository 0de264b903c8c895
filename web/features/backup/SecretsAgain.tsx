import type { SettingName } from '@gen/backup.ts';
import { Link } from 'react-router-dom';
import { t } from '../../lib/i18n.ts';
import { pageOfPair } from '../../lib/settingPages.ts';
import { Notice } from '../../ui/Notice.tsx';
import { nameOf, pageTitle } from './differences.ts';

/** Secrets that are not in a settings file, with links to the pages where they are typed. */
export function SecretsAgain({ secrets }: { secrets: readonly SettingName[] }) {
  if (secrets.length === 0) return null;
  return (
    <Notice tone="warn" title={t('settingsFile.secrets')}>
      <p>{t('settingsFile.secretsText')}</p>
      <ul className="plain-list backup-links">
        {secrets.map((secret) => (
          <li key={`${secret.page}.${secret.setting}`}>
            <Way secret={secret} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Way({ secret }: { secret: SettingName }) {
  const text = t('settingsFile.secretOf', { setting: nameOf(secret), page: pageTitle(secret.page) });
  const path = pageOfPair(secret.page)?.path;
  return path ? <Link to={path}>{text}</Link> : text;
}
