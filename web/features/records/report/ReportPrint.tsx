import { type ReportRow, type ReportSum, reportSums } from '@gen/records.ts';
import { useEffect, useRef, useState } from 'react';
import { FIRST_NAMED, type GroupNames, groupText, useGroupNames } from '../../../lib/groupNames.ts';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { textsWith, userFieldText } from '../../../lib/userFields.ts';
import { Button } from '../../../ui/Button.tsx';
import { PrintSheet, usePrint } from '../../../ui/PrintSheet.tsx';
import { useSum } from './PersonCard.tsx';
import { dayFigures, type Figure, sumFigures } from './ReportTables.tsx';
import { askedOrder, type ReportAsked, type Sorted } from './reportState.ts';
import { balanceText, daysFromTo, NOTHING, nameBeside, shortDay, signsOf, spanOr, whoText } from './reportWords.tsx';
import type { ReportPage } from './useReport.ts';

/** People that are asked for at a time. */
const PEOPLE = 100;

/** The days of a person, and lines to sign on. */
export function PrintDays({ asked, page }: { asked: ReportAsked; page: ReportPage }) {
  const { at, print } = usePrint();
  const found = useSum(asked);
  const { rows } = page;
  const [row] = rows;
  if (!row) return null;
  const figures = dayFigures(page);
  const name = whoText(row);
  return (
    <>
      <Button icon="printer" onClick={print}>
        {t('report.print')}
      </Button>
      <PrintSheet
        title={t('page.report')}
        lines={[nameBeside(row, row.userid), daysFromTo(asked), ...filterLines(asked)]}
        at={at}
        signatures={[t('report.signedBy', { name }), t('report.signedFor')]}
      >
        <table>
          <Head first={t('report.day')} figures={figures} last={t('report.signs')} />
          <tbody>
            {rows.map((one) => (
              <tr key={one.date}>
                <th scope="row">{shortDay(one.date)}</th>
                <Figures figures={figures} row={one} />
                <td>
                  {signsOf(one)
                    .map(({ text }) => text)
                    .join(' / ')}
                </td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('report.sum')}</th>
              {figures.map(({ key }) => (
                <td key={key} className="print-figure">
                  {sumText(key, rows)}
                </td>
              ))}
              <td />
            </tr>
            <tr>
              <td colSpan={figures.length + 2}>{found && restOf(found.sum)}</td>
            </tr>
          </tfoot>
        </table>
      </PrintSheet>
    </>
  );
}

const NO_MORE = { nights: false, flexible: false };

/** Below a column of days; of times and of what is added up already there is nothing. */
function sumText(key: keyof ReportRow | 'in' | 'out', rows: readonly ReportRow[]): string {
  if (key === 'in' || key === 'out' || key === 'carried') return '';
  const sum = rows.reduce((all, one) => all + Number(one[key]), 0);
  return key === 'balance' ? balanceText(sum) : spanOr(sum);
}

/** Sums that are of no column of the days. */
const restOf = (sum: ReportSum): string =>
  sumFigures(NO_MORE)
    .filter(({ key, text }) => ['present', 'missing', 'absent', 'leave'].includes(key) && text(sum) !== NOTHING)
    .map(({ header, text }) => t('report.spanOf', { word: header, span: text(sum) }))
    .join(' / ');

/** What narrows the report, a line each. */
function filterLines(asked: ReportAsked, names?: GroupNames): string[] {
  const of = (word: string, span: string) => t('report.spanOf', { word, span });
  return [
    ...(asked.only === undefined ? [] : [of(t('report.only'), t(`report.only.${asked.only}`))]),
    ...(asked.group === undefined ? [] : [of(t('field.User.group'), groupText(asked.group, names))]),
    ...textsWith('report').flatMap(({ name }) => {
      const value = asked[name];
      return value === undefined ? [] : [of(userFieldText(name), value)];
    }),
  ];
}

interface PrintPeopleProps {
  asked: ReportAsked;
  order: Sorted;
  page: ReportPage;
  /** The page is all there is. */
  isWhole: boolean;
}

/** All people with their sums; those of other pages are asked for first. */
export function PrintPeople({ asked, order, page, isWhole }: PrintPeopleProps) {
  const { at, print } = usePrint();
  const [all, setAll] = useState<readonly ReportSum[]>();
  const [count, setCount] = useState<number>();
  const asking = useRef<AbortController | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: of other days or people nothing is known
  useEffect(() => {
    setAll(undefined);
    setCount(undefined);
    return () => asking.current?.abort();
  }, [page]);
  const sums = all ?? page.sums;
  const start = async () => {
    if (!isWhole) {
      const own = new AbortController();
      asking.current = own;
      setCount(0);
      const found = await readAll({ ...asked, ...askedOrder(order) }, own.signal, setCount).catch(() => undefined);
      setCount(undefined);
      if (!found || own.signal.aborted) return;
      setAll(found);
    }
    print();
  };
  const total = summed(sums);
  const figures = sumFigures(page);
  const names = useGroupNames((asked.group ?? 0) >= FIRST_NAMED);
  return (
    <>
      {count === undefined ? (
        <Button icon="printer" onClick={() => void start()}>
          {t('report.print')}
        </Button>
      ) : (
        <>
          <span className="report-progress">{t('report.soFar', { count: formatNumber(count) })}</span>
          <Button onClick={() => asking.current?.abort()}>{t('ui.cancel')}</Button>
        </>
      )}
      <PrintSheet title={t('page.report')} lines={[daysFromTo(asked), ...filterLines(asked, names)]} at={at}>
        <table>
          <Head first={t('users.person')} figures={figures} />
          <tbody>
            {sums.map((sum) => (
              <tr key={sum.userid}>
                <th scope="row">{nameBeside(sum, sum.userid)}</th>
                <Figures figures={figures} row={sum} />
              </tr>
            ))}
          </tbody>
          {total && (
            <tfoot>
              <tr>
                <th scope="row">{t('report.sum')}</th>
                <Figures figures={figures} row={total} />
              </tr>
            </tfoot>
          )}
        </table>
      </PrintSheet>
    </>
  );
}

async function readAll(asked: ReportAsked & Partial<Sorted>, signal: AbortSignal, onCount: (count: number) => void) {
  const all: ReportSum[] = [];
  for (let after = 0; ; ) {
    const page = await reportSums({ ...asked, limit: PEOPLE, ...(after === 0 ? {} : { after }) }, { signal });
    all.push(...page.sums);
    if (page.next === 0) return all;
    if (signal.aborted) return undefined;
    onCount(all.length);
    after = page.next;
  }
}

/** Everybody as one. */
function summed(sums: readonly ReportSum[]): ReportSum | undefined {
  const [first] = sums;
  if (!first) return undefined;
  const names = (Object.keys(first) as (keyof ReportSum)[]).filter((name) => typeof first[name] === 'number');
  const sumOf = (name: keyof ReportSum) => sums.reduce((all, one) => all + Number(one[name]), 0);
  return { ...first, ...Object.fromEntries(names.map((name) => [name, sumOf(name)])) };
}

interface HeadProps {
  first: string;
  figures: readonly { key: string; header: string }[];
  last?: string;
}

function Head({ first, figures, last }: HeadProps) {
  return (
    <thead>
      <tr>
        <th scope="col">{first}</th>
        {figures.map(({ key, header }) => (
          <th key={key} scope="col" className="print-figure">
            {header}
          </th>
        ))}
        {last !== undefined && <th scope="col">{last}</th>}
      </tr>
    </thead>
  );
}

function Figures<Row>({ figures, row }: { figures: readonly Figure<Row>[]; row: Row }) {
  return (
    <>
      {figures.map(({ key, text }) => (
        <td key={key} className="print-figure">
          {text(row)}
        </td>
      ))}
    </>
  );
}
