import { type ExplainReply, type ExplainRequest, explain } from '@gen/door.ts';
import type { ReactNode } from 'react';
import useSWR from 'swr';
import { t } from '../../lib/i18n.ts';
import { problemText } from '../../lib/problem.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { WhySteps } from './WhySteps.tsx';
import { type Decided, isSame, WhyThen } from './WhyThen.tsx';

const MINUTE_MS = 60_000;

/** The question: a record, or a user at a local time of the terminal. */
export interface WhyQuestion extends Omit<ExplainRequest, 'time'> {
  /** Local time of the terminal, written as if it were UTC; omitted: now. */
  wall?: number | undefined;
}

const handled = { handles: () => true };

/** Asks about a local time: only the terminal knows its offset from UTC, which depends on daylight saving. */
export async function ask({ wall, ...question }: WhyQuestion): Promise<ExplainReply> {
  const now = await explain(question, handled);
  if (wall === undefined) return now;
  const at = (offset: number) => explain({ ...question, time: wall - offset * MINUTE_MS }, handled);
  const then = await at(now.offset);
  return then.offset === now.offset ? then : at(then.offset);
}

export interface WhyDialogProps {
  title: string;
  question: WhyQuestion;
  /** The record in question: its own decision is shown first. */
  line?: Decided | undefined;
  /** Inputs of the question. */
  children?: ReactNode;
  onClose: () => void;
}

/** The decision, rule by rule. */
export function WhyDialog({ title, question, line, children, onClose }: WhyDialogProps) {
  const { data, error, mutate } = useSWR(['explain', JSON.stringify(question)], () => ask(question), {
    keepPreviousData: true,
    revalidateOnFocus: false,
    dedupingInterval: 0,
  });
  return (
    <Dialog open title={title} onClose={onClose}>
      <div className="stack">
        {children}
        {line && <WhyThen line={line} why={data} />}
        {error !== undefined && <ErrorState text={problemText(error)} onRetry={() => void mutate()} />}
        {error === undefined && (data === undefined ? <Skeleton lines={6} /> : <Why why={data} line={line} />)}
      </div>
    </Dialog>
  );
}

/** The rules; for a record, the decision by the current settings, which may differ from the recorded one. */
function Why({ why, line }: { why: ExplainReply; line: Decided | undefined }) {
  if (line === undefined) return <WhySteps why={why} />;
  const same = isSame(line, why);
  return (
    <section className="stack" aria-label={t('why.now')}>
      <h3 className="why-heading">{t('why.now')}</h3>
      {same ? <p role="status">{t('why.same')}</p> : <Notice tone="info">{t('why.differs')}</Notice>}
      <WhySteps why={why} isSaid={same} />
    </section>
  );
}
