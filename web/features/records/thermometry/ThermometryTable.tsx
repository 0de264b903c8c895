import type { Record as Line } from '@gen/records.ts';
import { t } from '../../../lib/i18n.ts';
import { degreesText, recordMoment } from '../../../lib/recordTexts.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { Moment, Outcome, Who, whoText } from '../list/RecordTable.tsx';

export interface ThermometryTableProps {
  records: readonly Line[];
  /** The limit, in tenths of a degree. */
  above: number;
  busy?: boolean;
  skeleton?: number | undefined;
}

/** Skin temperatures: a table, on a phone cards. */
export function ThermometryTable({ records, above, busy = false, skeleton }: ThermometryTableProps) {
  return (
    <DataTable<Line, never>
      label={t('page.thermometry')}
      columns={columnsOf(above)}
      rows={records}
      rowId={({ seq }) => seq}
      rowName={(line) => `${whoText(line)}, ${recordMoment(line)}`}
      card={(line) => <TemperatureCard line={line} above={above} />}
      busy={busy}
      skeleton={skeleton}
    />
  );
}

const columnsOf = (above: number): readonly Column<Line, never>[] => [
  { key: 'time', header: t('records.time'), cell: (line) => <Moment line={line} /> },
  { key: 'who', header: t('users.person'), grow: true, cell: (line) => <Who line={line} /> },
  {
    key: 'temperature',
    header: t('records.temperature'),
    cell: (line) => <Temperature line={line} above={above} />,
  },
  { key: 'result', header: t('records.result'), drop: 1, cell: (line) => <Outcome line={line} /> },
];

/** The figure, and what it means in a word. */
function Temperature({ line, above }: { line: Line; above: number }) {
  return (
    <span className="record-temperature">
      <span className="record-number">{degreesText(line.temperature)}</span>
      {line.temperature > above && (
        <Tag tone="warn" icon="alert">
          {t('thermometry.above')}
        </Tag>
      )}
    </span>
  );
}

function TemperatureCard({ line, above }: { line: Line; above: number }) {
  return (
    <>
      <span className="cards-line">
        <Who line={line} />
        <Moment line={line} />
      </span>
      <span className="cards-line record-second">
        <Temperature line={line} above={above} />
        <Outcome line={line} />
      </span>
    </>
  );
}
