import { getRestParamLimits, type RestParamValues, type WebhookState } from '@gen/network.ts';
import { t } from '../../lib/i18n.ts';
import type { SettingsFields } from '../../lib/settings/useSettingsForm.ts';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SettingField } from '../../ui/SettingField.tsx';
import { SecretPem } from './SecretPem.tsx';

/** Events that the terminal sends to a server of yours. */
export function WebhookCard({ form, state }: { form: SettingsFields<RestParamValues>; state: WebhookState }) {
  return (
    <Card title={t('security.webhook')} help={t('webhook.help')}>
      {state === 'notInstalled' && <Notice tone="info">{t('webhook.notInstalled')}</Notice>}
      <SettingField form={form} name="webhookOn" />
      <SettingField form={form} name="webhookUrl" />
      <SettingField form={form} name="webhookSecret" />
      <SecretPem
        form={form}
        name="webhookCa"
        max={getRestParamLimits.webhookCa.max}
        keptText={t('webhook.caKept')}
        noneText={t('webhook.caNone')}
      />
    </Card>
  );
}
