import type { SettleAct, SettleDay, SettleProposal } from '@gen/records.ts';
import { t } from '../../../lib/i18n.ts';
import { statusText } from '../../../lib/recordTexts.ts';
import { Button } from '../../../ui/Button.tsx';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Icon } from '../../../ui/Icon.tsx';
import { Menu } from '../../../ui/Menu.tsx';
import type { Selection } from '../../../ui/SelectBox.tsx';
import type { DayPlace } from '../report/ReportTables.tsx';
import { dayMs } from '../report/reportState.ts';
import { DaySigns, NOTHING, shortDay, wallText, whoText } from '../report/reportWords.tsx';
import { dayId, hasProposal } from './settle.ts';

const MINUTE_MS = 60_000;

/** The punches as they are: "8:00 In · 12:04 Out". */
export const punchesText = ({ punches }: SettleDay): string =>
  punches.length === 0
    ? NOTHING
    : punches.map(({ minute, status }) => `${wallText(minute)} ${statusText(status)}`).join(' · ');

const proposalText = ({ row }: SettleDay, { day, minute, status }: SettleProposal): string => {
  const time = wallText(minute + (dayMs(day) - dayMs(row.date)) / MINUTE_MS);
  return t(status === 'out' ? 'settle.addOut' : 'settle.addIn', { time });
};

/** "Add OUT at 16:00"; of a day without a proposal that there is none. */
export const proposalsText = (day: SettleDay): string =>
  hasProposal(day) ? day.proposals.map((one) => proposalText(day, one)).join(' · ') : t('settle.noProposal');

interface SettleTableProps {
  days: readonly SettleDay[];
  busy: boolean;
  skeleton: number | undefined;
  selection: Selection | undefined;
  /** Left out without the right to write. */
  onSettle: ((act: SettleAct, day: SettleDay) => void) | undefined;
  onOpen: (day: DayPlace) => void;
}

/** A row a day to settle. */
export function SettleTable({ days, busy, skeleton, selection, onSettle, onOpen }: SettleTableProps) {
  const date = ({ row }: SettleDay) => (
    <button type="button" className="report-day" aria-haspopup="dialog" onClick={() => onOpen(row)}>
      {shortDay(row.date)}
    </button>
  );
  const person = ({ row }: SettleDay) => (
    <span className="record-who">
      <bdi className="record-name">{whoText(row)}</bdi>
      <span className="muted record-number">{row.userid}</span>
    </span>
  );
  const columns: Column<SettleDay, never>[] = [
    { key: 'date', header: t('report.day'), cell: date },
    { key: 'person', header: t('users.person'), grow: true, cell: person },
    { key: 'punches', header: t('report.punches'), cell: punchesText },
    { key: 'signs', header: t('report.signs'), cell: ({ row }) => <DaySigns row={row} /> },
    { key: 'proposal', header: t('settle.proposal'), cell: (day) => <Proposal day={day} /> },
  ];
  return (
    <DataTable<SettleDay, never>
      label={t('report.only.settle')}
      columns={columns}
      rows={days}
      rowId={dayId}
      rowName={({ row }) => `${whoText(row)}, ${shortDay(row.date)}`}
      selection={selection}
      actions={onSettle && ((day) => <SettleActs day={day} onSettle={onSettle} onOpen={() => onOpen(day.row)} />)}
      card={(day) => (
        <>
          <span className="cards-line">
            {date(day)}
            {person(day)}
          </span>
          <span className="cards-line record-second report-second">
            <span>{punchesText(day)}</span>
            <DaySigns row={day.row} />
            <Proposal day={day} />
          </span>
        </>
      )}
      busy={busy}
      skeleton={skeleton}
    />
  );
}

function Proposal({ day }: { day: SettleDay }) {
  return <span className={hasProposal(day) ? 'settle-proposal' : 'muted'}>{proposalsText(day)}</span>;
}

interface SettleActsProps {
  day: SettleDay;
  onSettle: (act: SettleAct, day: SettleDay) => void;
  onOpen: () => void;
}

function SettleActs({ day, onSettle, onOpen }: SettleActsProps) {
  const of = `${whoText(day.row)}, ${shortDay(day.row.date)}`;
  return (
    <span className="settle-acts">
      {hasProposal(day) && (
        <Button size="small" icon="check" onClick={() => onSettle('accept', day)}>
          {t('settle.accept')}
        </Button>
      )}
      <Menu
        label={t('settle.more', { day: of })}
        trigger={<Icon name="more" />}
        groups={[
          [
            { label: t('settle.other'), icon: 'pencil', onSelect: onOpen },
            { label: t('settle.leave'), icon: 'check', onSelect: () => onSettle('leave', day) },
          ],
        ]}
      />
    </span>
  );
}
