import { type BulkError, type BulkKind, bulkErrors, downloadBulkErrors } from '@gen/bulk.ts';
import { type ReactNode, useState } from 'react';
import useSWR from 'swr';
import { useSlow } from '../../lib/delay.ts';
import { errorText, formatNumber, t, textOf } from '../../lib/i18n.ts';
import { problemText } from '../../lib/problem.ts';
import { type Column, DataTable } from '../../ui/DataTable.tsx';
import { Download } from '../../ui/Download.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Pager } from '../../ui/Pager.tsx';
import { isTable } from './job.ts';
import { MendCell, type Mending, MendOut } from './mend/MendCell.tsx';
import { wrongFieldText } from './words.ts';

const SIZES = [10, 50, 100] as const;

interface Row extends BulkError {
  /** Number among those that are wrong, from 1: a line may be wrong twice. */
  readonly at: number;
}

let visits = 0;

export interface WrongRowsProps {
  kind: BulkKind;
  /** The rows can be corrected here. */
  mending?: Mending | undefined;
  /** What stands below the rows. */
  children?: ReactNode;
}

/** What is wrong, a page at a time, in the order of the file. */
export function WrongRows({ kind, mending, children }: WrongRowsProps) {
  /* Each check has its own: what is wrong is read again whenever it is shown again. */
  const [visit] = useState(() => ++visits);
  const [{ after, size }, setPlace] = useState<{ after: number; size: (typeof SIZES)[number] }>({ after: 0, size: 10 });
  const { data, error, mutate } = useSWR(
    ['bulkErrors', visit, after, size],
    () => bulkErrors({ after, limit: size }, { handles: () => true }),
    { keepPreviousData: true, revalidateOnFocus: false },
  );
  const slow = useSlow(data === undefined && error === undefined);
  const rows = (data?.errors ?? []).map((one, index): Row => ({ ...one, at: after + index + 1 }));
  const total = data?.total ?? 0;
  const title = kind === 'edit' ? t('bulk.whoNot') : t('bulk.wrong');
  const go = (to: number) => () => setPlace({ after: to, size });
  const last = Math.max(0, Math.floor((total - 1) / size) * size);
  return (
    <section className="card list" aria-label={title}>
      <header className="bulk-wrong-head">
        <h2>{title}</h2>
        {isTable(kind) && total > 0 && (
          <Download kinds={[{ label: t('bulk.downloadWrong'), fetch: downloadBulkErrors }]} />
        )}
      </header>
      {data === undefined && error !== undefined && (
        <ErrorState text={problemText(error)} onRetry={() => void mutate().catch(() => undefined)} />
      )}
      {(slow || rows.length > 0) && (
        <DataTable<Row, never>
          label={title}
          columns={columnsOf(kind, mending)}
          rows={rows}
          rowId={({ at }) => at}
          rowName={({ line }) => String(line)}
          card={(row) => <WrongCard row={row} kind={kind} mending={mending} />}
          skeleton={slow ? 3 : undefined}
        />
      )}
      {children}
      {total > 0 && (
        <Pager
          label={t('bulk.wrongPages')}
          position={after + 1}
          count={rows.length}
          total={total}
          totalIsMore={false}
          size={size}
          sizes={SIZES}
          onSize={(next) => setPlace({ after: 0, size: next })}
          onPrevious={after > 0 ? go(Math.max(0, after - size)) : undefined}
          onNext={after + size < total ? go(after + size) : undefined}
          onFirst={after > 0 ? go(0) : undefined}
          onLast={after < last ? go(last) : undefined}
        />
      )}
    </section>
  );
}

/** "7 Ana Torres"; of an archive the name of the file. */
function Whom({ row: { userid, name } }: { row: Row }) {
  return (
    <>
      {userid > 0 && `${userid} `}
      <bdi>{name}</bdi>
    </>
  );
}

/** Names the row or the user that has the same value, or the same days; undefined: none has. */
function otherText({ otherLine, otherUserid, otherName }: Row, kind: BulkKind): string | undefined {
  const line = formatNumber(otherLine);
  if (otherLine > 0 && kind === 'roster') return t('bulk.otherDays', { line });
  if (otherLine > 0) return kind === 'photos' ? t('bulk.otherPhoto', { line }) : t('bulk.otherLine', { line });
  return otherUserid > 0 ? t('bulk.otherUser', { user: `${otherUserid} ${otherName}`.trim() }) : undefined;
}

/** What is wrong, with what is in the way; of a picture with the users that its name fits, and what to do. */
function Why({ row, kind }: { row: Row; kind: BulkKind }) {
  const { code, text } = row;
  const other = otherText(row, kind);
  const help = kind === 'photos' ? textOf(`error.${code}.help`) : undefined;
  return (
    <span className="bulk-why">
      {errorText(code)}
      {kind === 'photos' && text !== '' && (
        <>
          : <bdi dir="ltr">{text}</bdi>
        </>
      )}
      {other !== undefined && <span className="bulk-help">{other}</span>}
      {help !== undefined && <span className="bulk-help muted">{help}</span>}
    </span>
  );
}

function columnsOf(kind: BulkKind, mending: Mending | undefined): Column<Row, never>[] {
  const line: Column<Row, never> = {
    key: 'line',
    header: kind === 'photos' ? t('bulk.number') : t('bulk.line'),
    align: 'end',
    cell: ({ line: at }) => formatNumber(at),
  };
  const stands: Column<Row, never>[] = [
    { key: 'field', header: t('bulk.field'), cell: ({ field }) => wrongFieldText(field) },
    {
      key: 'text',
      header: t('bulk.stands'),
      cell: (row) => (mending ? <MendCell row={row} mending={mending} /> : <bdi className="bulk-cell">{row.text}</bdi>),
    },
  ];
  const out: Column<Row, never>[] = mending
    ? [{ key: 'out', header: t('bulk.leaveOut'), cell: (row) => <MendOut row={row} mending={mending} hideLabel /> }]
    : [];
  return [
    ...(kind === 'edit' ? [] : [line]),
    {
      key: 'whom',
      header: kind === 'photos' ? t('bulk.fileName') : t('users.user'),
      cell: (row) => <Whom row={row} />,
    },
    ...(isTable(kind) ? stands : []),
    {
      key: 'why',
      header: t('bulk.what'),
      grow: true,
      cell: (row) => <Why row={row} kind={kind} />,
    },
    ...out,
  ];
}

function WrongCard({ row, kind, mending }: { row: Row; kind: BulkKind; mending: Mending | undefined }) {
  const where = kind === 'edit' ? '' : t('bulk.lineNumber', { line: formatNumber(row.line) });
  return (
    <>
      <span className="cards-line">
        <strong>
          <Whom row={row} />
        </strong>
        <span className="muted">{where}</span>
      </span>
      <Why row={row} kind={kind} />
      {row.field !== '' && (
        <span className="muted">
          {wrongFieldText(row.field)}
          {!mending && (
            <>
              : <bdi>{row.text}</bdi>
            </>
          )}
        </span>
      )}
      {mending && (
        <span className="bulk-mend-card">
          <MendCell row={row} mending={mending} />
          <MendOut row={row} mending={mending} hideLabel={false} />
        </span>
      )}
    </>
  );
}
