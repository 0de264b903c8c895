import { ErrorCode } from '@gen/errors.ts';
import { addHoliday, type Holiday, type HolidayPlan, holidayPlanWords, holidayLimits as limits } from '@gen/rules.ts';
import { useRequest } from '../../../lib/form/useRequest.ts';
import { t } from '../../../lib/i18n.ts';
import { codeOf } from '../../../lib/problem.ts';
import { planText } from '../../../lib/weekText.ts';
import { Checkbox } from '../../../ui/Checkbox.tsx';
import { DayRange } from '../../../ui/DayRange.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { toast } from '../../../ui/toast.ts';

export interface HolidayDialogProps {
  /** undefined: a new one. */
  stored: Holiday | undefined;
  refresh: () => Promise<void>;
  onClose: () => void;
}

interface Values {
  name: string;
  from: string;
  to: string;
  yearly: boolean;
  plan: HolidayPlan;
}

/** The last day follows the first until it is set. */
const lastDay = ({ from, to }: Values): string => (to === '' ? from : to);

export function HolidayDialog({ stored, refresh, onClose }: HolidayDialogProps) {
  const { name, from, to, yearly, plan } = stored ?? {
    name: '',
    from: '',
    to: '',
    yearly: false,
    plan: 'none' as const,
  };
  const form = useRequest<Values>({
    start: { name, from, to, yearly, plan },
    check: (values) => ({
      ...(values.name.trim() === '' ? { name: t('rules.nameNeeded') } : {}),
      ...(values.from === '' ? { from: t('rules.dayNeeded') } : {}),
      ...(values.from !== '' && lastDay(values) < values.from ? { to: t('rules.lastBeforeFirst') } : {}),
    }),
    placeOf: () => 'name',
    textOf: ({ code }) => (code === ErrorCode.changedMeanwhile ? t('rules.changedMeanwhile') : undefined),
    send: async (values, options) => {
      const known = stored ? { number: stored.number, revision: stored.revision } : {};
      try {
        await addHoliday({ ...values, to: lastDay(values), ...known }, options);
      } catch (error) {
        if (codeOf(error) === ErrorCode.changedMeanwhile) await refresh();
        throw error;
      }
      toast.ok(t('settings.saved'));
      await refresh();
      onClose();
    },
  });
  const { values } = form;
  return (
    <FormDialog
      title={stored ? t('rules.editHoliday') : t('rules.addHoliday')}
      form={form}
      action={t('ui.save')}
      onClose={onClose}
    >
      <TextField
        {...form.field('name')}
        label={t('rules.name')}
        value={values.name}
        required
        autoFocus
        maxLength={limits.name.max}
        onChange={(next) => form.set({ name: next })}
      />
      <DayRange form={form} last={lastDay(values)} />
      <Checkbox
        {...form.field('yearly')}
        label={t('rules.yearly')}
        checked={values.yearly}
        onChange={(next) => form.set({ yearly: next })}
      />
      <Select
        {...form.field('plan')}
        label={t('rules.plan')}
        value={values.plan}
        options={holidayPlanWords.map((one) => ({ value: one, label: planText(one) }))}
        hint={t('rules.planHint')}
        onChange={(next) => form.set({ plan: next })}
      />
    </FormDialog>
  );
}
