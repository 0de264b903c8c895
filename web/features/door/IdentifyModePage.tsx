import { defaultModeWords, type IdentifyParamValues, identifyParam } from '@gen/door.ts';
import { ErrorCode } from '@gen/errors.ts';
import { type LackingReply, lacking } from '@gen/users.ts';
import useSWR from 'swr';
import type { ApiError } from '../../lib/api/apiError.ts';
import { useDeviceInfo, useFitted } from '../../lib/device.ts';
import { type Factor, factorText, offeredFactors } from '../../lib/factors.ts';
import { formatList, t } from '../../lib/i18n.ts';
import type { SettingsFields } from '../../lib/settings/useSettingsForm.ts';
import { enumWord } from '../../lib/settings/words.ts';
import { Card } from '../../ui/Card.tsx';
import { ChoiceCards } from '../../ui/ChoiceCards.tsx';
import { confirm } from '../../ui/confirm.ts';
import { FactorSet } from '../../ui/FactorSet.tsx';
import { FactorTiles } from '../../ui/FactorTiles.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { SettingField } from '../../ui/SettingField.tsx';
import { SettingsPage } from '../../ui/SettingsPage.tsx';
import { checkFactors } from './factorsCheck.ts';

const icons = { any: 'anyOne', all: 'allOf' } as const;

type Fields = SettingsFields<IdentifyParamValues>;

/** Verification mode of users without a mode of their own. */
export function IdentifyModePage() {
  const hasCamera = useFitted('camera');
  return (
    <SettingsPage
      page={identifyParam}
      title={t('page.identifyMode')}
      intro={t('identifyMode.intro')}
      check={checkFactors}
      question={askWhetherSure}
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
          {hasCamera && (
            <Card title={t('identifyMode.camera')}>
              <SettingField form={form} name="cameraLight" />
            </Card>
          )}
        </>
      )}
    </SettingsPage>
  );
}

/** The question before the terminal locks users out. */
async function askWhetherSure(error: ApiError, values: IdentifyParamValues): Promise<{ sure: true } | undefined> {
  if (error.code !== ErrorCode.usersLockedOut) return undefined;
  const found = await lacking({ factors: [...values.identifyFactors] });
  const sure = await confirm({
    title: t('identifyMode.sureTitle'),
    body: (
      <>
        <p>
          <strong>{lackText(found)}</strong>
        </p>
        <p>{t('identifyMode.sureText')}</p>
      </>
    ),
    action: t('identifyMode.sure'),
    danger: true,
  });
  return sure ? { sure } : undefined;
}

function lackText(found: LackingReply): string {
  return formatList(
    found.lacking.map(({ factor, users }) => t('identifyMode.lack', { users, factor: factorText(factor) })),
  );
}

/** Users who would be locked out: those without a mode of their own who lack one of the factors. */
function LockedOut({ factors }: { factors: readonly Factor[] }) {
  const { data } = useSWR(factors.length > 0 ? ['lacking', ...factors] : null, () =>
    lacking({ factors: [...factors] }, { handles: () => true }),
  );
  if (data === undefined || data.lacking.length === 0) return null;
  return (
    <Notice tone="warn" title={t('identifyMode.lockedOut')}>
      {lackText(data)}
    </Notice>
  );
}

function Factors({ form }: { form: Fields }) {
  const modules = useDeviceInfo().info?.funOption;
  const { identifyFactors } = form.values;
  const { error } = form.field('identifyFactors');
  return (
    <Card title={t('field.User.identifyFactors')} help={t('users.factorsHelp')}>
      <FactorTiles
        label={t('field.User.identifyFactors')}
        factors={offeredFactors(modules, form.base.identifyFactors)}
        chosen={identifyFactors}
        disabled={!form.mayWrite}
        error={error}
        onChange={(chosen) => form.set({ identifyFactors: chosen })}
      />
      <LockedOut factors={identifyFactors} />
      {identifyFactors.length > 0 && (
        <div className="mode-result">
          <span className="muted">{t('users.atTheDoor')}</span>
          <FactorSet factors={identifyFactors} />
        </div>
      )}
    </Card>
  );
}
