import { getRestParamLimits, type RestParamValues } from '@gen/network.ts';
import { t } from '../../../lib/i18n.ts';
import type { SettingsFields } from '../../../lib/settings/useSettingsForm.ts';
import { Card } from '../../../ui/Card.tsx';
import { allPending } from '../../../ui/Pending.tsx';
import { SettingField } from '../../../ui/SettingField.tsx';
import { SecretPem } from '../certificate/SecretPem.tsx';

const names = ['webhookOn', 'webhookUrl', 'webhookSecret'] as const;

/** Webhook: events sent to a server of the customer. */
export function WebhookCard({ form }: { form: SettingsFields<RestParamValues> }) {
  const pending = allPending(form.page.fields.filter(({ name }) => name.startsWith('webhook')));
  return (
    <Card title={t('security.webhook')} help={t('webhook.help')} pending={pending}>
      {names.map((name) => (
        <SettingField key={name} form={form} name={name} pendingSaid={pending} />
      ))}
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
