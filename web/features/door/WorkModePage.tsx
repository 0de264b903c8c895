import { workModeSwitch, workModeWords } from '@gen/door.ts';
import { t } from '../../lib/i18n.ts';
import { enumWord } from '../../lib/settings/words.ts';
import { Card } from '../../ui/Card.tsx';
import { ChoiceCards } from '../../ui/ChoiceCards.tsx';
import { SettingField } from '../../ui/SettingField.tsx';
import { SettingsPage } from '../../ui/SettingsPage.tsx';

const icons = { attendance: 'clock', access: 'door', both: 'allOf' } as const;

export function WorkModePage() {
  return (
    <SettingsPage page={workModeSwitch} title={t('page.workMode')} intro={t('workMode.intro')}>
      {(form) => (
        <>
          <Card title={t('workMode.title')}>
            <ChoiceCards
              label={t('workMode.title')}
              name="mode"
              options={workModeWords.map((mode) => ({
                value: mode,
                icon: icons[mode],
                label: enumWord('WorkMode', mode),
                text: t(`workMode.text.${mode}`),
              }))}
              chosen={form.values.mode}
              disabled={!form.mayWrite}
              onChoose={(mode) => form.set({ mode })}
            />
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
