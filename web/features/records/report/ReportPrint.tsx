import { type ReportRow, type ReportSum, reportSums } from '@gen/records.ts';
import { useEffect, useRef, useState } from 'react';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { PrintSheet, usePrint } from '../../../ui/PrintSheet.tsx';
import { useSum } from './PersonCard.tsx';
import { dayFigures, type Figure, sumFigures } from './ReportTables.tsx';
import type { ReportAsked } from './reportState.ts';
import { daysFromTo, NOTHING, nameBeside, shortDay, signsOf, spanOr, whoText } from './reportWords.tsx';
import type { ReportPage } from './useReport.ts';

/** People that are asked for at a time. */
const PEOPLE = 100;

/** The days of a person, and lines to sign on. */
export function PrintDays({ asked, rows }: { asked: ReportAsked; rows: readonly ReportRow[] }) {
  const { at, print } = usePrint();
  const sum = useSum(asked);
  const [row] = rows;
  if (!row) return null;
  const name = whoText(row);
  return (
    <>
      <Button icon="printer" onClick={print}>
        {t('report.print')}
      </Button>
      <PrintSheet
        title={t('page.report')}
        lines={[nameBeside(row, row.userid), daysFromTo(asked)]}
        at={at}
        signatures={[t('report.signedBy', { name }), t('report.signedFor')]}
      >
        <table>
          <Head first={t('report.day')} figures={dayFigures()} last={t('report.signs')} />
          <tbody>
            {rows.map((one) => (
              <tr key={one.date}>
                <th scope="row">{shortDay(one.date)}</th>
                <Figures figures={dayFigures()} row={one} />
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
              {dayFigures().map(({ key }) => (
                <td key={key} className="print-figure">
                  {key === 'in' || key === 'out' ? '' : spanOr(rows.reduce((all, one) => all + Number(one[key]), 0))}
                </td>
              ))}
              <td />
            </tr>
            <tr>
              <td colSpan={dayFigures().length + 2}>{sum && restOf(sum)}</td>
            </tr>
          </tfoot>
        </table>
      </PrintSheet>
    </>
  );
}

/** Sums that are of no column of the days. */
const restOf = (sum: ReportSum): string =>
  sumFigures()
    .filter(({ key, text }) => ['present', 'missing', 'absent', 'leave'].includes(key) && text(sum) !== NOTHING)
    .map(({ header, text }) => t('report.spanOf', { word: header, span: text(sum) }))
    .join(' / ');

interface PrintPeopleProps {
  asked: ReportAsked;
  page: ReportPage;
  /** The page is all there is. */
  isWhole: boolean;
}

/** All people with their sums; those of other pages are asked for first. */
export function PrintPeople({ asked, page, isWhole }: PrintPeopleProps) {
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
      const found = await readAll(asked, own.signal, setCount).catch(() => undefined);
      setCount(undefined);
      if (!found || own.signal.aborted) return;
      setAll(found);
    }
    print();
  };
  const total = summed(sums);
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
      <PrintSheet title={t('page.report')} lines={[daysFromTo(asked)]} at={at}>
        <table>
          <Head first={t('users.person')} figures={sumFigures()} />
          <tbody>
            {sums.map((sum) => (
              <tr key={sum.userid}>
                <th scope="row">{nameBeside(sum, sum.userid)}</th>
                <Figures figures={sumFigures()} row={sum} />
              </tr>
            ))}
          </tbody>
          {total && (
            <tfoot>
              <tr>
                <th scope="row">{t('report.sum')}</th>
                <Figures figures={sumFigures()} row={total} />
              </tr>
            </tfoot>
          )}
        </table>
      </PrintSheet>
    </>
  );
}

async function readAll(asked: ReportAsked, signal: AbortSignal, onCount: (count: number) => void) {
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
