import { workModeSwitch, workModeWords } from '@gen/door.ts';
import { t } from '../../lib/i18n.ts';
import { enumWord } from '../../lib/settings/words.ts';
import { Card } from '../../ui/Card.tsx';
import { ChoiceCard } from '../../ui/ChoiceCard.tsx';
import { SettingField } from '../../ui/SettingField.tsx';
import { SettingsPage } from '../../ui/SettingsPage.tsx';

const icons = { attendance: 'clock', access: 'door', both: 'allOf' } as const;

export function WorkModePage() {
  return (
    <SettingsPage page={workModeSwitch} title={t('page.workMode')} intro={t('workMode.intro')}>
      {(form) => (
        <>
          <Card title={t('workMode.title')}>
            <fieldset className="choice-cards" disabled={!form.mayWrite}>
              <legend className="visually-hidden">{t('workMode.title')}</legend>
              {workModeWords.map((mode) => (
                <ChoiceCard
                  key={mode}
                  name="mode"
                  icon={icons[mode]}
                  label={enumWord('WorkMode', mode)}
                  text={t(`workMode.text.${mode}`)}
                  checked={form.values.mode === mode}
                  onChoose={() => form.set({ mode })}
                />
              ))}
            </fieldset>
          </Card>
          <Card title={t('workMode.onlineTitle')} help={t('workMode.onlineHelp')}>
            <SettingField form={form} name="online" />
            {form.values.online && <SettingField form={form} name="fallback" />}
          </Card>
        </>
      )}
    </SettingsPage>
  );
}
