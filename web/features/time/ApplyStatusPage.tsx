import { type ApplyParamValues, applyParam, type PunchStatus, punchStatusWords } from '@gen/time.ts';
import { t } from '../../lib/i18n.ts';
import type { SettingsFields } from '../../lib/settings/useSettingsForm.ts';
import { enumWord } from '../../lib/settings/words.ts';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { FieldError } from '../../ui/Field.tsx';
import { SettingField } from '../../ui/SettingField.tsx';
import { SettingsPage } from '../../ui/SettingsPage.tsx';

type Fields = SettingsFields<ApplyParamValues>;

/** What the eight attendance statuses are called, and which of them the terminal offers. */
export function ApplyStatusPage() {
  return (
    <SettingsPage page={applyParam} title={t('page.applyStatus')} intro={t('applyStatus.intro')}>
      {(form) => (
        <>
          <Card title={t('applyStatus.title')} help={t('applyStatus.help')}>
            <ul className="status-rows">
              {punchStatusWords.map((status) => (
                <StatusRow key={status} form={form} status={status} />
              ))}
            </ul>
            <FieldError id="shown-error" error={form.field('shown').error} />
          </Card>
          <Card title={t('applyStatus.report')} help={t('applyStatus.reportHelp')}>
            <SettingField form={form} name="reading" />
          </Card>
        </>
      )}
    </SettingsPage>
  );
}

function StatusRow({ form, status }: { form: Fields; status: PunchStatus }) {
  const { shown } = form.values;
  return (
    <li className="status-row">
      <SettingField form={form} name={status} />
      <Checkbox
        name="shown"
        label={t('applyStatus.shown', { status: enumWord('PunchStatus', status) })}
        checked={shown.includes(status)}
        disabled={!form.mayWrite}
        onChange={(on) =>
          form.set({ shown: punchStatusWords.filter((one) => (one === status ? on : shown.includes(one))) })
        }
      />
    </li>
  );
}
