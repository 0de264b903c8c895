import { type ReactNode, useEffect } from 'react';
import { useSlow } from '../lib/delay.ts';
import { problemText } from '../lib/problem.ts';
import { ErrorState } from './ErrorState.tsx';
import { PageHeader } from './PageHeader.tsx';
import { Skeleton } from './Skeleton.tsx';

export interface FormPageProps {
  title: string;
  description?: string | undefined;
  /** The form; undefined until all its data is loaded. It contains the page's heading. */
  form: ReactNode | undefined;
  /** Why it cannot be shown. */
  error: unknown;
  onRetry: () => void;
  /** Placeholder fields while it loads. */
  lines: number;
  /** Links or buttons if it cannot be shown. */
  children?: ReactNode;
}

/** The content of a form page until the form can be filled in, or instead of it. */
export function FormPage({ title, description, form, error, onRetry, lines, children }: FormPageProps) {
  const ready = form !== undefined;
  const failed = error !== undefined;
  const slow = useSlow(!ready && !failed);
  useEffect(() => {
    /* The form's heading has replaced the one that had the focus. */
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
