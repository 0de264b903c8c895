import type { WirlessValues } from '@gen/network.ts';
import { t } from '../../../lib/i18n.ts';
import type { SettingsFields } from '../../../lib/settings/useSettingsForm.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { SettingField } from '../../../ui/SettingField.tsx';
import { CaField, type StoredCa } from './CaField.tsx';

/** Fields for the security of a network: none, a key, or 802.1X. */
export function WifiCredentials({ form, ca }: { form: SettingsFields<WirlessValues>; ca?: StoredCa | undefined }) {
  const { security, eap } = form.values;
  if (security === 'open') return <Notice tone="warn">{t('wifi.openText')}</Notice>;
  const encryption = <SettingField form={form} name="encryption" as="select" />;
  if (security !== 'eap') {
    return (
      <div className="pair">
        <SettingField form={form} name="key" required />
        {encryption}
      </div>
    );
  }
  return (
    <>
      <div className="pair">{encryption}</div>
      <div className="pair">
        <SettingField form={form} name="eap" as="select" />
        {eap !== 'tls' && <SettingField form={form} name="inner" as="select" />}
        <SettingField form={form} name="identity" required />
        {eap !== 'tls' && <SettingField form={form} name="password" required />}
      </div>
      {eap === 'tls' && <Notice tone="info">{t('wifi.tlsText')}</Notice>}
      <CaField form={form} stored={ca} />
    </>
  );
}
