import { type ClockError, type Record as Line, recordKindIsAlarm } from '@gen/records.ts';
import type { ReactNode } from 'react';
import { factorText } from '../../../lib/factors.ts';
import { formatList, t } from '../../../lib/i18n.ts';
import {
  degreesText,
  detailText,
  lineText,
  reasonText,
  recordMoment,
  resultText,
  statusText,
  userText,
} from '../../../lib/recordTexts.ts';
import { useKnowsPeople } from '../../../lib/session.ts';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { RecordPhoto } from '../../../ui/RecordPhoto.tsx';
import { Tag } from '../../../ui/Tag.tsx';
import { clockErrorOf } from '../clock/clockTexts.ts';

export interface RecordTableProps {
  records: readonly Line[];
  /** Wrong clocks that made some of them. */
  clockErrors?: readonly ClockError[];
  busy?: boolean;
  skeleton?: number | undefined;
  /** Numbers of records whose user was deleted; another user may have the ID now. */
  former?: readonly number[] | undefined;
  /** Of a person at the door: a way to why; the name says which line. */
  why?: ((line: Line, name: string) => ReactNode) | undefined;
}

/** Lines of the log: a table, on a phone cards. */
export function RecordTable({ records, clockErrors = [], busy = false, skeleton, former = [], why }: RecordTableProps) {
  const knowsPeople = useKnowsPeople();
  const hasWhy = ({ seq, kind, userid }: Line) =>
    kind === 'access' && (userid === 0 || (knowsPeople && !former.includes(seq)));
  const rows = records.map((line): Row => ({ ...line, isFormer: former.includes(line.seq) }));
  return (
    <DataTable<Row, never>
      label={t('page.recordList')}
      columns={[timeColumn(clockErrors), ...columns]}
      rows={rows}
      rowId={({ seq }) => seq}
      rowName={lineName}
      actions={why && ((line) => hasWhy(line) && why(line, lineName(line)))}
      card={(line) => <RecordCard line={line} clockError={clockErrorOf(clockErrors, line.seq)} />}
      busy={busy}
      skeleton={skeleton}
    />
  );
}

/** A line, and whether its user was deleted. */
type Row = Line & { readonly isFormer?: boolean };

const timeColumn = (errors: readonly ClockError[]): Column<Row, never> => ({
  key: 'time',
  header: t('records.time'),
  cell: (line) => (
    <>
      <Moment line={line} /> <WrongTime error={clockErrorOf(errors, line.seq)} />
    </>
  ),
});

const columns: readonly Column<Row, never>[] = [
  {
    key: 'who',
    get header() {
      return t('records.person');
    },
    grow: true,
    cell: (line) => <Person line={line} />,
  },
  {
    key: 'result',
    get header() {
      return t('records.result');
    },
    cell: (line) => <Outcome line={line} />,
  },
  {
    key: 'shown',
    get header() {
      return t('records.factor');
    },
    drop: 2,
    cell: (line) => shownText(line),
  },
  {
    key: 'status',
    get header() {
      return t('records.status');
    },
    drop: 1,
    cell: (line) => (line.kind === 'access' && line.status !== 'none' ? statusText(line.status) : '–'),
  },
  {
    key: 'temperature',
    get header() {
      return t('records.temperature');
    },
    align: 'end',
    drop: 1,
    cell: ({ temperature }) => (temperature === 0 ? '–' : degreesText(temperature)),
  },
];

export function whoText(line: Line): string {
  const { kind, userid, username } = line;
  if (kind !== 'access') return lineText(line);
  if (userid === 0 && username === '') return t('records.nobody');
  return userText({ userid, username });
}

const lineName = (line: Line): string => `${whoText(line)}, ${recordMoment(line)}`;

const shownText = ({ factors }: Line): string => (factors.length === 0 ? '–' : formatList(factors.map(factorText)));

export function Moment({ line }: { line: Line }) {
  return (
    <time className="record-moment" dateTime={new Date(line.time).toISOString()}>
      {recordMoment(line)}
    </time>
  );
}

/** That the clock was wrong then. */
function WrongTime({ error }: { error: ClockError | undefined }) {
  return (
    error && (
      <Tag tone="warn" icon="alert">
        {t(error.unset ? 'clock.unset' : 'clock.wrong')}
      </Tag>
    )
  );
}

function Person({ line }: { line: Row }) {
  return (
    <span className="record-person">
      <RecordPhoto line={line} name={lineName(line)} />
      <Who line={line} />
    </span>
  );
}

/** The name of then, and the number; of an event what happened, and to whom. */
export function Who({ line }: { line: Row }) {
  const isPerson = line.kind === 'access';
  const hasNumber = line.userid !== 0 && !(isPerson && line.username.trim() === ''); // "User 7" says it
  return (
    <span className="record-who">
      <bdi className={isPerson && line.userid === 0 && line.username === '' ? 'record-name muted' : 'record-name'}>
        {whoText(line)}
      </bdi>
      {hasNumber && <span className="muted record-number">{line.userid}</span>}
      {line.isFormer && <Tag>{t('records.former')}</Tag>}
      {!isPerson && line.userid !== 0 && line.username !== '' && <bdi className="muted">{line.username}</bdi>}
      {line.detail !== '' && (
        <span className="muted record-detail">
          <bdi>{detailText(line)}</bdi>
        </span>
      )}
    </span>
  );
}

/** The word says it, and below it why. */
export function Outcome({ line }: { line: Line }) {
  return (
    <span className="record-outcome">
      {recordKindIsAlarm(line.kind) && (
        <Tag tone="no" icon="alert">
          {t('access.alarm')}
        </Tag>
      )}
      {line.result !== 'none' && (
        <Tag tone={line.result === 'granted' ? 'ok' : 'no'} icon={line.result === 'granted' ? 'check' : 'close'}>
          {resultText(line.result)}
        </Tag>
      )}
      {line.duress && <Tag tone="warn">{t('records.duress')}</Tag>}
      {line.reason !== 'none' && <span className="muted record-reason">{reasonText(line.reason)}</span>}
    </span>
  );
}

function RecordCard({ line, clockError }: { line: Row; clockError: ClockError | undefined }) {
  return (
    <span className="record-card">
      <RecordPhoto line={line} name={lineName(line)} />
      <span className="record-card-text">
        <Who line={line} />
        <Outcome line={line} />
        <span className="muted record-reason record-when">
          <Moment line={line} />
          <WrongTime error={clockError} />
          {line.factors.length > 0 && <span>{shownText(line)}</span>}
        </span>
      </span>
    </span>
  );
}
