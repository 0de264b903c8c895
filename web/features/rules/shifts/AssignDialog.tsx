import { assignShift, assignShiftLimits as limits, type Shift, type ShiftAssignment } from '@gen/rules.ts';
import { useRequest } from '../../../lib/form/useRequest.ts';
import { type GroupNames, groupText } from '../../../lib/groupNames.ts';
import { t } from '../../../lib/i18n.ts';
import { shiftText } from '../../../lib/shiftNames.ts';
import { DayRange } from '../../../ui/DayRange.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Select } from '../../../ui/Select.tsx';
import { toast } from '../../../ui/toast.ts';
import { namesOfShifts } from './shiftWords.ts';

export interface AssignDialogProps {
  /** Without an id it is a new one. */
  stored: Partial<ShiftAssignment>;
  /** Who gets it; undefined: a group that is chosen. */
  userid: number | undefined;
  groups: GroupNames;
  shifts: readonly Shift[];
  today: string;
  refresh: () => Promise<void>;
  onClose: () => void;
}

const GROUPS = Array.from({ length: limits.group.max + 1 }, (_, group) => group);

/** A shift for a user or a group, from a day on. */
export function AssignDialog({ stored, userid, groups, shifts, today, refresh, onClose }: AssignDialogProps) {
  const { id, group = 1, shift = shifts[0]?.number ?? 0, from = today, to = '' } = stored;
  const names = namesOfShifts(shifts);
  const form = useRequest({
    start: { group, shift, from, to },
    check: (values) => ({
      ...(values.from === '' && userid !== undefined ? { from: t('rules.dayNeeded') } : {}),
      ...(values.to !== '' && values.to < values.from ? { to: t('rules.lastBeforeFirst') } : {}),
    }),
    placeOf: () => 'shift',
    send: async ({ group: chosen, ...values }, options) => {
      const whose = userid === undefined ? { group: chosen } : { userid };
      await assignShift({ ...(id === undefined ? {} : { id }), ...whose, ...values }, options);
      toast.ok(t('settings.saved'));
      await refresh();
      onClose();
    },
  });
  const { values } = form;
  return (
    <FormDialog
      title={id === undefined ? t('shifts.assign') : t('shifts.assignment')}
      form={form}
      action={t('ui.save')}
      onClose={onClose}
    >
      {userid === undefined && (
        <Select
          {...form.field('group')}
          label={t('field.User.group')}
          value={String(values.group)}
          disabled={id !== undefined}
          options={GROUPS.map((one) => ({ value: String(one), label: `${one} · ${groupText(one, groups)}` }))}
          onChange={(next) => form.set({ group: Number(next) })}
        />
      )}
      <Select
        {...form.field('shift')}
        label={t('field.User.shift')}
        value={String(values.shift)}
        options={shifts.map(({ number }) => ({ value: String(number), label: shiftText(number, names) }))}
        onChange={(next) => form.set({ shift: Number(next) })}
      />
      <DayRange
        form={form}
        required={userid !== undefined}
        fromHint={userid === undefined ? t('shifts.fromHint') : undefined}
        toHint={t('shifts.toHint')}
      />
    </FormDialog>
  );
}
