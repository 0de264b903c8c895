import { identifyModeWords, type User } from '@gen/contract.ts';
import { useDeviceInfo } from '../../../lib/device.ts';
import { factorText, offeredFactors } from '../../../lib/factors.ts';
import { formatList, t } from '../../../lib/i18n.ts';
import { useLeaveGuard } from '../../../lib/leaveGuard.ts';
import { Card } from '../../../ui/Card.tsx';
import { ChangeBar } from '../../../ui/ChangeBar.tsx';
import { ChoiceCards } from '../../../ui/ChoiceCards.tsx';
import { FactorTiles } from '../../../ui/FactorTiles.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { WhoseForm } from '../WhoseForm.tsx';
import { modeText } from '../words.ts';
import { isEnrolled, lacking } from './identify.ts';
import { ModeSummary } from './ModeSummary.tsx';
import { UserFormBody } from './UserFormBody.tsx';
import { useEditing } from './useEditing.ts';
import type { UserFormState } from './useUserForm.ts';

const modeIcon = { device: 'door', any: 'anyOne', all: 'allOf' } as const;

export function IdentifyForm({ user, mayWrite }: { user: User; mayWrite: boolean }) {
  const state = useEditing(user);
  const guard = useLeaveGuard(mayWrite && state.count > 0);
  const { form, stored, set } = state;
  return (
    <UserFormBody
      state={state}
      guard={guard}
      title={t('page.identify')}
      description={<WhoseForm photo user={stored} />}
      mayWrite={mayWrite}
    >
      <Card title={t('field.User.identifyMode')} help={t('users.identifyHelp')}>
        <ChoiceCards
          label={t('field.User.identifyMode')}
          name="identifyMode"
          options={identifyModeWords.map((mode) => ({
            value: mode,
            icon: modeIcon[mode],
            label: modeText(mode),
            text: t(`users.modeText.${mode}`),
          }))}
          chosen={form.identifyMode}
          disabled={!mayWrite}
          onChoose={(identifyMode) => set({ identifyMode })}
        />
      </Card>
      {form.identifyMode === 'all' && <Factors state={state} mayWrite={mayWrite} />}
      <ChangeBar count={state.count} busy={state.busy} onDiscard={state.discard} save={t('ui.save')} />
    </UserFormBody>
  );
}

function Factors({ state, mayWrite }: { state: UserFormState; mayWrite: boolean }) {
  const { form, stored, set, field } = state;
  const modules = useDeviceInfo().info?.funOption;
  const offered = offeredFactors(modules, stored.identifyFactors);
  const missing = lacking(stored, form.identifyFactors);
  const { error } = field('identifyFactors');
  return (
    <Card title={t('field.User.identifyFactors')} help={t('users.factorsHelp')}>
      <FactorTiles
        label={t('field.User.identifyFactors')}
        factors={offered}
        chosen={form.identifyFactors}
        disabled={!mayWrite}
        error={error}
        onChange={(identifyFactors) => set({ identifyFactors })}
        note={(factor) => <EnrolledTag enrolled={isEnrolled(stored, factor)} />}
      />
      {form.identifyFactors.length > 0 && (
        <div className="mode-result">
          <span className="muted">{t('users.atTheDoor')}</span>
          <ModeSummary identifyMode="all" identifyFactors={form.identifyFactors} />
        </div>
      )}
      {missing.length > 0 && (
        <Notice tone="warn" title={t('users.lackingTitle')}>
          {t('users.lackingText', { factors: formatList(missing.map(factorText)) })}
        </Notice>
      )}
    </Card>
  );
}

function EnrolledTag({ enrolled }: { enrolled: boolean }) {
  return (
    <Tag icon={enrolled ? 'check' : undefined} tone={enrolled ? 'ok' : 'neutral'}>
      {enrolled ? t('users.enrolled') : t('users.notEnrolled')}
    </Tag>
  );
}
