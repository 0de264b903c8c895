import type { ReportRow, ReportSum } from '@gen/records.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { shiftText, useShiftNames } from '../../../lib/shiftNames.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { dayMs, personReport, type ReportState, writeReport } from './reportState.ts';
import { DaySigns, daysText, inText, NOTHING, outText, shortDay, spanOr, spanText, whoText } from './reportWords.tsx';

interface Props<Row> {
  rows: readonly Row[];
  state: ReportState;
  busy?: boolean;
  skeleton?: number | undefined;
}

/** A figure of a column, the same in the list and on paper. */
export interface Figure<Row, Key = string> {
  key: Key;
  header: string;
  text: (row: Row) => string;
  drop?: 1 | 2 | 3;
}

export const presentText = ({ present, due }: ReportSum): string =>
  due === 0 && present === 0 ? NOTHING : t('ui.ofCapacity', { value: formatNumber(present), max: formatNumber(due) });

const countText = (count: number): string => (count === 0 ? NOTHING : formatNumber(count));

export const sumFigures = (): Figure<ReportSum>[] => [
  { key: 'present', header: t('report.present'), text: presentText },
  { key: 'late', header: t('report.late'), text: (sum) => daysText(sum.lateDays, sum.late) },
  { key: 'early', header: t('report.early'), text: (sum) => daysText(sum.earlyDays, sum.early), drop: 2 },
  { key: 'missing', header: t('report.missing'), text: (sum) => countText(sum.missing), drop: 3 },
  { key: 'absent', header: t('report.absent'), text: (sum) => daysText(sum.absentDays, sum.absence) },
  { key: 'leave', header: t('report.leave'), text: (sum) => daysText(sum.leaveDays, sum.leave), drop: 1 },
  { key: 'worked', header: t('report.worked'), text: ({ worked }) => spanOr(worked) },
  { key: 'overtime', header: t('report.overtime'), text: ({ overtime }) => spanOr(overtime) },
];

export const dayFigures = (): Figure<ReportRow, 'in' | 'out' | keyof ReportRow>[] => [
  { key: 'in', header: t('report.in'), text: inText },
  { key: 'out', header: t('report.out'), text: outText },
  { key: 'inTime', header: t('report.inTime'), text: ({ inTime }) => spanOr(inTime), drop: 1 },
  { key: 'outTime', header: t('report.outTime'), text: ({ outTime }) => spanOr(outTime), drop: 1 },
  { key: 'late', header: t('report.late'), text: ({ late }) => spanOr(late), drop: 3 },
  { key: 'early', header: t('report.early'), text: ({ early }) => spanOr(early), drop: 3 },
  { key: 'worked', header: t('report.worked'), text: ({ worked }) => spanOr(worked) },
  { key: 'overtime', header: t('report.overtime'), text: ({ overtime }) => spanOr(overtime), drop: 2 },
];

const columnsOf = <Row,>(figures: readonly Figure<Row>[]): Column<Row, never>[] =>
  figures.map(({ text, ...figure }) => ({ ...figure, align: 'end' as const, cell: text }));

/** Whose hours they are; leads to the days of this person. */
function Person({ state, row }: { state: ReportState; row: ReportRow | ReportSum }) {
  const search = writeReport(personReport(state, row.userid)).toString();
  return (
    <span className="record-who">
      <Link to={{ search }} className="record-name report-person">
        <bdi>{whoText(row)}</bdi>
      </Link>
      <span className="muted record-number">{row.userid}</span>
    </span>
  );
}

/** A row a person. */
export function SumTable({ rows, state, busy = false, skeleton }: Props<ReportSum>) {
  const person = (sum: ReportSum) => (
    <span className="record-who">
      <Person state={state} row={sum} />
      {sum.cut && (
        <Tag tone="no" icon="alert">
          {t('report.cut')}
        </Tag>
      )}
    </span>
  );
  return (
    <DataTable<ReportSum, never>
      label={t('report.people')}
      columns={[{ key: 'person', header: t('users.person'), grow: true, cell: person }, ...columnsOf(sumFigures())]}
      rows={rows}
      rowId={({ userid }) => userid}
      rowName={whoText}
      card={(sum) => (
        <Card first={person(sum)} end={spanOr(sum.worked)}>
          {sumFigures()
            .filter(({ key, text }) => key !== 'worked' && text(sum) !== NOTHING)
            .map(({ key, header, text }) => (
              <span key={key}>{t('report.spanOf', { word: header, span: text(sum) })}</span>
            ))}
        </Card>
      )}
      busy={busy}
      skeleton={skeleton}
    />
  );
}

export type DayPlace = Pick<ReportRow, 'userid' | 'name' | 'date'>;

/** A row a person and day. */
export function DayTable(props: Props<ReportRow> & { onOpen: (day: DayPlace) => void }) {
  const { rows, state, busy = false, skeleton, onOpen } = props;
  const names = useShiftNames(rows.some(({ shift }) => shift > 0));
  const isOfOne = state.userid !== null;
  const day = (row: ReportRow) => (
    <button type="button" className="report-day" aria-haspopup="dialog" onClick={() => onOpen(row)}>
      {shortDay(row.date)}
    </button>
  );
  const columns: Column<ReportRow, never>[] = [
    { key: 'date', header: t('report.day'), cell: day },
    ...(isOfOne
      ? []
      : [
          {
            key: 'person',
            header: t('users.person'),
            grow: true,
            cell: (row: ReportRow) => <Person state={state} row={row} />,
          },
        ]),
    {
      key: 'shift',
      header: t('field.User.shift'),
      drop: 2,
      cell: ({ shift, secondShift }) => (
        <span className="report-shift">
          <bdi>{shift === 0 ? NOTHING : shiftText(shift, names)}</bdi>
          {secondShift > 0 && (
            <>
              {' + '}
              <bdi>{shiftText(secondShift, names)}</bdi>
            </>
          )}
        </span>
      ),
    },
    ...columnsOf(dayFigures()),
    { key: 'signs', header: t('report.signs'), grow: isOfOne, cell: (row) => <DaySigns row={row} /> },
  ];
  return (
    <DataTable<ReportRow, never>
      label={t('report.days')}
      columns={columns}
      rows={rows}
      rowId={({ userid, date }) => userid * 1e6 + dayMs(date) / 86_400_000}
      rowName={(row) => `${whoText(row)}, ${shortDay(row.date)}`}
      card={(row) => (
        <Card
          first={
            <>
              {day(row)}
              {!isOfOne && <Person state={state} row={row} />}
            </>
          }
          end={row.worked === 0 ? '' : spanText(row.worked)}
        >
          {(row.firstIn > 0 || row.lastOut > 0) && (
            <span>{t('report.inOut', { from: inText(row), to: outText(row) })}</span>
          )}
          <DaySigns row={row} />
        </Card>
      )}
      busy={busy}
      skeleton={skeleton}
    />
  );
}

function Card({ first, end, children }: { first: ReactNode; end: string; children: ReactNode }) {
  return (
    <>
      <span className="cards-line">
        {first}
        <span className="record-number">{end}</span>
      </span>
      <span className="cards-line record-second report-second">{children}</span>
    </>
  );
}
