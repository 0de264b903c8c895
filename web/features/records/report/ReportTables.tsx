import type { ReportRow, ReportSort, ReportSum } from '@gen/records.ts';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { shiftText, useShiftNames } from '../../../lib/shiftNames.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { dayMs, personReport, type ReportState, type ReportView, sortReport, writeReport } from './reportState.ts';
import {
  balanceText,
  DaySigns,
  daysText,
  inText,
  NOTHING,
  outText,
  shortDay,
  spanOr,
  spanText,
  whoText,
} from './reportWords.tsx';
import type { ReportColumns } from './useReport.ts';

interface Props<Row> {
  rows: readonly Row[];
  state: ReportState;
  busy?: boolean;
  skeleton?: number | undefined;
  has: ReportColumns;
  onSort: (next: ReportState) => void;
}

/** A figure of a column, the same in the list and on paper. */
export interface Figure<Row, Key = string> {
  key: Key;
  header: string;
  text: (row: Row) => string;
  sort: ReportSort;
  drop?: 0 | 1 | 2 | 3;
}

export const presentText = ({ present, due }: ReportSum): string =>
  due === 0 && present === 0 ? NOTHING : t('ui.ofCapacity', { value: formatNumber(present), max: formatNumber(due) });

const countText = (count: number): string => (count === 0 ? NOTHING : formatNumber(count));

const night = ({ nights }: ReportColumns) =>
  nights
    ? [
        {
          ...({ key: 'night', sort: 'night', drop: 2 } as const),
          header: t('report.night'),
          text: (row: { night: number }) => spanOr(row.night),
        },
      ]
    : [];

const balance = ({ flexible }: ReportColumns) =>
  flexible
    ? [
        {
          ...({ key: 'balance', sort: 'balance' } as const),
          header: t('report.balance'),
          text: (row: { balance: number }) => balanceText(row.balance),
        },
      ]
    : [];

const carried = ({ flexible }: ReportColumns) =>
  flexible
    ? [
        {
          ...({ key: 'carried', sort: 'carried', drop: 1 } as const),
          header: t('report.carried'),
          text: (row: ReportRow) => balanceText(row.carried),
        },
      ]
    : [];

export const sumFigures = (has: ReportColumns): Figure<ReportSum>[] => [
  { key: 'present', sort: 'present', header: t('report.present'), text: presentText },
  { key: 'late', sort: 'late', header: t('report.late'), text: (sum) => daysText(sum.lateDays, sum.late) },
  {
    key: 'early',
    sort: 'early',
    header: t('report.early'),
    text: (sum) => daysText(sum.earlyDays, sum.early),
    drop: 2,
  },
  { key: 'missing', sort: 'missing', header: t('report.missing'), text: (sum) => countText(sum.missing), drop: 3 },
  { key: 'absent', sort: 'absence', header: t('report.absent'), text: (sum) => daysText(sum.absentDays, sum.absence) },
  {
    key: 'leave',
    sort: 'leave',
    header: t('report.leave'),
    text: (sum) => daysText(sum.leaveDays, sum.leave),
    drop: 1,
  },
  { key: 'worked', sort: 'worked', header: t('report.worked'), text: ({ worked }) => spanOr(worked) },
  { key: 'overtime', sort: 'overtime', header: t('report.overtime'), text: ({ overtime }) => spanOr(overtime) },
  ...night(has),
  ...balance(has),
];

export const dayFigures = (has: ReportColumns): Figure<ReportRow, 'in' | 'out' | keyof ReportRow>[] => [
  { key: 'in', sort: 'in', header: t('report.in'), text: inText },
  { key: 'out', sort: 'out', header: t('report.out'), text: outText },
  {
    key: 'inTime',
    sort: 'inTime',
    header: t('report.inTime'),
    text: ({ inTime }) => spanOr(inTime),
    drop: has.flexible ? 0 : 1,
  },
  {
    key: 'outTime',
    sort: 'outTime',
    header: t('report.outTime'),
    text: ({ outTime }) => spanOr(outTime),
    drop: has.flexible ? 0 : 1,
  },
  { key: 'late', sort: 'late', header: t('report.late'), text: ({ late }) => spanOr(late), drop: 3 },
  { key: 'early', sort: 'early', header: t('report.early'), text: ({ early }) => spanOr(early), drop: 3 },
  { key: 'worked', sort: 'worked', header: t('report.worked'), text: ({ worked }) => spanOr(worked) },
  {
    key: 'overtime',
    sort: 'overtime',
    header: t('report.overtime'),
    text: ({ overtime }) => spanOr(overtime),
    drop: 2,
  },
  ...night(has),
  ...balance(has),
  ...carried(has),
];

/** What the rows of a view can be sorted by, in words. */
export function sortWords(view: ReportView, has: ReportColumns): readonly { sort: ReportSort; header: string }[] {
  const person = { sort: 'name', header: t('users.person') } as const;
  if (view === 'people') return [person, ...sumFigures(has)];
  return [
    { sort: 'date', header: t('report.day') },
    person,
    { sort: 'shift', header: t('field.User.shift') },
    ...dayFigures(has),
    { sort: 'notes', header: t('report.signs') },
  ];
}

const figureColumns = <Row,>(figures: readonly Figure<Row>[]): Column<Row, ReportSort>[] =>
  figures.map(({ text, ...figure }) => ({ ...figure, align: 'end' as const, cell: text }));

const sorting = ({ state, onSort }: Pick<Props<never>, 'state' | 'onSort'>) => ({
  by: state.sort,
  order: state.order,
  onSort: (sort: ReportSort) => onSort(sortReport(state, sort)),
});

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
export function SumTable({ rows, state, busy = false, skeleton, has, onSort }: Props<ReportSum>) {
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
    <DataTable<ReportSum, ReportSort>
      label={t('report.people')}
      columns={[
        { key: 'person', header: t('users.person'), sort: 'name', grow: true, cell: person },
        ...figureColumns(sumFigures(has)),
      ]}
      sort={sorting({ state, onSort })}
      rows={rows}
      rowId={({ userid }) => userid}
      rowName={whoText}
      card={(sum) => (
        <Card first={person(sum)} end={spanOr(sum.worked)}>
          {sumFigures(has)
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
  const { rows, state, busy = false, skeleton, has, onOpen } = props;
  const names = useShiftNames(rows.some(({ shift }) => shift > 0));
  const isOfOne = state.userid !== null;
  const day = (row: ReportRow) => (
    <button type="button" className="report-day" aria-haspopup="dialog" onClick={() => onOpen(row)}>
      {shortDay(row.date)}
    </button>
  );
  const columns: Column<ReportRow, ReportSort>[] = [
    { key: 'date', header: t('report.day'), sort: 'date', cell: day },
    ...(isOfOne
      ? []
      : [
          {
            key: 'person',
            header: t('users.person'),
            sort: 'name' as const,
            grow: true,
            cell: (row: ReportRow) => <Person state={state} row={row} />,
          },
        ]),
    {
      key: 'shift',
      header: t('field.User.shift'),
      sort: 'shift',
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
    ...figureColumns(dayFigures(has)),
    { key: 'signs', header: t('report.signs'), sort: 'notes', grow: isOfOne, cell: (row) => <DaySigns row={row} /> },
  ];
  return (
    <DataTable<ReportRow, ReportSort>
      label={t('report.days')}
      columns={columns}
      sort={sorting(props)}
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
          {row.balance !== 0 && (
            <span>{t('report.spanOf', { word: t('report.balance'), span: balanceText(row.balance) })}</span>
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
