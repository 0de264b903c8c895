import { recordKindIsAlarm, searchrecord } from '@gen/records.ts';
import { type ReactNode, useEffect, useState } from 'react';
import useSWR from 'swr';
import { cardText } from '../../lib/cardText.ts';
import { type LogRecord, useRecords, useStreamState } from '../../lib/events.ts';
import { formatList, t } from '../../lib/i18n.ts';
import { problemText } from '../../lib/problem.ts';
import {
  detailText,
  frameText,
  freeCard,
  recentMoment,
  statusText,
  unreadFrame,
  userText,
} from '../../lib/recordTexts.ts';
import { enumWord } from '../../lib/settings/words.ts';
import { Card } from '../../ui/Card.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { RecordPhoto } from '../../ui/RecordPhoto.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { Tag } from '../../ui/Tag.tsx';

/** Maximum number of records shown. */
const SHOWN = 20;

/** Adds new records before the existing ones, without duplicates, newest first. */
export function withRecords(now: readonly LogRecord[], come: readonly LogRecord[]): readonly LogRecord[] {
  const known = new Map([...now, ...come].map((record) => [record.seq, record]));
  return [...known.values()].toSorted((a, b) => b.seq - a.seq).slice(0, SHOWN);
}

export interface LiveCardProps {
  /** For an unknown card: a button to assign it to a user; the name identifies the record. */
  give?: ((card: string, name: string) => ReactNode) | undefined;
}

/** The latest records at the door, live. */
export function LiveCard({ give }: LiveCardProps) {
  const [records, setRecords] = useState<readonly LogRecord[]>([]);
  const { live } = useStreamState();
  const { data, error, mutate } = useSWR(
    'overview.records',
    () => searchrecord({ all: true, limit: SHOWN }, { handles: () => true }),
    { revalidateOnFocus: false, dedupingInterval: 0 },
  );
  useEffect(() => {
    if (data) setRecords((now) => withRecords(now, data.records));
  }, [data]);
  useRecords(
    (record) => setRecords((now) => withRecords(now, [record])),
    () => void mutate(),
    (seq) => setRecords((now) => now.map((record) => (record.seq === seq ? { ...record, photo: true } : record))),
  );
  return (
    <Card
      title={t('overview.live')}
      help={
        <span className="live-state">
          <span className={live ? 'live-dot live-on' : 'live-dot'} aria-hidden="true" />
          {live ? t('overview.following') : t('overview.connecting')}
        </span>
      }
      flush
    >
      {data === undefined &&
        (error === undefined ? (
          <Skeleton lines={4} />
        ) : (
          <ErrorState text={problemText(error)} onRetry={() => void mutate()} />
        ))}
      {data && records.length === 0 && (
        <EmptyState icon="door" title={t('overview.nothing')} text={t('overview.nothingText')} />
      )}
      {records.length > 0 && (
        <ol className="live" aria-label={t('overview.live')} aria-live="polite" aria-relevant="additions">
          {records.map((record) => (
            <LiveRow key={record.seq} record={record} give={give} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function LiveRow({ record, give }: { record: LogRecord } & LiveCardProps) {
  const { kind, result, userid, username, factors, status, time } = record;
  const person = kind === 'access';
  const user = userid > 0 || username !== '' ? userText(record) : '';
  const name = person ? user || t('overview.nobody') : enumWord('RecordKind', kind);
  const shown = formatList(factors.map((factor) => enumWord('Factor', factor)));
  const card = freeCard(record);
  const frame = unreadFrame(record);
  const more = person
    ? [
        card !== undefined
          ? t('records.card', { card: cardText(card) })
          : frame !== undefined
            ? frameText(frame)
            : shown,
        result === 'refused' ? enumWord('RecordReason', record.reason) : status === 'none' ? '' : statusText(status),
      ]
    : [user, detailText(record)];
  return (
    <li className="live-row">
      <RecordPhoto line={record} name={name} />
      <span className="live-text">
        <span className="live-name">
          <bdi>{name}</bdi>
        </span>
        <span className="live-more">{more.filter((text) => text !== '').join(' · ')}</span>
      </span>
      <span className="live-end">
        {card !== undefined && give?.(card, name)}
        {recordKindIsAlarm(kind) && (
          <Tag tone="no" icon="alert">
            {t('access.alarm')}
          </Tag>
        )}
        {result !== 'none' && (
          <Tag tone={result === 'granted' ? 'ok' : 'no'} icon={result === 'granted' ? 'check' : 'close'}>
            {enumWord('RecordResult', result)}
          </Tag>
        )}
        <time className="live-time" dateTime={new Date(time).toISOString()}>
          {recentMoment(record, Date.now())}
        </time>
      </span>
    </li>
  );
}
