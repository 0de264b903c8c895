import type { TimeParamValues } from '@gen/devices.ts';
import { t } from '../../../lib/i18n.ts';
import type { SettingsFields } from '../../../lib/settings/useSettingsForm.ts';
import { settingHelp } from '../../../lib/settings/words.ts';
import { Card } from '../../../ui/Card.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { SettingField } from '../../../ui/SettingField.tsx';
import { dateText, timeText } from './dateText.ts';

type Fields = SettingsFields<TimeParamValues>;

/** Formats of dates and times on the display, with a preview. */
export function DisplayFormats({ form }: { form: Fields }) {
  return (
    <Card title={t('display.formats')} help={t('display.formatsHelp')}>
      <div className="pair">
        <SettingField form={form} name="dateOrder" as="select" />
        <SettingField form={form} name="dateSeparator" as="select" />
      </div>
      <HourField form={form} />
      <FormatPreview form={form} />
    </Card>
  );
}

function HourField({ form }: { form: Fields }) {
  return (
    <Segmented
      {...form.field('hour24')}
      label={t('display.hours')}
      hint={settingHelp('TimeParam', 'hour24')}
      value={form.values.hour24 ? '24' : '12'}
      options={[
        { value: '24', label: t('display.hours24') },
        { value: '12', label: t('display.hours12') },
      ]}
      onChange={(value) => form.set({ hour24: value === '24' })}
    />
  );
}

/** An afternoon on a day above 12, so that all formats differ. */
const SAMPLE = { year: 2026, month: 11, day: 24, hour: 17, minute: 5 } as const;

function FormatPreview({ form }: { form: Fields }) {
  return (
    <p className="format-preview">
      <span className="muted">{t('display.looksLike')}</span>
      <bdi dir="ltr">
        {dateText(SAMPLE, form.values)} {timeText(SAMPLE, form.values)}
      </bdi>
    </p>
  );
}
