import { type ClockError, clockErrors } from '@gen/records.ts';
import { useState } from 'react';
import useSWR from 'swr';
import { t } from '../../../lib/i18n.ts';
import { usePower } from '../../../lib/power.ts';
import { problemText } from '../../../lib/problem.ts';
import { Button } from '../../../ui/Button.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { toast } from '../../../ui/toast.ts';
import { clockErrorSpan, clockErrorText } from './clockTexts.ts';
import { MovePunchesDialog, Refusals } from './MovePunchesDialog.tsx';
import { backOf, type Move, type Moved, moveAll } from './moves.ts';

/** What was moved last. */
interface Outcome {
  readonly move: Move;
  readonly moved: Moved;
}

/** When the clock was wrong, each with a way to move its punches. */
export function WrongClocks({ onChange }: { onChange: () => void }) {
  const { data, error, mutate } = useSWR('clockErrors', () => clockErrors({ handles: () => true }));
  const mayWrite = usePower('advSetting')?.write ?? false;
  const [asking, setAsking] = useState<ClockError | 'days'>();
  const [outcome, setOutcome] = useState<Outcome>();
  if (error !== undefined) return <ErrorState text={problemText(error)} onRetry={() => void mutate()} />;
  if (data === undefined) return null;
  const newestFirst = data.errors.toReversed();
  return (
    <section className="wrong-clocks stack" aria-label={t('clock.wrong')}>
      {newestFirst.length === 0 && <p className="muted">{t('clock.none')}</p>}
      {newestFirst.map((one) => (
        <div key={one.first} className="wrong-clock">
          <Notice tone="warn" title={clockErrorText(one)}>
            {clockErrorSpan(one)}
          </Notice>
          {mayWrite && one.last >= one.first && <Button onClick={() => setAsking(one)}>{t('clock.ask')}</Button>}
        </div>
      ))}
      {outcome && (
        <Done
          outcome={outcome}
          onBack={() => {
            setOutcome(undefined);
            onChange();
          }}
        />
      )}
      {mayWrite && (
        <div className="toolbar-end">
          <Button tone="quiet" onClick={() => setAsking('days')}>
            {t('clock.askDays')}
          </Button>
        </div>
      )}
      {asking !== undefined && (
        <MovePunchesDialog
          error={asking === 'days' ? undefined : asking}
          newest={data.newest}
          onDone={(move, moved) => {
            setOutcome({ move, moved });
            onChange();
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </section>
  );
}

/** What came of it, and the way back. */
function Done({ outcome: { move, moved }, onBack }: { outcome: Outcome; onBack: () => void }) {
  const [busy, setBusy] = useState(false);
  const goBack = async () => {
    setBusy(true);
    try {
      const back = backOf(move, moved);
      const steps = { options: { handles: () => true }, onStep: () => undefined, isStopped: () => false };
      const { moved: count } = await moveAll(back, false, steps);
      toast.ok(t('clock.movedBack', { count }));
      onBack();
    } catch (problem) {
      toast.error(problemText(problem));
      setBusy(false);
    }
  };
  return (
    <div className="wrong-clock">
      <Notice tone={moved.refused.length === 0 ? 'ok' : 'warn'} title={t('clock.moved', { count: moved.moved })}>
        <Refusals refused={moved.refused} />
      </Notice>
      {moved.last > 0 && (
        <Button disabled={busy} onClick={() => void goBack()}>
          {t('clock.back')}
        </Button>
      )}
    </div>
  );
}
