import {
  addLeave,
  type LeaveHalf,
  type LeaveKind,
  leaveHalfWords,
  leaveKindWords,
  addLeaveLimits as limits,
} from '@gen/records.ts';
import { useRequest } from '../../../lib/form/useRequest.ts';
import { t } from '../../../lib/i18n.ts';
import { DayRange } from '../../../ui/DayRange.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { toast } from '../../../ui/toast.ts';
import { leaveText } from './reportWords.tsx';

export interface LeaveDialogProps {
  userid: number;
  /** The day that it begins with; '' to be chosen. */
  date: string;
  onChange: () => Promise<void>;
  onClose: () => void;
}

interface Values {
  kind: LeaveKind;
  from: string;
  to: string;
  half: LeaveHalf;
  note: string;
}

/** The last day follows the first until it is chosen. */
const lastDay = ({ from, to }: Values): string => (to === '' ? from : to);

export function LeaveDialog({ userid, date, onChange, onClose }: LeaveDialogProps) {
  const form = useRequest<Values>({
    start: { kind: 'vacation', from: date, to: '', half: 'whole', note: '' },
    check: (values) => ({
      ...(values.from === '' ? { from: t('rules.dayNeeded') } : {}),
      ...(lastDay(values) < values.from ? { to: t('rules.lastBeforeFirst') } : {}),
    }),
    placeOf: () => 'kind',
    send: async (values, options) => {
      await addLeave({ ...values, userid, to: lastDay(values), note: values.note.trim() }, options);
      toast.ok(t('settings.saved'));
      await onChange();
      onClose();
    },
  });
  const { values } = form;
  return (
    <FormDialog title={t('leave.add')} form={form} action={t('ui.save')} onClose={onClose}>
      <Select
        {...form.field('kind')}
        label={t('leave.kind')}
        value={values.kind}
        options={leaveKindWords.map((value) => ({ value, label: leaveText(value) }))}
        onChange={(kind) => form.set({ kind })}
      />
      <DayRange form={form} last={lastDay(values)} />
      <Select
        {...form.field('half')}
        label={t('leave.half')}
        value={values.half}
        options={leaveHalfWords.map((value) => ({ value, label: t(`enum.LeaveHalf.${value}`) }))}
        onChange={(half) => form.set({ half })}
      />
      <TextField
        {...form.field('note')}
        label={t('leave.note')}
        value={values.note}
        maxLength={limits.note.max}
        onChange={(note) => form.set({ note })}
      />
    </FormDialog>
  );
}
