import { machineParam } from '@gen/machine.ts';
import { useState } from 'react';
import { refreshDeviceInfo } from '../../lib/device.ts';
import { t } from '../../lib/i18n.ts';
import { useSession } from '../../lib/session.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { SchemaForm } from '../../ui/SchemaForm.tsx';
import { SettingField } from '../../ui/SettingField.tsx';
import { SettingsPage } from '../../ui/SettingsPage.tsx';
import { toast } from '../../ui/toast.ts';
import { PassphraseDialog } from './PassphraseDialog.tsx';

/** Number, name, volume, the keypad's password; and for admin the passphrase of the console. */
export function DevicePage() {
  const account = useSession()?.account;
  const [asking, setAsking] = useState<(() => Promise<void>) | null>(null);
  return (
    <>
      <SettingsPage
        page={machineParam}
        title={t('page.device')}
        intro={t('device.intro')}
        onSaved={(_, edits) => {
          if (edits.deviceName !== undefined) refreshDeviceInfo();
          toast.ok(t('settings.saved'));
        }}
      >
        {(form) => (
          <>
            <Card title={t('device.identity')}>
              <SchemaForm form={form} names={['deviceName', 'deviceNumber']} />
            </Card>
            <Card title={t('device.sound')}>
              <SettingField form={form} name="volume" />
            </Card>
            <Card title={t('device.keypad')} help={t('device.keypadHelp')}>
              <SettingField form={form} name="keypadPassword" />
            </Card>
            {account === 'admin' && (
              <Card title={t('passphrase.title')} help={t('passphrase.help')}>
                <div className="action-row">
                  <span>{form.state.passphraseSet ? t('passphrase.isSet') : t('passphrase.isDigits')}</span>
                  <Button icon="key" onClick={() => setAsking(() => form.refresh)}>
                    {form.state.passphraseSet ? t('passphrase.change') : t('passphrase.choose')}
                  </Button>
                </div>
              </Card>
            )}
          </>
        )}
      </SettingsPage>
      {asking && (
        <PassphraseDialog
          onClose={() => setAsking(null)}
          onDone={() => {
            void asking();
            setAsking(null);
          }}
        />
      )}
    </>
  );
}
