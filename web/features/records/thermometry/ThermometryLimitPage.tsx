import { thermometryParam } from '@gen/records.ts';
import { t } from '../../../lib/i18n.ts';
import { degreesText } from '../../../lib/recordTexts.ts';
import { settingHelp, settingLabel } from '../../../lib/settings/words.ts';
import { Card } from '../../../ui/Card.tsx';
import { Select } from '../../../ui/Select.tsx';
import { SettingField } from '../../../ui/SettingField.tsx';
import { SettingsPage } from '../../../ui/SettingsPage.tsx';

const declared = thermometryParam.fields.find(({ name }) => name === 'limit');
const { min, max } = declared?.kind === 'int' ? declared : { min: 0, max: 0 };

/** Each tenth of a degree that the limit may be. */
const limits = Array.from({ length: max - min + 1 }, (_, index) => min + index);

/** /advSetting/thermometry/limit: from which skin temperature on, and what then. */
export function ThermometryLimitPage() {
  return (
    <SettingsPage page={thermometryParam} title={t('page.thermometryLimit')} intro={t('thermometry.limitIntro')}>
      {(form) => (
        <Card>
          <Select
            {...form.field('limit')}
            label={settingLabel('ThermometryParam', 'limit')}
            hint={settingHelp('ThermometryParam', 'limit')}
            value={String(form.values.limit)}
            options={limits.map((limit) => ({ value: String(limit), label: degreesText(limit) }))}
            onChange={(limit) => form.set({ limit: Number(limit) })}
          />
          <SettingField form={form} name="abnormal" />
        </Card>
      )}
    </SettingsPage>
  );
}
