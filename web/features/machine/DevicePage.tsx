import { machineParam } from '@gen/machine.ts';
import type { ReactNode } from 'react';
import { refreshDeviceInfo, useFitted } from '../../lib/device.ts';
import { t } from '../../lib/i18n.ts';
import { Card } from '../../ui/Card.tsx';
import { SchemaForm } from '../../ui/SchemaForm.tsx';
import { SettingField } from '../../ui/SettingField.tsx';
import { SettingsPage } from '../../ui/SettingsPage.tsx';
import { toast } from '../../ui/toast.ts';

export interface DevicePageProps {
  /** Content below: sign-in method of admin. */
  passphrase: (isSet: boolean, refresh: () => Promise<void>) => ReactNode;
}

/** Number, name, volume, keypad password. */
export function DevicePage({ passphrase }: DevicePageProps) {
  const hasSound = useFitted('sound');
  const hasKeypad = useFitted('keypad');
  return (
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
          {hasSound && (
            <Card title={t('device.sound')}>
              <SettingField form={form} name="volume" />
            </Card>
          )}
          {hasKeypad && (
            <Card title={t('device.keypad')} help={t('device.keypadHelp')}>
              <SettingField form={form} name="keypadPassword" />
            </Card>
          )}
          {passphrase(form.state.passphraseSet, form.refresh)}
        </>
      )}
    </SettingsPage>
  );
}
