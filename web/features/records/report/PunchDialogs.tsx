import { ErrorCode } from '@gen/errors.ts';
import { addPunch, type DayPunch, addPunchLimits as limits, type ReportDayReply, voidPunch } from '@gen/records.ts';
import { type PunchStatus, punchStatusWords } from '@gen/time.ts';
import { minuteOf, minuteText } from '../../../lib/dayMinute.ts';
import { useRequest } from '../../../lib/form/useRequest.ts';
import { t } from '../../../lib/i18n.ts';
import { statusText } from '../../../lib/recordTexts.ts';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Select } from '../../../ui/Select.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { TimeField } from '../../../ui/TimeField.tsx';
import { toast } from '../../../ui/toast.ts';
import { wallText } from './reportWords.tsx';

interface Acting {
  /** Reads again all that shows something of it. */
  onChange: () => Promise<void>;
  onClose: () => void;
}

const needed = <Name extends string>(values: Record<Name, string>, names: readonly Name[]) =>
  Object.fromEntries(names.filter((name) => values[name].trim() === '').map((name) => [name, t('settings.required')]));

interface AddPunchDialogProps extends Acting {
  userid: number;
  date: string;
  /** What is known of the day; undefined: nothing yet. */
  known: ReportDayReply | undefined;
}

interface Values {
  day: string;
  minute: string;
  status: PunchStatus;
  reason: string;
}

/** The punch that the terminal proposes. */
function proposed(date: string, known: ReportDayReply | undefined): Omit<Values, 'reason'> {
  const [one] = known?.proposals ?? [];
  return one === undefined
    ? { day: date, minute: '', status: known && known.row.firstIn > 0 ? 'out' : 'in' }
    : { ...one, minute: minuteText(one.minute) };
}

export function AddPunchDialog({ userid, date, known, onChange, onClose }: AddPunchDialogProps) {
  const form = useRequest<Values>({
    start: { ...proposed(date, known), reason: '' },
    check: (values) => needed(values, ['day', 'minute', 'reason']),
    placeOf: () => 'reason',
    textOf: ({ code }) => (code === ErrorCode.outOfRange ? t('report.notThen') : undefined),
    send: async ({ day, minute, status, reason }, options) => {
      await addPunch({ userid, day, minute: minuteOf(minute), status, reason: reason.trim() }, options);
      toast.ok(t('report.punchAdded'));
      await onChange();
      onClose();
    },
  });
  const { values } = form;
  return (
    <FormDialog title={t('report.addPunch')} form={form} action={t('report.add')} onClose={onClose}>
      <div className="pair">
        <TextField
          {...form.field('day')}
          label={t('report.day')}
          type="date"
          value={values.day}
          required
          onChange={(day) => form.set({ day })}
        />
        <TimeField
          {...form.field('minute')}
          label={t('records.time')}
          value={values.minute}
          required
          onChange={(minute) => form.set({ minute })}
        />
      </div>
      <Select
        {...form.field('status')}
        label={t('records.status')}
        value={values.status}
        options={punchStatusWords.map((value) => ({ value, label: statusText(value) }))}
        onChange={(status) => form.set({ status })}
      />
      <TextField
        {...form.field('reason')}
        label={t('access.reason')}
        hint={t('report.reasonHint')}
        value={values.reason}
        required
        maxLength={limits.reason.max}
        onChange={(reason) => form.set({ reason })}
      />
    </FormDialog>
  );
}

/** Asks before a punch is taken away, and why. */
export function VoidPunchDialog({ punch, onChange, onClose }: Acting & { punch: DayPunch }) {
  const form = useRequest({
    start: { reason: '' },
    check: (values) => needed(values, ['reason']),
    placeOf: () => 'reason',
    send: async ({ reason }, options) => {
      await voidPunch({ seq: punch.seq, reason: reason.trim() }, options);
      toast.ok(t('report.punchVoided'));
      await onChange();
      onClose();
    },
  });
  return (
    <FormDialog size="small" title={t('report.void')} form={form} action={t('report.voidAct')} onClose={onClose}>
      <p>{t('report.voidText', { time: wallText(punch.minute), status: statusText(punch.status) })}</p>
      <TextField
        {...form.field('reason')}
        label={t('access.reason')}
        hint={t('report.reasonHint')}
        value={form.values.reason}
        required
        autoFocus
        maxLength={limits.reason.max}
        onChange={(reason) => form.set({ reason })}
      />
    </FormDialog>
  );
}
