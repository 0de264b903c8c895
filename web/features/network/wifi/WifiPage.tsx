import { type WirlessValues, wirless } from '@gen/network.ts';
import { t } from '../../../lib/i18n.ts';
import type { SettingsFields } from '../../../lib/settings/useSettingsForm.ts';
import type { Edits } from '../../../lib/settings/values.ts';
import { Beside } from '../../../ui/Beside.tsx';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { Card } from '../../../ui/Card.tsx';
import { SettingField } from '../../../ui/SettingField.tsx';
import { NetworkSettings } from '../NetworkSettings.tsx';
import { caOf } from './CaField.tsx';
import { WifiCredentials } from './WifiCredentials.tsx';
import { WifiState } from './WifiState.tsx';
import { checkWifi } from './wifiCheck.ts';

const READ_MS = 2000;

export function WifiPage() {
  return (
    <NetworkSettings
      page={wirless}
      title={t('page.wifi')}
      intro={t('wifi.intro')}
      pollMs={READ_MS}
      check={check}
      warning={({ values }) => t(`wifi.warning.${values.mode}`)}
    >
      {(form) => {
        const { mode } = form.values;
        return (
          <Beside now={<WifiState mode={form.base.mode} state={form.state} />}>
            <Card title={t('wifi.radio')} help={t('wifi.radioHelp')}>
              <SettingField form={form} name="mode" />
              {/* Whatever the mode of the radio: joining a network switches it to client. */}
              <div className="button-row">
                <ButtonLink to="/network/wirless/chooseWIFI" icon="search">
                  {t('wifi.choose')}
                </ButtonLink>
                <ButtonLink to="/network/wirless/addWIFI" icon="plus">
                  {t('wifi.add')}
                </ButtonLink>
              </div>
            </Card>
            {mode === 'client' && (
              <Card title={t('wifi.network')} help={t('wifi.networkHelp')}>
                <div className="pair">
                  <SettingField form={form} name="ssid" required />
                  <SettingField form={form} name="security" />
                </div>
                <SettingField form={form} name="hidden" />
                <WifiCredentials form={form} ca={caOf(form.state)} />
              </Card>
            )}
            {mode !== 'off' && <AccessPoint form={form} />}
          </Beside>
        );
      }}
    </NetworkSettings>
  );
}

/** A secret that is removed, or must be typed again, does not count as stored. */
const check = (values: WirlessValues, edits: Edits<WirlessValues>) =>
  checkWifi(values, (name) => edits[name] === undefined);

function AccessPoint({ form }: { form: SettingsFields<WirlessValues> }) {
  const { mode, apNameMode } = form.values;
  return (
    <Card title={t('wifi.accessPoint')} help={t(mode === 'client' ? 'wifi.fallbackHelp' : 'wifi.accessPointHelp')}>
      <SettingField form={form} name="apNameMode" />
      <div className="pair">
        {apNameMode === 'own' && <SettingField form={form} name="apName" required />}
        <SettingField form={form} name="apKey" required={mode === 'accessPoint'} />
      </div>
    </Card>
  );
}
