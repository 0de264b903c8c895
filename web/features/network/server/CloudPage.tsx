import { cloudParam } from '@gen/network.ts';
import { t } from '../../../lib/i18n.ts';
import { Beside } from '../../../ui/Beside.tsx';
import { Card } from '../../../ui/Card.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { SettingField } from '../../../ui/SettingField.tsx';
import { SettingsPage } from '../../../ui/SettingsPage.tsx';
import { LinkState } from '../link/LinkState.tsx';
import { checkCloud } from '../link/linkCheck.ts';

const READ_MS = 5000;

export function CloudPage() {
  return (
    <SettingsPage
      page={cloudParam}
      title={t('page.cloud')}
      intro={t('cloud.intro')}
      pollMs={READ_MS}
      check={checkCloud}
    >
      {(form) => (
        <Beside now={<LinkState status={form.state} backlog />}>
          <Card title={t('cloud.account')} help={t('cloud.accountHelp')}>
            <SettingField form={form} name="on" />
            <div className="pair">
              <SettingField form={form} name="code" />
              <SettingField form={form} name="password" />
            </div>
          </Card>
          <Card title={t('cloud.server')} help={t('cloud.serverHelp')}>
            <SettingField form={form} name="server" />
            <SettingField form={form} name="tls" />
            {!form.values.tls && <Notice tone="warn">{t('cloud.plain')}</Notice>}
          </Card>
        </Beside>
      )}
    </SettingsPage>
  );
}
