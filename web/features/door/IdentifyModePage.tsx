import { defaultModeWords, type IdentifyParamValues, identifyParam } from '@gen/door.ts';
import { useDeviceInfo } from '../../lib/device.ts';
import { offeredFactors } from '../../lib/factors.ts';
import { t } from '../../lib/i18n.ts';
import type { SettingsFields } from '../../lib/settings/useSettingsForm.ts';
import { enumWord } from '../../lib/settings/words.ts';
import { Card } from '../../ui/Card.tsx';
import { ChoiceCards } from '../../ui/ChoiceCards.tsx';
import { FactorSet } from '../../ui/FactorSet.tsx';
import { FactorTiles } from '../../ui/FactorTiles.tsx';
import { SettingField } from '../../ui/SettingField.tsx';
import { SettingsPage } from '../../ui/SettingsPage.tsx';
import { checkFactors } from './factorsCheck.ts';

const icons = { any: 'anyOne', all: 'allOf' } as const;

type Fields = SettingsFields<IdentifyParamValues>;

/** What users without a mode of their own have to present. */
export function IdentifyModePage() {
  return (
    <SettingsPage
      page={identifyParam}
      title={t('page.identifyMode')}
      intro={t('identifyMode.intro')}
      check={checkFactors}
    >
      {(form) => (
        <>
          <Card title={t('identifyMode.modeTitle')} help={t('identifyMode.modeHelp')}>
            <ChoiceCards
              label={t('identifyMode.modeTitle')}
              name="identifyMode"
              options={defaultModeWords.map((mode) => ({
                value: mode,
                icon: icons[mode],
                label: enumWord('DefaultMode', mode),
                text: t(`identifyMode.text.${mode}`),
              }))}
              chosen={form.values.identifyMode}
              disabled={!form.mayWrite}
              onChoose={(identifyMode) => form.set({ identifyMode })}
            />
          </Card>
          {form.values.identifyMode === 'all' && <Factors form={form} />}
          <Card title={t('identifyMode.camera')}>
            <SettingField form={form} name="cameraLight" />
          </Card>
        </>
      )}
    </SettingsPage>
  );
}

function Factors({ form }: { form: Fields }) {
  const modules = useDeviceInfo().info?.funOption;
  const { identifyFactors } = form.values;
  const { error } = form.field('identifyFactors');
  return (
    <Card title={t('users.factorsTitle')} help={t('users.factorsHelp')}>
      <FactorTiles
        label={t('users.factorsTitle')}
        factors={offeredFactors(modules, form.base.identifyFactors)}
        chosen={identifyFactors}
        disabled={!form.mayWrite}
        error={error}
        onChange={(chosen) => form.set({ identifyFactors: chosen })}
      />
      {identifyFactors.length > 0 && (
        <div className="mode-result">
          <span className="muted">{t('users.atTheDoor')}</span>
          <FactorSet factors={identifyFactors} />
        </div>
      )}
    </Card>
  );
}
