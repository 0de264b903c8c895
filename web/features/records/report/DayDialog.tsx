import { type DayPunch, type ReportDayReply, reportDay, voidPunch } from '@gen/records.ts';
import { useState } from 'react';
import useSWR from 'swr';
import { formatMinute, formatWall, t } from '../../../lib/i18n.ts';
import { usePower } from '../../../lib/power.ts';
import { problemText } from '../../../lib/problem.ts';
import { statusText } from '../../../lib/recordTexts.ts';
import { isFlexible } from '../../../lib/shiftKind.ts';
import { shiftText } from '../../../lib/shiftNames.ts';
import { Button } from '../../../ui/Button.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { DayBar } from './DayBar.tsx';
import { dayPicture } from './dayPicture.ts';
import { hoursOf } from './hours.ts';
import { LeaveDialog } from './LeaveDialog.tsx';
import { LeaveList } from './LeaveList.tsx';
import { AddPunchDialog, VoidPunchDialog } from './PunchDialogs.tsx';
import type { DayPlace } from './ReportTables.tsx';
import { dayMs } from './reportState.ts';
import { DaySigns, inText, nameBeside, outText, spanText, wallText } from './reportWords.tsx';
import { shown } from './useReport.ts';

interface DayDialogProps extends DayPlace {
  /** Reads again all that shows something of it. */
  onChange: () => Promise<void>;
  onClose: () => void;
}

/** A day of a person: the shift, the punches, and how the hours came out of them. */
export function DayDialog({ userid, name, date, onChange, onClose }: DayDialogProps) {
  const { data, error, mutate } = useSWR(
    ['report', 'day', userid, date],
    () => reportDay({ userid, day: date }, shown),
    {
      revalidateOnFocus: false,
    },
  );
  const mayWrite = usePower('advSetting')?.write ?? false;
  const [act, setAct] = useState<'add' | 'leave' | DayPunch>();
  const stop = () => setAct(undefined);
  return (
    <>
      <Dialog
        open
        size="wide"
        title={nameBeside({ userid, name }, formatWall(dayMs(date), { dateStyle: 'full' }))}
        onClose={onClose}
        footer={
          mayWrite && (
            <>
              <Button onClick={() => setAct('leave')}>{t('leave.add')}</Button>
              <Button onClick={() => setAct('add')}>{t('report.addPunch')}</Button>
            </>
          )
        }
      >
        {data ? (
          <Day day={data} onVoid={mayWrite ? setAct : undefined} onChange={onChange} />
        ) : error === undefined ? (
          <Skeleton lines={6} />
        ) : (
          <ErrorState text={problemText(error)} onRetry={() => void mutate()} />
        )}
      </Dialog>
      {act === 'add' && <AddPunchDialog userid={userid} date={date} known={data} onChange={onChange} onClose={stop} />}
      {act === 'leave' && <LeaveDialog userid={userid} date={date} onChange={onChange} onClose={stop} />}
      {typeof act === 'object' && <VoidPunchDialog punch={act} onChange={onChange} onClose={stop} />}
    </>
  );
}

interface DayProps {
  day: ReportDayReply;
  /** Left out without the right to write. */
  onVoid: ((punch: DayPunch) => void) | undefined;
  onChange: () => Promise<void>;
}

