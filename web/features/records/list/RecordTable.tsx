import { type Record as Line, recordKindIsAlarm } from '@gen/records.ts';
import type { ReactNode } from 'react';
import { factorText } from '../../../lib/factors.ts';
import { formatList, t } from '../../../lib/i18n.ts';
import {
  degreesText,
  detailText,
  kindText,
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

export interface RecordTableProps {
  records: readonly Line[];
  busy?: boolean;
  skeleton?: number | undefined;
  /** Of a person at the door: a way to why; the name says which line. */
  why?: ((line: Line, name: string) => ReactNode) | undefined;
}

/** Lines of the log: a table, on a phone cards. */
export function RecordTable({ records, busy = false, skeleton, why }: RecordTableProps) {
  const knowsPeople = useKnowsPeople();
  const hasWhy = ({ kind, userid }: Line) => kind === 'access' && (knowsPeople || userid === 0);
  return (
    <DataTable<Line, never>
      label={t('page.recordList')}
      columns={columns}
      rows={records}
      rowId={({ seq }) => seq}
      rowName={lineName}
      actions={why && ((line) => hasWhy(line) && why(line, lineName(line)))}
      card={(line) => <RecordCard line={line} />}
      busy={busy}
      skeleton={skeleton}
    />
  );
}

const columns: readonly Column<Line, never>[] = [
  {
    key: 'time',
    get header() {
      return t('records.time');
    },
    cell: (line) => <Moment line={line} />,
  },
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

export function whoText({ kind, userid, username }: Line): string {
  if (kind !== 'access') return kindText(kind);
  if (userid === 0) return t('records.nobody');
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

function Person({ line }: { line: Line }) {
  return (
    <span className="record-person">
      <RecordPhoto line={line} name={lineName(line)} />
      <Who line={line} />
    </span>
  );
}

/** The name of then, and the number; of an event what happened, and to whom. */
export function Who({ line }: { line: Line }) {
  const isPerson = line.kind === 'access';
  const hasNumber = line.userid !== 0 && !(isPerson && line.username.trim() === ''); // "User 7" says it
  return (
    <span className="record-who">
      <bdi className={isPerson && line.userid === 0 ? 'record-name muted' : 'record-name'}>{whoText(line)}</bdi>
      {hasNumber && <span className="muted record-number">{line.userid}</span>}
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

function RecordCard({ line }: { line: Line }) {
  return (
    <span className="record-card">
      <RecordPhoto line={line} name={lineName(line)} />
      <span className="record-card-text">
        <Who line={line} />
        <Outcome line={line} />
        <span className="muted record-reason record-when">
          <Moment line={line} />
          {line.factors.length > 0 && <span>{shownText(line)}</span>}
        </span>
      </span>
    </span>
  );
}
