/** The figures of a day, each with the rule that made it (docs/rules.md, "Days of attendance"). */
import type { ReportDayReply } from '@gen/records.ts';
import type { Shift } from '@gen/rules.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { measureText } from '../../../lib/settings/words.ts';
import { isFlexible } from '../../../lib/shiftKind.ts';
import { dayPicture } from './dayPicture.ts';
import { balanceText, spanText } from './reportWords.tsx';

export interface Hours {
  readonly label: string;
  readonly value: string;
  readonly why: string;
}

const minutes = (count: number): string => measureText(formatNumber(count), 'min');

/** Late, and early at the end, go by the same rules. */
function offTime(isMissing: boolean, count: number, by: number, grace: number, edge: 'late' | 'early') {
  if (isMissing) return t(`report.why.missing.${edge}`);
  if (count > 0) return t(`report.why.${edge}`, { grace: minutes(grace) });
  return by > 0 ? t('report.why.grace', { time: minutes(by), grace: minutes(grace) }) : '';
}

export function hoursOf(day: ReportDayReply): Hours[] {
  const { row } = day;
  const [shift] = day.shifts;
  const { duties, cores } = dayPicture(day);
  const flexible = shift !== undefined && isFlexible(shift);
  const [duty] = duties.length === 1 ? (flexible ? cores : duties) : [];
  const isWork = row.kind === 'work';
  const isUnsettled = isWork && (row.missingIn || row.missingOut) && row.worked === 0;
  const hours: [label: string, count: number, why: string][] = [
    [t('report.planned'), row.planned, t(flexible ? 'report.why.target' : 'report.why.planned')],
    [t('report.leave'), row.leave, t(leaveKey(isWork, flexible))],
    [t('report.absent'), row.absence, t('report.why.absent')],
    [t('report.inTime'), row.inTime, t('report.why.inTime')],
    [t('report.outTime'), row.outTime, t('report.why.outTime')],
  ];
  if (shift && duty && !row.absent && !isUnsettled) {
    const by = row.firstIn === 0 ? 0 : row.firstInMinute - duty.from;
    const before = row.lastOut === 0 ? 0 : duty.to - row.lastOutMinute;
    hours.push(
      [t('report.late'), row.late, offTime(row.missingIn, row.late, by, shift.lateGrace, 'late')],
      [t('report.early'), row.early, offTime(row.missingOut, row.early, before, shift.earlyGrace, 'early')],
    );
  }
  const step = minutes(shift?.overtimeStep ?? 0);
  hours.push(
    [t('report.worked'), row.worked, isUnsettled ? t('report.why.unsettled') : workedText(isWork, step, shift)],
    [t('report.overtime'), row.overtime, isWork ? t('report.why.overtime', { step }) : t('report.why.allOvertime')],
  );
  hours.push([t('report.night'), row.night, t('report.why.night')]);
  /* Minutes within the grace period, and a day that is not settled, are explained although they count nothing. */
  const explained = [t('report.late'), t('report.early'), ...(isUnsettled ? [t('report.worked')] : [])];
  return [
    ...hours
      .filter(([label, count, why]) => count > 0 || (why !== '' && explained.includes(label)))
      .map(([label, count, why]) => ({ label, value: spanText(count), why })),
    ...(row.balance === 0
      ? []
      : [{ label: t('report.balance'), value: balanceText(row.balance), why: t('report.why.balance') }]),
  ];
}

function leaveKey(isWork: boolean, flexible: boolean) {
  if (!isWork) return 'report.why.leave';
  return flexible ? 'report.why.leaveTarget' : 'report.why.leaveHalf';
}

function workedText(isWork: boolean, step: string, shift: Shift | undefined): string {
  const flexible = shift !== undefined && isFlexible(shift);
  if (isWork) return t(flexible ? 'report.why.workedSpan' : 'report.why.worked');
  if (flexible) return t('report.why.workedFlexible');
  return shift ? t('report.why.workedSteps', { step }) : t('report.why.workedAll');
}
