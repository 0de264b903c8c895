import { settleDaysLimits as limits, type SettleAct, type SettleDay } from '@gen/records.ts';
import { useEffect, useRef, useState } from 'react';
import { useRequest } from '../../../lib/form/useRequest.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { Progress } from '../../../ui/Progress.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import type { ReportAsked } from '../report/reportState.ts';
import { findDays, hasProposal, peopleOf, type Settled, settleMany } from './settle.ts';

interface Ends {
  onDone: (settled: Settled) => Promise<void>;
  onClose: () => void;
}

/** Looks for all days that the filter finds, then asks about those that have a proposal. */
export function SettleAllDialog({ asked, ...ends }: Ends & { asked: ReportAsked }) {
  const [count, setCount] = useState(0);
  const [days, setDays] = useState<readonly SettleDay[]>();
  const [error, setError] = useState<unknown>();
  const [again, setAgain] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is asked for stays while the dialog is open
  useEffect(() => {
    let isStopped = false;
    setError(undefined);
    findDays(asked, setCount, () => isStopped).then(
      (found) => !isStopped && setDays(found),
      (problem: unknown) => !isStopped && setError(problem),
    );
    return () => {
      isStopped = true;
    };
  }, [again]);
  if (days !== undefined) return <SettleDialog act="accept" days={days} {...ends} />;
  return (
    <Dialog
      open
      title={t('settle.all')}
      onClose={ends.onClose}
      footer={<Button onClick={ends.onClose}>{t('ui.cancel')}</Button>}
    >
      {error === undefined ? (
        <Progress label={t('settle.finding')} figures={t('settle.found', { count })} at={undefined} of={0} />
      ) : (
        <ErrorState text={problemText(error)} onRetry={() => setAgain(again + 1)} />
      )}
    </Dialog>
  );
}

interface SettleDialogProps extends Ends {
  act: SettleAct;
  days: readonly SettleDay[];
}

/** Asks how many days of how many people are settled, and why; then shows how far it is. */
export function SettleDialog({ act, days: given, onDone, onClose }: SettleDialogProps) {
  const days = act === 'accept' ? given.filter(hasProposal) : given;
  const [done, setDone] = useState(0);
  const stopped = useRef(false);
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );
  const form = useRequest({
    start: { reason: t(`settle.reason.${act}`) },
    check: ({ reason }) => (reason.trim() === '' ? { reason: t('settings.required') } : {}),
    placeOf: () => 'reason',
    send: async ({ reason }) => {
      const settled = await settleMany(act, days, reason.trim(), setDone, () => stopped.current);
      await onDone(settled);
      onClose();
    },
  });
  const count = act === 'accept' ? days.reduce((sum, { proposals }) => sum + proposals.length, 0) : days.length;
  return (
    <FormDialog
      title={t(`settle.title.${act}`)}
      form={form}
      action={t(`settle.count.${act}`, { count })}
      blocked={days.length === 0}
      onClose={onClose}
    >
      <p>{days.length === 0 ? t('settle.nothing') : t('settle.of', { days: days.length, people: peopleOf(days) })}</p>
      {days.length > 0 && <p className="muted">{t(`settle.text.${act}`)}</p>}
      {given.length > days.length && (
        <p className="muted">{t('settle.without', { count: given.length - days.length })}</p>
      )}
      {form.busy ? (
        <Progress
          label={t('settle.running')}
          figures={t('ui.ofCapacity', { value: formatNumber(done), max: formatNumber(days.length) })}
          at={done}
          of={days.length}
        />
      ) : (
        <TextField
          {...form.field('reason')}
          label={t('access.reason')}
          hint={t('report.reasonHint')}
          value={form.values.reason}
          required
          maxLength={limits.reason.max}
          onChange={(reason) => form.set({ reason })}
        />
      )}
    </FormDialog>
  );
}
