import { type FPCompareParamValues, fPCompareParam } from '@gen/door.ts';
import { useDeviceInfo } from '../../lib/device.ts';
import { currentLanguage, t } from '../../lib/i18n.ts';
import type { SettingsFields } from '../../lib/settings/useSettingsForm.ts';
import { Card } from '../../ui/Card.tsx';
import { ChoiceCards } from '../../ui/ChoiceCards.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SettingField } from '../../ui/SettingField.tsx';
import { SettingsPage } from '../../ui/SettingsPage.tsx';

/** The three names, and their levels. */
const words = [
  { level: 1, word: 'normal', icon: 'finger' },
  { level: 3, word: 'precision', icon: 'search' },
  { level: 5, word: 'advanced', icon: 'shield' },
] as const;

/** Portuguese has no names and shows the six levels themselves (specification §3). */
export function showsLevels(language: string): boolean {
  return language === 'pt';
}

/** Precision of the fingerprint comparison. */
export function FingerPrintPage() {
  const module = useDeviceInfo().info?.funOption.FP;
  return (
    <SettingsPage page={fPCompareParam} title={t('page.fingerPrint')} intro={t('fingerPrint.intro')}>
      {(form) => (
        <>
          {module === 0 && <Notice tone="warn">{t('fingerPrint.noModule')}</Notice>}
          <Card title={t('fingerPrint.title')} help={t('fingerPrint.help')}>
            {showsLevels(currentLanguage()) ? <SettingField form={form} name="level" /> : <Words form={form} />}
          </Card>
        </>
      )}
    </SettingsPage>
  );
}

function Words({ form }: { form: SettingsFields<FPCompareParamValues> }) {
  const { level } = form.values;
  return (
    <>
      <ChoiceCards
        label={t('fingerPrint.title')}
        name="level"
        options={words.map(({ level: value, word, icon }) => ({
          value,
          icon,
          label: t(`fingerPrint.word.${word}`),
          text: t(`fingerPrint.text.${word}`),
        }))}
        chosen={level}
        disabled={!form.mayWrite}
        onChoose={(chosen) => form.set({ level: chosen })}
      />
      {words.every((one) => one.level !== level) && <Notice tone="info">{t('fingerPrint.between', { level })}</Notice>}
    </>
  );
}
