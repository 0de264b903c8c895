import type { SettleAct, SettleDay } from '@gen/records.ts';
import { useRef, useState } from 'react';
import { errorText, t } from '../../../lib/i18n.ts';
import { usePhone } from '../../../lib/media.ts';
import { usePower } from '../../../lib/power.ts';
import { problemText } from '../../../lib/problem.ts';
import { Button } from '../../../ui/Button.tsx';
import { confirm } from '../../../ui/confirm.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { SelectionBar } from '../../../ui/SelectionBar.tsx';
import { toast } from '../../../ui/toast.ts';
import type { DayPlace } from '../report/ReportTables.tsx';
import type { ReportAsked } from '../report/reportState.ts';
import { SettleAllDialog, SettleDialog } from './SettleDialog.tsx';
import { SettleTable } from './SettleTable.tsx';
import { hasProposal, refusalCounts, type Settled, settleMany, withdrawMany } from './settle.ts';
import { type ChosenDays, useChosenDays } from './useChosenDays.ts';

interface SettleListProps {
  days: readonly SettleDay[];
  asked: ReportAsked;
  busy: boolean;
  skeleton: number | undefined;
  onOpen: (day: DayPlace) => void;
  /** Reads again all that the page shows. */
  onChange: () => Promise<void>;
}

/** What is asked about; `all`: the days that the filter finds. */
type Asking = { act: SettleAct; days: readonly SettleDay[] } | 'all';

/** The days to settle: each by itself, those that are selected, or all. */
export function SettleList({ days, asked, busy, skeleton, onOpen, onChange }: SettleListProps) {
  const mayWrite = usePower('advSetting')?.write ?? false;
  const phone = usePhone();
  const chosen = useChosenDays(days);
  const [asking, setAsking] = useState<Asking>();
  const [last, setLast] = useState<Settled>();
  const acting = useRef(false);
  const finish = async (settled: Settled) => {
    setLast(settled);
    chosen.clear();
    await onChange();
  };
  const settleOne = async (act: SettleAct, day: SettleDay) => {
    if (acting.current) return;
    acting.current = true;
    const settled = await settleMany(act, [day], t(`settle.reason.${act}`), nothing, never);
    acting.current = false;
    await finish(settled);
  };
  const stop = () => setAsking(undefined);
  return (
    <>
      {mayWrite && days.length > 0 && <SettleBar chosen={chosen} onAsk={setAsking} />}
      {last && <Outcome settled={last} onChange={onChange} onClose={() => setLast(undefined)} />}
      {(days.length > 0 || skeleton !== undefined) && (
        <SettleTable
          days={days}
          busy={busy}
          skeleton={skeleton}
          selection={mayWrite && !phone ? chosen : undefined}
          onSettle={mayWrite ? (act, day) => void settleOne(act, day) : undefined}
          onOpen={onOpen}
        />
      )}
      {asking === 'all' && <SettleAllDialog asked={asked} onDone={finish} onClose={stop} />}
      {typeof asking === 'object' && <SettleDialog {...asking} onDone={finish} onClose={stop} />}
    </>
  );
}

const nothing = (): void => undefined;
const never = (): boolean => false;

function SettleBar({ chosen, onAsk }: { chosen: ChosenDays; onAsk: (asking: Asking) => void }) {
  const { days } = chosen;
  const proposals = days.reduce((sum, day) => sum + day.proposals.length, 0);
  if (days.length === 0) {
    return (
      <div className="toolbar">
        <div className="toolbar-end">
          <Button icon="check" onClick={() => onAsk('all')}>
            {t('settle.all')}
          </Button>
        </div>
      </div>
    );
  }
  return (
    <SelectionBar count={days.length} elsewhere={0} onClear={chosen.clear}>
      <Button icon="check" disabled={!days.some(hasProposal)} onClick={() => onAsk({ act: 'accept', days })}>
        {t('settle.count.accept', { count: proposals })}
      </Button>
      <Button onClick={() => onAsk({ act: 'leave', days })}>{t('settle.leave')}</Button>
    </SelectionBar>
  );
}

interface OutcomeProps {
  settled: Settled;
  onChange: () => Promise<void>;
  onClose: () => void;
}

/** What came of it, and the way back. */
function Outcome({ settled: { settled, seqs, refused, left, problem }, onChange, onClose }: OutcomeProps) {
  const isWhole = refused.length === 0 && left === 0;
  const withdraw = () =>
    confirm({
      title: t('settle.withdrawTitle'),
      body: t('settle.withdrawText', { count: seqs.length }),
      action: t('settle.withdraw', { count: seqs.length }),
      danger: true,
      run: async () => {
        try {
          const stays = await withdrawMany(seqs, t('settle.reason.withdraw'));
          if (stays > 0) toast.error(t('settle.stays', { count: stays }));
          onClose();
        } catch (error) {
          toast.error(problemText(error));
        }
        await onChange();
      },
    });
  return (
    <div className="settle-outcome">
      <Notice tone={isWhole ? 'ok' : 'warn'} title={t('settle.settled', { count: settled })}>
        {refusalCounts(refused).map(({ code, count }) => (
          <span key={code}>{t('settle.refused', { count, why: errorText(code) })} </span>
        ))}
        {left > 0 && <span>{t('settle.left.over', { count: left })} </span>}
        {problem}
      </Notice>
      <div className="toolbar-end">
        {seqs.length > 0 && (
          <Button onClick={() => void withdraw()}>{t('settle.withdraw', { count: seqs.length })}</Button>
        )}
        <Button tone="quiet" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </div>
    </div>
  );
}
