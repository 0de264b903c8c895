import { type ExplainReply, type ExplainRequest, explain } from '@gen/door.ts';
import type { ReactNode } from 'react';
import useSWR from 'swr';
import { problemText } from '../../lib/problem.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { WhySteps } from './WhySteps.tsx';

const MINUTE_MS = 60_000;

/** A question of the dialog: a line of the log, or a person at a moment of the terminal's own clock. */
export interface WhyQuestion extends Omit<ExplainRequest, 'time'> {
  /** The wall of the terminal, written as if it were UTC; left out: now. */
  wall?: number | undefined;
}

const handled = { handles: () => true };

/** Asks about a moment on the wall: how far that is from UTC the terminal knows, and it changes with the season. */
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
  /** What is asked, to be changed. */
  children?: ReactNode;
  onClose: () => void;
}

/** The decision step by step. */
export function WhyDialog({ title, question, children, onClose }: WhyDialogProps) {
  const { data, error, mutate } = useSWR(['explain', JSON.stringify(question)], () => ask(question), {
    keepPreviousData: true,
    revalidateOnFocus: false,
    dedupingInterval: 0,
  });
  return (
    <Dialog open title={title} onClose={onClose}>
      <div className="stack">
        {children}
        {error !== undefined && <ErrorState text={problemText(error)} onRetry={() => void mutate()} />}
        {error === undefined && (data === undefined ? <Skeleton lines={6} /> : <WhySteps why={data} />)}
      </div>
    </Dialog>
  );
}
