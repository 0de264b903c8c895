import { identifyModeWords, type User } from '@gen/contract.ts';
import { useDeviceInfo } from '../../lib/device.ts';
import { factorText, offeredFactors } from '../../lib/factors.ts';
import { formatList, t } from '../../lib/i18n.ts';
import { useLeaveGuard } from '../../lib/leaveGuard.ts';
import { Card } from '../../ui/Card.tsx';
import { ChangeBar } from '../../ui/ChangeBar.tsx';
import { ChoiceCard } from '../../ui/ChoiceCard.tsx';
import { FactorTiles } from '../../ui/FactorTiles.tsx';
import { LeaveQuestion } from '../../ui/LeaveQuestion.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { isEnrolled, lacking } from './identify.ts';
import { ModeSummary } from './ModeSummary.tsx';
import { useEditing } from './useEditing.ts';
import type { UserFormState } from './useUserForm.ts';
import { modeText, nameOf } from './words.ts';

const modeIcon = { device: 'door', any: 'anyOne', all: 'allOf' } as const;

export function IdentifyForm({ user, mayWrite }: { user: User; mayWrite: boolean }) {
  const state = useEditing(user);
  const guard = useLeaveGuard(mayWrite && state.count > 0);
  const { form, stored, set } = state;
  return (
    <form
      className="form-stack"
      noValidate
      ref={state.formRef}
      onSubmit={state.onSubmit}
      aria-label={t('page.identify')}
    >
      <PageHeader
        title={t('page.identify')}
        description={
          <>
            <bdi>{nameOf(stored)}</bdi> · {stored.userid}
          </>
        }
      />
      {!mayWrite && <Notice tone="info">{t('users.readOnly')}</Notice>}
      <Card title={t('users.modeTitle')} help={t('users.identifyHelp')}>
        <fieldset className="choice-cards" disabled={!mayWrite}>
          <legend className="visually-hidden">{t('users.modeTitle')}</legend>
          {identifyModeWords.map((mode) => (
            <ChoiceCard
              key={mode}
              name="identifyMode"
              icon={modeIcon[mode]}
              label={modeText(mode)}
              text={t(`users.modeText.${mode}`)}
              checked={form.identifyMode === mode}
              onChoose={() => set({ identifyMode: mode })}
            />
          ))}
        </fieldset>
      </Card>
      {form.identifyMode === 'all' && <Factors state={state} mayWrite={mayWrite} />}
      <ChangeBar count={state.count} busy={state.busy} onDiscard={state.discard} save={t('ui.save')} />
      <LeaveQuestion guard={guard} count={state.count} />
    </form>
  );
}

function Factors({ state, mayWrite }: { state: UserFormState; mayWrite: boolean }) {
  const { form, stored, set, field } = state;
  const modules = useDeviceInfo().info?.funOption;
  const offered = offeredFactors(modules, stored.identifyFactors);
  const missing = lacking(stored, form.identifyFactors);
  const { error } = field('identifyFactors');
  return (
    <Card title={t('users.factorsTitle')} help={t('users.factorsHelp')}>
      <FactorTiles
        label={t('users.factorsTitle')}
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
