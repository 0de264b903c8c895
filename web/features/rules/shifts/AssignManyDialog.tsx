import type { AssignShiftManyReply, Shift } from '@gen/rules.ts';
import { useEffect, useRef, useState } from 'react';
import { useRequest } from '../../../lib/form/useRequest.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem.ts';
import { shiftText } from '../../../lib/shiftNames.ts';
import { Button } from '../../../ui/Button.tsx';
import { DayRange } from '../../../ui/DayRange.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { Select } from '../../../ui/Select.tsx';
import { toast } from '../../../ui/toast.ts';
import { useShifts } from '../data.ts';
import { assignToAll, type Step, type Wish } from './assignMany.ts';
import { namesOfShifts, termText } from './shiftWords.ts';

export interface AssignManyDialogProps {
  /** IDs of those who are to get it. */
  findIds: () => AsyncIterable<readonly number[]>;
  /** How many, in words. */
  count: string;
  onClose: () => void;
  /** It has been assigned. */
  onDone: () => void;
}

/** What was counted: it is them, and nobody who comes later. */
interface Counted {
  readonly wish: Wish;
  readonly userids: readonly number[];
  readonly sum: AssignShiftManyReply;
}

/** A shift for many users: chosen, counted, and assigned once that was seen. */
export function AssignManyDialog({ findIds, count, onClose, onDone }: AssignManyDialogProps) {
  const { data, error, refresh } = useShifts();
  const [counted, setCounted] = useState<Counted | null>(null);
  if (data === undefined) {
    return (
      error !== undefined && (
        <Dialog open title={t('shifts.assign')} onClose={onClose}>
          <ErrorState text={problemText(error)} onRetry={() => void refresh()} />
        </Dialog>
      )
    );
  }
  return counted === null ? (
    <Choice {...{ findIds, count, onClose }} shifts={data.shifts} today={data.today} onCounted={setCounted} />
  ) : (
    <Question counted={counted} shifts={data.shifts} onClose={onClose} onDone={onDone} />
  );
}

interface ChoiceProps extends Omit<AssignManyDialogProps, 'onDone'> {
  shifts: readonly Shift[];
  today: string;
  onCounted: (counted: Counted) => void;
}

function Choice({ findIds, count, shifts, today, onCounted, onClose }: ChoiceProps) {
  const names = namesOfShifts(shifts);
  const form = useRequest({
    start: { shift: shifts[0]?.number ?? 0, from: today, to: '' },
    check: (values) => ({
      ...(values.from === '' ? { from: t('rules.dayNeeded') } : {}),
      ...(values.to !== '' && values.to < values.from ? { to: t('rules.lastBeforeFirst') } : {}),
    }),
    placeOf: () => 'shift',
    send: async (wish) => {
      const userids: number[] = [];
      for await (const page of findIds()) userids.push(...page);
      await assignToAll(wish, userids, false, ({ done, sum }) => {
        if (done === userids.length) onCounted({ wish, userids, sum });
        return true;
      });
    },
  });
  const { values } = form;
  return (
    <FormDialog
      title={t('shifts.assign')}
      form={form}
      action={t('bulk.count')}
      blocked={shifts.length === 0}
      onClose={onClose}
    >
      <p>{t('shifts.assignMany', { count })}</p>
      {shifts.length === 0 && <Notice tone="info">{t('shifts.none')}</Notice>}
      <Select
        {...form.field('shift')}
        label={t('field.User.shift')}
        value={String(values.shift)}
        options={shifts.map(({ number }) => ({ value: String(number), label: shiftText(number, names) }))}
        onChange={(next) => form.set({ shift: Number(next) })}
      />
      <DayRange form={form} toHint={t('shifts.toHint')} />
    </FormDialog>
  );
}

interface QuestionProps extends Pick<AssignManyDialogProps, 'onClose' | 'onDone'> {
  counted: Counted;
  shifts: readonly Shift[];
}

/** What it would do, and how far it is. Left, it stops behind the users of the call that is under way. */
function Question({ counted: { wish, userids, sum }, shifts, onClose, onDone }: QuestionProps) {
  const [step, setStep] = useState<Step | null>(null);
  const isLeft = useRef(false);
  useEffect(
    () => () => {
      isLeft.current = true;
    },
    [],
  );
  const assign = async () => {
    let last: Step = { done: 0, sum: { ...sum, assigned: 0 } };
    setStep(last);
    try {
      await assignToAll(wish, userids, true, (next) => {
        last = next;
        setStep(next);
        return !isLeft.current;
      });
    } catch {
      /* It was said for the whole console. */
    }
    if (last.sum.assigned > 0) toast.ok(t('shifts.assignedMany', { count: formatNumber(last.sum.assigned) }));
    onDone();
    onClose();
  };
  const leave = () => {
    isLeft.current = true;
    if (step === null) onClose();
  };
  return (
    <Dialog
      open
      title={t('shifts.assign')}
      onClose={leave}
      footer={
        <>
          <Button onClick={leave}>{t('ui.cancel')}</Button>
          {step === null && (
            <Button tone="primary" disabled={sum.assigned === 0} onClick={() => void assign()}>
              {t('shifts.assignTo', { count: formatNumber(sum.assigned) })}
            </Button>
          )}
        </>
      }
    >
      <div className="stack">
        <p>
          {t('shifts.more', {
            hours: shiftText(wish.shift, namesOfShifts(shifts)),
            days: termText({ from: wish.from, to: wish.to ?? '' }),
          })}
        </p>
        {step === null ? (
          <Findings sum={sum} />
        ) : (
          <Progress
            label={t('shifts.assigning')}
            figures={t('ui.ofCapacity', { value: formatNumber(step.done), max: formatNumber(userids.length) })}
            at={step.done}
            of={userids.length}
          />
        )}
      </div>
    </Dialog>
  );
}

function Findings({ sum }: { sum: AssignShiftManyReply }) {
  return (
    <>
      <p>{t('shifts.willAssign', { count: formatNumber(sum.assigned) })}</p>
      {sum.meeting > 0 && <Notice tone="warn">{t('shifts.meeting', { count: formatNumber(sum.meeting) })}</Notice>}
      {sum.own > 0 && <Notice tone="info">{t('shifts.leftOwn', { count: formatNumber(sum.own) })}</Notice>}
      {sum.full > 0 && <Notice tone="info">{t('shifts.leftFull', { count: formatNumber(sum.full) })}</Notice>}
    </>
  );
}
