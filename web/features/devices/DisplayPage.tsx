import { type DisplayState, type TimeParamValues, timeParam } from '@gen/devices.ts';
import { isLanguage, languages, storeLanguage, t } from '../../lib/i18n.ts';
import type { SettingsFields } from '../../lib/settings/useSettingsForm.ts';
import { settingHelp, settingLabel } from '../../lib/settings/words.ts';
import { Card } from '../../ui/Card.tsx';
import { SchemaForm } from '../../ui/SchemaForm.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Select } from '../../ui/Select.tsx';
import { SettingField } from '../../ui/SettingField.tsx';
import { SettingsPage } from '../../ui/SettingsPage.tsx';
import { StateCard, type StateItem } from '../../ui/StateCard.tsx';
import { toast } from '../../ui/toast.ts';
import { dateText, timeText } from './dateText.ts';

const READ_MS = 5000;
/** The message is read before the page loads again in the new language. */
const RELOAD_MS = 1000;

export function DisplayPage() {
  return (
    <SettingsPage
      page={timeParam}
      title={t('page.display')}
      intro={t('display.intro')}
      pollMs={READ_MS}
      valueWords={valueWords}
      warning={({ edits }) => (edits.language === undefined ? undefined : t('display.languageWarning'))}
      onSaved={(_, { language }) => {
        toast.ok(language === undefined ? t('settings.saved') : t('display.reloading'));
        if (!isLanguage(language)) return;
        storeLanguage(language);
        setTimeout(() => location.reload(), RELOAD_MS);
      }}
    >
      {(form) => (
        <>
          <StateCard label={t('display.state')} items={stateItems(form.state)} />
          <Card title={t('display.languageTitle')} help={t('display.languageHelp')}>
            <LanguageField form={form} />
          </Card>
          <Card title={t('display.formats')} help={t('display.formatsHelp')}>
            <div className="pair">
              <SettingField form={form} name="dateOrder" as="select" />
              <SettingField form={form} name="dateSeparator" as="select" />
            </div>
            <HourField form={form} />
            <FormatPreview form={form} />
          </Card>
          <Card title={t('display.power')} help={t('display.powerHelp')}>
            <SettingField form={form} name="powerSaving" />
            {form.values.powerSaving !== 'disable' && <SettingField form={form} name="interval" />}
          </Card>
          <Card title={t('display.more')}>
            <SchemaForm form={form} names={['keyboardLock', 'syncLocalTime']} />
          </Card>
        </>
      )}
    </SettingsPage>
  );
}

/** Values that the page writes in words of its own. */
function valueWords(name: keyof TimeParamValues, value: unknown): string | undefined {
  if (name === 'language') return languages.find(({ code }) => code === value)?.name;
  if (name === 'hour24') return value === true ? t('display.hours24') : t('display.hours12');
  return undefined;
}

function stateItems({ online, asleep, locked }: DisplayState): StateItem[] {
  return [
    {
      label: t('page.display'),
      value: online ? t('display.answers') : t('display.silent'),
      tone: online ? 'ok' : 'no',
    },
    { label: t('display.nowTitle'), value: asleep ? t('display.asleep') : t('display.awake') },
    {
      label: t('display.keyboard'),
      value: locked ? t('display.locked') : t('display.free'),
      tone: locked ? 'warn' : 'neutral',
    },
  ];
}

type Fields = SettingsFields<TimeParamValues>;

/** Each language in its own words: who changes it by mistake finds the way back. */
function LanguageField({ form }: { form: Fields }) {
  return (
    <Select
      {...form.field('language')}
      label={settingLabel('TimeParam', 'language')}
      value={form.values.language}
      options={languages.map(({ code, name }) => ({ value: code, label: name }))}
      onChange={(language) => form.set({ language })}
    />
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

/** An afternoon of a day above 12, so that every choice is told from the others. */
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
