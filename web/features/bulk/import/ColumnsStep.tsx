import { type BulkExisting, type BulkLookReply, type BulkLookRequest, type BulkQuestion, bulkLook } from '@gen/bulk.ts';
import useSWR from 'swr';
import { useSlow } from '../../../lib/delay.ts';
import { errorText, t } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem.ts';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Notice } from '../../../ui/Notice.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { ownWords } from '../words.ts';
import { AnotherFile } from './AnotherFile.tsx';
import { CheckActions } from './CheckActions.tsx';
import { answersWith, type Columns, checkOf, guess, keeps, lackOf } from './columns.ts';
import { ExistingChoice } from './ExistingChoice.tsx';
import { LookOptions } from './LookOptions.tsx';
import { MapTable } from './MapTable.tsx';
import { ReadingChoice } from './ReadingChoice.tsx';
import { AUTO, answersOf, type Readings } from './readings.ts';
import type { TableKind } from './upload.ts';

/** What was said about the file, kept while it is checked, to come back to. */
export interface Draft {
  /** Another file has another number: what was seen of one is not that of the next. */
  readonly file: number;
  readonly answers: BulkLookRequest;
  /** What the columns give, and of which look; undefined: as guessed. */
  readonly mapped: { readonly columns: Columns; readonly look: BulkLookReply } | undefined;
  readonly existing: BulkExisting;
  /** How cells are read that can be read in more than one way. */
  readonly readings: Readings;
}

const NO_ROWS = {
  users: 'bulk.noRowsText',
  punches: 'bulk.noPunchesText',
  roster: 'bulk.noRosterText',
} as const satisfies Record<TableKind, string>;

let files = 0;

export function newDraft(): Draft {
  return { file: ++files, answers: {}, mapped: undefined, existing: 'refuse', readings: AUTO };
}

export interface ColumnsStepProps {
  table: TableKind;
  draft: Draft;
  onDraft: (draft: Draft) => void;
  /** What the last check of the file asked for. */
  asks: readonly BulkQuestion[];
  /** It is being checked. */
  onChecking: () => void;
}

/** The second step: what the file is, and what its columns give. */
export function ColumnsStep({ table, draft, onDraft, asks, onChecking }: ColumnsStepProps) {
  const { answers } = draft;
  const { data, error, isLoading, mutate } = useSWR(
    ['bulkLook', draft.file, JSON.stringify(answers)],
    () => bulkLook(answers, { handles: () => true }),
    { keepPreviousData: true, revalidateOnFocus: false, revalidateOnReconnect: false },
  );
  const slow = useSlow(data === undefined && error === undefined);
  const retry = () => void mutate().catch(() => undefined);
  if (data === undefined) {
    return (
      <Card footer={<AnotherFile />}>
        {slow && <Skeleton kind="row" lines={5} />}
        {error !== undefined && <ErrorState text={problemText(error)} onRetry={retry} />}
      </Card>
    );
  }
  /* Another sheet is another table; what one said of the old one means nothing there. */
  const answer = (one: BulkLookRequest) => onDraft({ ...draft, answers: answersWith(answers, one) });
  return (
    <>
      {error !== undefined && !isLoading && (
        <div role="alert">
          <Notice tone="no">{problemText(error)}</Notice>
        </div>
      )}
      <LookOptions table={table} look={data} onChange={answer} />
      <Mapping
        table={table}
        look={data}
        draft={draft}
        onDraft={onDraft}
        asks={asks}
        onChecking={onChecking}
        busy={isLoading}
      />
    </>
  );
}

function Mapping(props: ColumnsStepProps & { look: BulkLookReply; busy: boolean }) {
  const { table, look, draft, onDraft, asks, onChecking, busy } = props;
  const { mapped, existing, readings } = draft;
  const columns = mapped && keeps(mapped.look, look) ? mapped.columns : guess(look, ownWords, table);
  const lacks = lackOf(columns, table);
  if (look.sample.length === 0) {
    return (
      <Card footer={<AnotherFile />}>
        <EmptyState icon="file" title={t('bulk.noRows')} text={t(NO_ROWS[table])} />
      </Card>
    );
  }
  return (
    <>
      <Card title={t('bulk.mapTitle')} help={t('bulk.mapHelp')}>
        <div role="alert" className="bulk-alert">
          {lacks.map((code) => (
            <Notice key={code} tone="warn">
              {errorText(code)}
            </Notice>
          ))}
        </div>
        <MapTable
          table={table}
          look={look}
          columns={columns}
          onChange={(next) => onDraft({ ...draft, mapped: { columns: next, look } })}
        />
      </Card>
      <ReadingChoice
        look={look}
        columns={columns}
        asks={asks}
        chosen={readings}
        onChoose={(next) => onDraft({ ...draft, readings: next })}
      />
      {table === 'users' && (
        <ExistingChoice kind="users" chosen={existing} onChoose={(next) => onDraft({ ...draft, existing: next })} />
      )}
      <CheckActions
        request={{ ...checkOf(look, columns), ...answersOf(readings), existing }}
        disabled={lacks.length > 0 || busy}
        onChecking={onChecking}
      />
    </>
  );
}
