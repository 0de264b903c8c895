import { type PersonInside, peopleInside } from '@gen/door.ts';
import { useEffect, useRef, useState, useSyncExternalStore } from 'react';
import useSWR from 'swr';
import { useRecords } from '../../lib/events.ts';
import { fold } from '../../lib/fold.ts';
import { formatMoment, formatNumber, t } from '../../lib/i18n.ts';
import { problemText } from '../../lib/problem.ts';
import { userText } from '../../lib/recordTexts.ts';
import { useKnowsPeople } from '../../lib/session.ts';
import { tabStore } from '../../lib/tabStore.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { confirm } from '../../ui/confirm.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { FilterBar, SearchBox } from '../../ui/FilterBar.tsx';
import { Lines } from '../../ui/Lines.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { PrintSheet, usePrint } from '../../ui/PrintSheet.tsx';
import { Segmented } from '../../ui/Segmented.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';

/** Users per call. */
const LIMIT = 100;
/** Punches within this time cause one reload. */
const TOGETHER_MS = 2000;

/** Users checked off, each for the punch by which they are inside: a new entry must be checked off again. */
const found = tabStore(
  'postern.found',
  (value): value is string[] => Array.isArray(value) && value.every((one) => typeof one === 'string'),
);

const keyOf = ({ userid, since }: PersonInside): string => `${userid}/${since}`;
const sinceText = ({ since }: PersonInside): string => formatMoment(since / 1000);

interface Inside {
  /** Sorted by name. */
  readonly people: readonly PersonInside[];
  /** Time of the last read, in seconds. */
  readonly at: number;
}

async function readInside(): Promise<Inside> {
  const at = Date.now() / 1000;
  const people: PersonInside[] = [];
  for (let after = 0; ; ) {
    const page = await peopleInside({ limit: LIMIT, ...(after === 0 ? {} : { after }) }, { handles: () => true });
    people.push(...page.people);
    if (page.next === 0) break;
    after = page.next;
  }
  return { people: people.sort((one, other) => userText(one).localeCompare(userText(other))), at };
}

/** All users inside, read again after each entry or exit. */
function useInside() {
  const { data, error, mutate, isValidating } = useSWR('everybodyInside', readInside);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const soon = () => {
    timer.current ??= setTimeout(() => {
      timer.current = undefined;
      void mutate().catch(() => undefined);
    }, TOGETHER_MS);
  };
  useRecords(soon, soon);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { data, error, isReading: isValidating, refresh: () => void mutate().catch(() => undefined) };
}

/** /advSetting/inside: roll call for a fire warden, with check boxes. */
export function InsidePage() {
  const { data, error, isReading, refresh } = useInside();
  const ticked = new Set(useSyncExternalStore(found.onChange, found.get));
  const [search, setSearch] = useState('');
  const knowsPeople = useKnowsPeople();
  const [left, setLeft] = useState<'all' | 'left'>('all');
  const { at, print } = usePrint();
  const people = data?.people ?? [];
  const count = people.filter((person) => ticked.has(keyOf(person))).length;
  const foundText = t('inside.found', { found: formatNumber(count), all: formatNumber(people.length) });
  const wanted = fold(search);
  const rows = people.filter(
    (person) =>
      (left === 'all' || !ticked.has(keyOf(person))) &&
      (fold(userText(person)).includes(wanted) || String(person.userid).startsWith(wanted)),
  );
  const tick = (person: PersonInside, on: boolean) => {
    const others = [...ticked].filter((key) => key !== keyOf(person));
    found.set(on ? [...others, keyOf(person)] : others);
  };
  return (
    <>
      <PageHeader
        title={t('page.inside')}
        description={data && t('inside.asOf', { time: formatMoment(data.at) })}
        actions={
          <>
            <Button icon="refresh" busy={isReading} onClick={refresh}>
              {t('inside.refresh')}
            </Button>
            {people.length > 0 && (
              <Button icon="printer" onClick={print}>
                {t('report.print')}
              </Button>
            )}
          </>
        }
      />
      {data && error !== undefined && (
        <Notice tone="warn" title={t('inside.stale')}>
          <Lines text={problemText(error)} />
        </Notice>
      )}
      {!data &&
        (error === undefined ? (
          <Skeleton kind="row" lines={6} />
        ) : (
          <ErrorState text={problemText(error)} onRetry={refresh} />
        ))}
      {data && (
        <section className="card list" aria-label={t('page.inside')}>
          <div className="inside-head">
            <strong className="inside-count">{formatNumber(people.length)}</strong>
            <span role="status">{foundText}</span>
            {count > 0 && (
              <Button tone="quiet" size="small" onClick={() => void askToForget(foundText)}>
                {t('inside.forget')}
              </Button>
            )}
          </div>
          {people.length === 0 ? (
            <EmptyState icon="door" title={t('inside.none')} text={t('inside.help')} />
          ) : (
            <>
              <FilterBar
                end={
                  <Segmented
                    label={t('inside.shown')}
                    hideLabel
                    name="left"
                    value={left}
                    options={(['all', 'left'] as const).map((value) => ({ value, label: t(`inside.shown.${value}`) }))}
                    onChange={setLeft}
                  />
                }
              >
                <SearchBox
                  label={t(knowsPeople ? 'records.search' : 'report.user')}
                  value={search}
                  maxLength={64}
                  onSearch={setSearch}
                />
              </FilterBar>
              <ul className="inside-list">
                {rows.map((person) => (
                  <Person
                    key={person.userid}
                    person={person}
                    isFound={ticked.has(keyOf(person))}
                    onTick={(on) => tick(person, on)}
                  />
                ))}
              </ul>
              {rows.length === 0 && <EmptyState icon="search" title={t('records.noMatch')} />}
            </>
          )}
        </section>
      )}
      {data && people.length > 0 && (
        <PrintSheet
          title={`${t('page.inside')}: ${formatNumber(people.length)}`}
          lines={[t('inside.asOf', { time: formatMoment(data.at) })]}
          at={at}
          signatures={[t('inside.signed')]}
        >
          <table>
            <thead>
              <tr>
                <th scope="col">{t('inside.isFound')}</th>
                <th scope="col">{t('users.person')}</th>
                <th scope="col">{t('users.id')}</th>
                <th scope="col">{t('inside.since')}</th>
              </tr>
            </thead>
            <tbody>
              {people.map((person) => (
                <tr key={person.userid}>
                  <td>{ticked.has(keyOf(person)) ? '☑' : '☐'}</td>
                  <th scope="row">{userText(person)}</th>
                  <td>{person.userid}</td>
                  <td>{sinceText(person)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </PrintSheet>
      )}
    </>
  );
}

function Person({
  person,
  isFound,
  onTick,
}: {
  person: PersonInside;
  isFound: boolean;
  onTick: (on: boolean) => void;
}) {
  return (
    <li className={isFound ? 'inside-row is-found' : 'inside-row'}>
      <Checkbox label={userText(person)} checked={isFound} onChange={onTick} />
      <span className="muted">{t('inside.sinceOf', { userid: String(person.userid), time: sinceText(person) })}</span>
    </li>
  );
}

function askToForget(text: string): Promise<boolean> {
  return confirm({
    title: t('inside.forgetTitle'),
    body: <p>{text}</p>,
    action: t('inside.forget'),
    danger: true,
    run: async () => found.set(null),
  });
}
