import { addGroupTime, periodGroupLimits as limits, type PeriodGroup, type PeriodKind } from '@gen/rules.ts';
import { useNavigate } from 'react-router-dom';
import { t } from '../../../lib/i18n.ts';
import { isSameWeek, merged } from '../../../lib/week.ts';
import { Card } from '../../../ui/Card.tsx';
import { FieldError } from '../../../ui/Field.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { toast } from '../../../ui/toast.ts';
import { WeekGrid } from '../../../ui/WeekGrid.tsx';
import { RuleForm } from '../RuleForm.tsx';
import { useRuleForm } from '../useRuleForm.ts';
import { KINDS, kindText } from '../words.ts';

export interface PeriodFormProps {
  number: number;
  /** undefined: a new one. */
  stored: PeriodGroup | undefined;
  /** It is assigned: its kind cannot change. */
  isUsed: boolean;
  mayWrite: boolean;
  refresh: () => Promise<void>;
  back: string;
}

/** One period group: its name, its kind, and its week. */
export function PeriodForm({ number, stored, isUsed, mayWrite, refresh, back }: PeriodFormProps) {
  const navigate = useNavigate();
  const kindOf: PeriodKind = stored?.kind ?? 'working';
  const form = useRuleForm({
    start: { name: stored?.name ?? '', kind: kindOf, periods: stored?.periods ?? [] },
    isSame: (name, a, b) => (name === 'periods' ? isSameWeek(a.periods, b.periods) : a[name] === b[name]),
    check: ({ name }) => (name.trim() === '' ? { name: t('rules.nameNeeded') } : {}),
    placeOf: ({ code }) => (code === 0 ? '' : 'periods'),
    mayWrite,
    refresh,
    send: async (values, options) => {
      const revision = stored?.revision ?? 0;
      const reply = await addGroupTime({ number, ...values, periods: [...values.periods], revision }, options);
      if (reply.merged) toast.info(t('rules.merged'));
      await refresh();
    },
    onSaved: (guard) => {
      guard.pass();
      navigate(back);
    },
  });
  const { name, kind, periods } = form.values;
  const { error } = form.field('periods');
  return (
    <RuleForm
      title={stored?.name ?? t('rules.newPeriod')}
      intro={t(`rules.kindHelp.${kind}`)}
      form={form}
      count={form.count}
      isNew={stored === undefined}
      guard={form.guard}
      mayWrite={mayWrite}
      back={{ to: back, text: t('page.zoneSetting') }}
      warning={isSameWeek(periods, merged(periods)) ? undefined : t('rules.willMerge')}
    >
      <Card>
        <TextField
          {...form.field('name')}
          label={t('rules.name')}
          value={name}
          required
          disabled={!mayWrite}
          maxLength={limits.name.max}
          onChange={(next) => form.set({ name: next })}
        />
        <Segmented
          {...form.field('kind')}
          label={t('rules.kind')}
          value={kind}
          options={KINDS.map((one) => ({ value: one, label: kindText(one) }))}
          disabled={!mayWrite || isUsed}
          hint={isUsed ? t('rules.kindUsed') : undefined}
          onChange={(next) => form.set({ kind: next })}
        />
      </Card>
      <Card title={t('rules.week')} help={t('rules.periodWeekHelp')}>
        <WeekGrid
          label={t('rules.week')}
          value={periods}
          most={limits.periods.maxItems}
          disabled={!mayWrite}
          invalid={error !== undefined}
          describedBy="week-error"
          onChange={(next) => form.set({ periods: next })}
        />
        <FieldError id="week-error" error={error} />
      </Card>
    </RuleForm>
  );
}
