import { type AuditEntry, auditlist, downloadAudit } from '@gen/accounts.ts';
import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import useSWR from 'swr';
import { useSlow } from '../../../lib/delay.ts';
import { formatMoment, t } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem.ts';
import { Button } from '../../../ui/Button.tsx';
import { type Column, DataTable } from '../../../ui/DataTable.tsx';
import { Download } from '../../../ui/Download.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Tag, type Tone } from '../../../ui/Tag.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import {
  type AuditState,
  auditRequest,
  changeAudit,
  isFiltered,
  readAudit,
  WHOLE_LOG,
  writeAudit,
} from './auditState.ts';
import { accountText, actText, differences, objectText, peerText } from './auditWords.ts';

const SKELETON_ROWS = 8;
const NONE: readonly AuditEntry[] = [];

/** /advSetting/audit: who changed what, from where and when, before and after. */
export function AuditPage() {
  const [params, setParams] = useSearchParams();
  const address = params.toString();
  const state = useMemo(() => readAudit(new URLSearchParams(address)), [address]);
  const change = useCallback(
    (next: AuditState, { replace } = { replace: false }) => setParams(writeAudit(next), { replace }),
    [setParams],
  );
  const { data, error, mutate } = useSWR(
    ['auditlist', writeAudit(state).toString()],
    () => auditlist(auditRequest(state), { handles: () => true }),
    { keepPreviousData: true },
  );
  const slow = useSlow(data === undefined && error === undefined);
  return (
    <>
      <PageHeader title={t('page.audit')} description={t('audit.intro')} actions={<DownloadAudit state={state} />} />
      <section className="card list" aria-label={t('page.audit')}>
        <AuditFilters state={state} change={change} />
        {error !== undefined && <ErrorState text={problemText(error)} onRetry={() => void mutate()} />}
        {slow && <AuditTable entries={NONE} skeleton={SKELETON_ROWS} />}
        {error === undefined && data !== undefined && data.entries.length > 0 && (
          <>
            <AuditTable entries={data.entries} />
            <nav className="pager" aria-label={t('audit.pages')}>
              <span />
              <div className="pager-steps">
                <Step
                  text={t('audit.newest')}
                  to={data.newer > 0 || state.after > 0 || state.before > 0 ? changeAudit(state, {}) : undefined}
                  change={change}
                />
                <Step
                  text={t('audit.newer')}
                  to={data.newer > 0 ? changeAudit(state, { after: data.newer }) : undefined}
                  change={change}
                />
                <Step
                  text={t('audit.older')}
                  to={data.older > 0 ? changeAudit(state, { before: data.older }) : undefined}
                  change={change}
                />
              </div>
            </nav>
          </>
        )}
        {error === undefined && data?.entries.length === 0 && (
          <Nothing filtered={isFiltered(state)} onClear={() => change(WHOLE_LOG)} />
        )}
      </section>
    </>
  );
}

/** Downloads all matching entries as a file, not only the page. */
function DownloadAudit({ state }: { state: AuditState }) {
  const request = auditRequest(changeAudit(state, {}));
  return <Download kinds={[{ label: t('ui.downloadCsv'), fetch: (options) => downloadAudit(request, options) }]} />;
}

/** Keeps the focus on a link that leads nowhere. */
function Step(props: { text: string; to: AuditState | undefined; change: (next: AuditState) => void }) {
  const { text, to, change } = props;
  return (
    <button
      type="button"
      className="button"
      aria-disabled={to === undefined || undefined}
      onClick={() => to && change(to)}
    >
      {text}
    </button>
  );
}

function Nothing({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (!filtered) return <EmptyState icon="file" title={t('audit.none')} text={t('audit.noneText')} />;
  return (
    <EmptyState
      icon="search"
      title={t('users.noMatch')}
      text={t('audit.noMatchText')}
      action={<Button onClick={onClear}>{t('users.clearAll')}</Button>}
    />
  );
}

function AuditTable({ entries, skeleton }: { entries: readonly AuditEntry[]; skeleton?: number }) {
  return (
    <DataTable<AuditEntry, never>
      label={t('page.audit')}
      columns={columns()}
      rows={entries}
      rowId={({ id }) => id}
      rowName={({ object }) => objectText(object)}
      card={(entry) => <AuditCard entry={entry} />}
      skeleton={skeleton}
    />
  );
}

function columns(): Column<AuditEntry, never>[] {
  return [
    { key: 'time', header: t('audit.when'), cell: ({ time }) => formatMoment(time) },
    { key: 'who', header: t('audit.who'), cell: (entry) => <Who entry={entry} /> },
    { key: 'what', header: t('audit.what'), cell: (entry) => <What entry={entry} /> },
    { key: 'change', header: t('audit.change'), grow: true, cell: (entry) => <Differences entry={entry} /> },
  ];
}

function Who({ entry }: { entry: AuditEntry }) {
  return (
    <span className="audit-lines">
      <bdi>{accountText(entry.account)}</bdi>
      <bdi className="audit-more">{peerText(entry.peer)}</bdi>
    </span>
  );
}

const TONES: Readonly<Record<AuditEntry['importance'], Tone>> = {
  edit: 'neutral',
  refused: 'no',
  signIn: 'info',
  rights: 'warn',
};

function What({ entry }: { entry: AuditEntry }) {
  return (
    <span className="audit-lines">
      <bdi>{objectText(entry.object)}</bdi>
      <span>
        <Tag tone={TONES[entry.importance]}>{actText(entry)}</Tag>
      </span>
    </span>
  );
}

function Differences({ entry }: { entry: AuditEntry }) {
  if (entry.cut) return <span className="audit-more">{t('audit.cut')}</span>;
  return (
    <ul className="audit-changes">
      {differences(entry).map(({ label, before, after }) => (
        <li key={label}>
          <span className="audit-more">{label}: </span>
          {before !== null && <del>{before}</del>}
          {before !== null && after !== null && (
            <span className="audit-arrow" aria-hidden="true">
              {' '}
              →{' '}
            </span>
          )}
          {after !== null && <ins>{after}</ins>}
        </li>
      ))}
    </ul>
  );
}

function AuditCard({ entry }: { entry: AuditEntry }) {
  return (
    <>
      <span className="cards-line">
        <bdi>{objectText(entry.object)}</bdi>
        <Tag tone={TONES[entry.importance]}>{actText(entry)}</Tag>
      </span>
      <Differences entry={entry} />
      <span className="audit-more">
        {formatMoment(entry.time)} · <bdi>{accountText(entry.account)}</bdi> · <bdi>{peerText(entry.peer)}</bdi>
      </span>
    </>
  );
}
