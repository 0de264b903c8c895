import { commMode } from '@gen/network.ts';
import { t } from '../../../lib/i18n.ts';
import { Beside } from '../../../ui/Beside.tsx';
import { Card } from '../../../ui/Card.tsx';
import { SettingField } from '../../../ui/SettingField.tsx';
import { SettingsPage } from '../../../ui/SettingsPage.tsx';
import { LinkState } from '../link/LinkState.tsx';
import { checkServer } from '../link/linkCheck.ts';
import { NewPassword } from '../move/NewPassword.tsx';

const READ_MS = 5000;

export function CommModePage() {
  return (
    <SettingsPage
      page={commMode}
      title={t('page.commMode')}
      intro={t('commMode.intro')}
      pollMs={READ_MS}
      check={checkServer}
    >
      {(form) => {
        const { direction, serverType, passwordOn } = form.values;
        return (
          <Beside now={<LinkState status={form.state} backlog={direction === 'call'} />}>
            <Card title={t('commMode.connection')} help={t(`commMode.help.${direction}`)}>
              <SettingField form={form} name="direction" />
              {direction === 'call' && (
                <>
                  <SettingField form={form} name="serverType" />
                  <div className="pair">
                    <SettingField form={form} name={serverType === 'address' ? 'serverAddress' : 'serverUrl'} />
                    <SettingField form={form} name="port" />
                  </div>
                </>
              )}
              {direction === 'listen' && (
                <div className="pair">
                  <SettingField form={form} name="port" />
                </div>
              )}
            </Card>
            <Card title={t('commMode.password')} help={t('commMode.passwordHelp')}>
              <SettingField form={form} name="passwordOn" />
              {passwordOn && (
                <>
                  <div className="pair">
                    <SettingField form={form} name="password" />
                  </div>
                  <NewPassword
                    hasChanges={form.count > 0}
                    disabled={!form.mayWrite || form.busy}
                    onMade={() => void form.refresh()}
                  />
                </>
              )}
            </Card>
          </Beside>
        );
      }}
    </SettingsPage>
  );
}