function Day({ day, onVoid, onChange }: DayProps) {
  const hours = hoursOf(day);
  return (
    <>
      <p className="report-shift-line">
        {day.duties.length === 0 && <ShiftLine shift={day.shifts[0]} />} <DaySigns row={day.row} />
      </p>
      {day.row.settled > 0 && onVoid !== undefined && <TakeBack seq={day.row.settled} onChange={onChange} />}
      <DayBar day={day} />
      <Duties day={day} />
      <section className="stack" aria-label={t('report.punches')}>
        <h3>{t('report.punches')}</h3>
        {day.punches.length === 0 ? (
          <p className="muted">{t('report.noPunches')}</p>
        ) : (
          <ul className="punches">
            {day.punches.map((punch) => (
              <Punch key={punch.seq} punch={punch} day={day} onVoid={onVoid} />
            ))}
          </ul>
        )}
      </section>
      {hours.length > 0 && (
        <section className="stack" aria-label={t('report.hours')}>
          <h3>{t('report.hours')}</h3>
          <dl className="hours">
            {hours.map(({ label, value, why }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd className="hours-value">{value}</dd>
                <dd className="muted">{why}</dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {day.leaves.length > 0 && (
        <section className="stack" aria-label={t('leave.title')}>
          <h3>{t('leave.title')}</h3>
          <LeaveList leaves={day.leaves} mayWrite={onVoid !== undefined} onChange={onChange} />
        </section>
      )}
    </>
  );
}

/** Puts a day that was left as it is back on the list. */
function TakeBack({ seq, onChange }: { seq: number; onChange: () => Promise<void> }) {
  const takeBack = async () => {
    try {
      await voidPunch({ seq, reason: t('settle.reason.withdraw') });
    } catch {
      /* Said by the call. */
    }
    await onChange();
  };
  return (
    <p>
      <Button size="small" onClick={() => void takeBack()}>
        {t('settle.putBack')}
      </Button>
    </p>
  );
}

/** Each duty of a day with two, with its own hours. */
function Duties({ day: { duties, shifts } }: { day: ReportDayReply }) {
  if (duties.length === 0) return null;
  return (
    <section className="stack" aria-label={t('report.duties')}>
      <h3>{t('report.duties')}</h3>
      <ul className="punches">
        {duties.map((row, index) => (
          <li key={row.shift} className="punch">
            <span className="punch-text">
              <span className="punch-head">
                <ShiftLine shift={shifts[index]} />
              </span>
              <span>
                {t('report.inOut', { from: inText(row), to: outText(row) })} · {t('report.worked')}{' '}
                {spanText(row.worked)} <DaySigns row={row} />
              </span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function ShiftLine({ shift }: { shift: ReportDayReply['shifts'][number] | undefined }) {
  if (!shift) return null;
  const hours = t('week.span', { from: formatMinute(shift.onDuty), to: formatMinute(shift.offDuty) });
  return (
    <>
      <bdi>{shift.name.trim() === '' ? shiftText(shift.number) : shift.name}</bdi>{' '}
      <span className="muted">{isFlexible(shift) ? t('shifts.flexible', { hours }) : hours}</span>
    </>
  );
}

function Punch({ punch, day, onVoid }: { punch: DayPunch } & Omit<DayProps, 'onChange'>) {
  const { minute, status, added, role, detail } = punch;
  return (
    <li className={role === 'voided' ? 'punch is-voided' : 'punch'}>
      <span className="punch-time">{wallText(minute)}</span>
      <span className="punch-text">
        <span className="punch-head">
          <span>{roleText(punch, day)}</span>
          <span className="muted">{statusText(status)}</span>
          {added && <Tag>{t('report.added')}</Tag>}
        </span>
        {detail !== '' && <bdi className="muted">{detail}</bdi>}
      </span>
      {onVoid && role !== 'voided' && (
        <IconButton icon="trash" label={t('report.voidOf', { time: wallText(minute) })} onClick={() => onVoid(punch)} />
      )}
    </li>
  );
}

/** What a punch is for the day; of one of another day whether that is before or behind. */
function roleText({ role, minute }: DayPunch, day: ReportDayReply): string {
  if (role !== 'otherDay') return t(`enum.PunchRole.${role}`);
  const { duties, from, to } = dayPicture(day);
  const [begin, end] = [duties[0]?.from ?? from, duties.at(-1)?.to ?? to];
  const middle = (begin + end) / 2;
  return t(minute < middle ? 'report.ofDayBefore' : 'report.ofDayAfter');
}
