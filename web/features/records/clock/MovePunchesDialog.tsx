import { ErrorCode } from '@gen/errors.ts';
import { type ClockError, movePunchesLimits as limits } from '@gen/records.ts';
import { useEffect, useRef, useState } from 'react';
import { useRequest } from '../../../lib/form/useRequest.ts';
import { errorText, t } from '../../../lib/i18n.ts';
import { DayRange } from '../../../ui/DayRange.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { refusalCounts } from '../settle/settle.ts';
import { clockErrorText } from './clockTexts.ts';
import { type Move, type Moved, moveAll, type Span, shiftOf, spanOf } from './moves.ts';

type Values = Span & { from: string; to: string; reason: string };

interface MovePunchesDialogProps {
  /** Whose punches are moved; undefined: those of days. */
  error: ClockError | undefined;
  /** Number of the newest record. */
  newest: number;
  onDone: (move: Move, moved: Moved) => void;
  onClose: () => void;
}

/** Counts first how many punches would be moved, then moves them. */
export function MovePunchesDialog({ error, newest, onDone, onClose }: MovePunchesDialogProps) {
  const [counted, setCounted] = useState<{ of: string; moved: Moved }>();
  const [done, setDone] = useState(0);
  const stopped = useRef(false);
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );
  const shift = error?.shift ?? 0;
  const start: Values = {
    ...spanOf(shift),
    from: '',
    to: '',
    reason: t(error?.unset ? 'clock.reasonUnset' : 'clock.reasonWrong'),
  };
  /* The seconds of a correction stay until its span is typed again. */
  const secondsOf = (values: Values) =>
    shiftOf(values) === shiftOf(spanOf(shift)) && shift !== 0 ? shift : shiftOf(values);
  const moveOf = (values: Values): Move => ({
    what: 'recorded',
    first: error?.first ?? 1,
    last: Math.max(error?.last ?? newest, 1),
    ...(values.from === '' ? {} : { fromDay: values.from }),
    ...(values.to === '' ? {} : { toDay: values.to }),
    shift: secondsOf(values),
    reason: values.reason.trim(),
  });
  const form = useRequest<Values>({
    start,
    check: (values) => ({
      ...(secondsOf(values) === 0 ? { minutes: t('clock.noSpan') } : {}),
      ...(error === undefined && values.from === '' ? { from: t('settings.required') } : {}),
      ...(values.reason.trim() === '' ? { reason: t('settings.required') } : {}),
    }),
    placeOf: (code) => (code === ErrorCode.outOfRange ? 'minutes' : 'reason'),
    send: async (values, options) => {
      const move = moveOf(values);
      const of = JSON.stringify(move);
      const steps = { options, onStep: ({ moved }: Moved) => setDone(moved), isStopped: () => stopped.current };
      setDone(0);
      if (counted?.of !== of) {
        setCounted({ of, moved: await moveAll(move, true, steps) });
        return;
      }
      onDone(move, await moveAll(move, false, steps));
      onClose();
    },
  });
  const { values } = form;
  const found = counted?.of === JSON.stringify(moveOf(values)) ? counted.moved : undefined;
  const number = (name: 'days' | 'hours' | 'minutes', max: number) => (
    <NumberField
      {...form.field(name)}
      label={t(`clock.${name}`)}
      value={values[name]}
      max={max}
      onChange={(value) => form.set({ [name]: value })}
    />
  );
  return (
    <FormDialog
      title={t('clock.title')}
      form={form}
      action={found === undefined ? t('clock.count') : t('clock.move', { count: found.moved })}
      blocked={found?.moved === 0}
      onClose={onClose}
    >
      {error && <p>{clockErrorText(error)}</p>}
      <p className="muted">{t('clock.text')}</p>
      {error === undefined && <DayRange form={form} />}
      <Segmented
        label={t('clock.way')}
        name="way"
        value={values.way}
        options={[
          { value: 'later', label: t('clock.toLater') },
          { value: 'earlier', label: t('clock.toEarlier') },
        ]}
        onChange={(way) => form.set({ way })}
      />
      <div className="pair">
        {number('days', 3650)}
        {number('hours', 23)}
        {number('minutes', 59)}
      </div>
      <TextField
        {...form.field('reason')}
        label={t('access.reason')}
        hint={t('report.reasonHint')}
        value={values.reason}
        required
        maxLength={limits.reason.max}
        onChange={(reason) => form.set({ reason })}
      />
      {form.busy && (
        <Progress
          label={t(found === undefined ? 'clock.counting' : 'clock.moving')}
          figures={t('clock.punches', { count: done })}
          at={found === undefined ? undefined : done}
          of={found?.moved ?? 0}
        />
      )}
      {found !== undefined && !form.busy && <Found moved={found} />}
    </FormDialog>
  );
}

function Found({ moved: { moved, refused } }: { moved: Moved }) {
  return (
    <div role="status">
      <p>{t('clock.found', { count: moved })}</p>
      <Refusals refused={refused} />
    </div>
  );
}

const whyText = (code: number): string => {
  if (code === ErrorCode.outOfRange) return t('clock.tooFar');
  return code === ErrorCode.userUnknown ? t('clock.noUser') : errorText(code);
};

/** Why some are not moved. */
export function Refusals({ refused }: Pick<Moved, 'refused'>) {
  return refusalCounts(refused).map(({ code, count }) => (
    <p key={code} className="muted">
      {t('clock.refused', { count, why: whyText(code) })}
    </p>
  ));
}
