import { getRestParamLimits, type RestParamValues, type WebhookState } from '@gen/security.ts';
import { t } from '../../lib/i18n.ts';
import type { SettingsFields } from '../../lib/settings/useSettingsForm.ts';
import { settingLabel } from '../../lib/settings/words.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SettingField } from '../../ui/SettingField.tsx';
import { PemField } from './PemField.tsx';

/** Events that the terminal sends to a server of yours. */
export function WebhookCard({ form, state }: { form: SettingsFields<RestParamValues>; state: WebhookState }) {
  const kept = form.isSet('webhookCa') && form.edits.webhookCa === undefined;
  const label = settingLabel('RestParam', 'webhookCa');
  return (
    <Card title={t('security.webhook')} help={t('webhook.help')}>
      {state === 'notInstalled' && <Notice tone="info">{t('webhook.notInstalled')}</Notice>}
      <SettingField form={form} name="webhookOn" />
      <SettingField form={form} name="webhookUrl" />
      <SettingField form={form} name="webhookSecret" />
      <PemField
        {...form.field('webhookCa')}
        label={label}
        value={form.edits.webhookCa ?? ''}
        max={getRestParamLimits.webhookCa.max}
        placeholder={kept ? t('webhook.caKept') : t('webhook.caNone')}
        onChange={(webhookCa) => (webhookCa === '' ? form.keep('webhookCa') : form.set({ webhookCa }))}
      />
      {kept && form.mayWrite && (
        <div>
          <Button tone="quiet" size="small" onClick={() => form.set({ webhookCa: '' })}>
            {t('secret.remove', { label })}
          </Button>
        </div>
      )}
    </Card>
  );
}
