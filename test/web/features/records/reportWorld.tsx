/** A terminal with hours, for tests of the report. */
import type { DayPunch, Leave, ReportDayReply, ReportRow, ReportSum, SettleDay } from '@gen/records.ts';
import type { Shift } from '@gen/rules.ts';
import { ReportPage } from '../../../../web/features/records/report/ReportPage.tsx';
import { type Answer, fakeTerminal } from '../../fakeTerminal.ts';
import { show } from '../../show.tsx';

export const TODAY = '2026-06-17';

export const aSum = (userid: number, change: Partial<ReportSum> = {}): ReportSum => ({
  userid,
  name: `Ada ${userid}`,
  due: 12,
  present: 10,
  absentDays: 1,
  lateDays: 3,
  earlyDays: 0,
  missing: 2,
  leaveDays: 0,
  planned: 5760,
  late: 42,
  early: 0,
  worked: 4805,
  overtime: 60,
  night: 0,
  balance: 0,
  absence: 480,
  leave: 0,
  open: false,
  cut: false,
  ...change,
});

export const aRow = (date: string, change: Partial<ReportRow> = {}): ReportRow => ({
  userid: 7,
  name: 'Ada 7',
  date,
  firstIn: 1_780_000_000,
  lastOut: 1_780_028_000,
  firstInMinute: 486,
  lastOutMinute: 960,
  inTime: 474,
  outTime: 0,
  late: 6,
  early: 0,
  worked: 474,
  overtime: 0,
  night: 0,
  balance: 0,
  carried: 0,
  absence: 0,
  leave: 0,
  planned: 480,
  kind: 'work',
  leaveKind: 'vacation',
  shift: 1,
  secondShift: 0,
  holiday: 0,
  open: false,
  missingIn: false,
  missingOut: false,
  absent: false,
  inOutside: false,
  outOutside: false,
  odd: false,
  corrected: false,
  cut: false,
  settled: 0,
  ...change,
});

/** A day whose check-out is missing. */
export const aSettleDay = (userid: number, change: Partial<SettleDay> = {}): SettleDay => ({
  row: aRow('2026-06-02', { userid, name: `Ada ${userid}`, lastOut: 0, worked: 0, missingOut: true }),
  punches: [{ minute: 486, status: 'in', added: false }],
  proposals: [{ day: '2026-06-02', minute: 960, status: 'out' }],
  seen: userid * 11,
  ...change,
});

export const noPunch = { firstIn: 0, lastOut: 0, inTime: 0, late: 0, worked: 0 } as const;

export const aShift = (change: Partial<Shift> = {}): Shift => ({
  number: 1,
  name: 'Early',
  colour: 1,
  kind: 'fixed',
  target: 480,
  coreStart: 0,
  coreEnd: 0,
  onDuty: 480,
  offDuty: 960,
  breakStart: [720, 0, 0],
  breakEnd: [750, 0, 0],
  breakRule: 'atLeast',
  breakFlex: 120,
  breakAfter: 0,
  breaksOnRest: true,
  inBefore: 120,
  inAfter: 120,
  outBefore: 120,
  outAfter: 240,
  lateGrace: 5,
  earlyGrace: 5,
  missingIn: 60,
  missingOut: 60,
  overtimeBefore: 0,
  overtimeAfter: 0,
  overtimeStep: 15,
  onHolidays: false,
  pattern: 'week',
  days: 62,
  moreDays: '',
  cycleDays: 7,
  cycleFirst: '',
  revision: 1,
  ...change,
});

export const aPunch = (seq: number, minute: number, change: Partial<DayPunch> = {}): DayPunch => ({
  seq,
  time: 1_780_000_000_000 + minute * 60_000,
  minute,
  status: 'in',
  added: false,
  role: 'firstIn',
  detail: '',
  ...change,
});

export const aLeave = (id: number, change: Partial<Leave> = {}): Leave => ({
  id,
  userid: 7,
  kind: 'vacation',
  from: '2026-06-02',
  to: '2026-06-02',
  half: 'whole',
  note: '',
  ...change,
});

export const aDay = (change: Partial<ReportDayReply> = {}): ReportDayReply => ({
  row: aRow('2026-06-02'),
  shifts: [aShift()],
  duties: [],
  punches: [aPunch(11, 486), aPunch(12, 960, { status: 'out', role: 'lastOut' })],
  leaves: [],
  proposals: [],
  ...change,
});

/** The page with these answers, beside those that every test needs. */
export function openReport(answers: Record<string, Answer> = {}) {
  const asked = fakeTerminal({
    checkPower: () => ({ read: true, write: true }),
    reportSums: ({ userid }: { userid?: number }) => ({
      sums: userid === undefined ? [aSum(3), aSum(7)] : [aSum(userid)],
      next: 0,
      today: TODAY,
    }),
    GetReportFormInfo: () => ({ rows: [aRow('2026-06-02')], next: '', today: TODAY }),
    reportDays: () => ({ days: [], people: 0, next: 0 }),
    reportDay: () => aDay(),
    SetShiftsInfo: () => ({ shifts: [aShift()], uses: [], groups: [], today: TODAY }),
    ...answers,
  });
  show(<ReportPage />);
  return asked;
}
