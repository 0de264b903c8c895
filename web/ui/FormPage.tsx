import { type ReactNode, useEffect } from 'react';
import { useSlow } from '../lib/delay.ts';
import { problemText } from '../lib/problem.ts';
import { ErrorState } from './ErrorState.tsx';
import { PageHeader } from './PageHeader.tsx';
import { Skeleton } from './Skeleton.tsx';

export interface FormPageProps {
  title: string;
  description?: string | undefined;
  /** The form; undefined until all that it stands on is known. It brings the page's heading. */
  form: ReactNode | undefined;
  /** Why there is none. */
  error: unknown;
  onRetry: () => void;
  /** Grey fields while it is on its way. */
  lines: number;
  /** Ways to go on when it cannot be shown. */
  children?: ReactNode;
}

/** What a page with a form shows until it can be filled in, or instead. */
export function FormPage({ title, description, form, error, onRetry, lines, children }: FormPageProps) {
  const ready = form !== undefined;
  const failed = error !== undefined;
  const slow = useSlow(!ready && !failed);
  useEffect(() => {
    /* The heading that had the focus made way for the form's. */
    if (ready && document.activeElement === document.body) {
      document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
    }
  }, [ready]);
  if (ready) return <div className="form-page">{form}</div>;
  return (
    <div className="form-page">
      {(slow || failed) && <PageHeader title={title} description={description} />}
      {failed && (
        <section className="card" aria-label={title}>
          <ErrorState text={problemText(error)} onRetry={onRetry} />
        </section>
      )}
      {slow && (
        <div className="card">
          <div className="card-body">
            <Skeleton kind="field" lines={lines} />
          </div>
        </div>
      )}
      {failed && children}
    </div>
  );
}
