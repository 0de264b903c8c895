import type { User } from '@gen/contract.ts';
import { type ReactNode, useEffect } from 'react';
import { useSlow } from '../../lib/delay.ts';
import { t } from '../../lib/i18n.ts';
import { usePower } from '../../lib/power.ts';
import { problemText } from '../../lib/problem.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { BackToList } from './BackToList.tsx';

export interface FormFrameProps {
  title: string;
  user: User | undefined;
  error: unknown;
  onRetry: () => void;
  /** The form, once the user and the right are known. It brings the page's heading. */
  children: (user: User, mayWrite: boolean) => ReactNode;
}

/** What a form page shows until it has its user, or instead. */
export function FormFrame({ title, user, error, onRetry, children }: FormFrameProps) {
  const mayWrite = usePower('user')?.write;
  const ready = user !== undefined && mayWrite !== undefined;
  const slow = useSlow(!ready && error === undefined);
  useEffect(() => {
    /* The heading that had the focus made way for the form's. */
    if (ready && document.activeElement === document.body) {
      document.querySelector<HTMLElement>('[data-page-title]')?.focus({ preventScroll: true });
    }
  }, [ready]);
  if (ready) return <div className="form-page">{children(user, mayWrite)}</div>;
  return (
    <div className="form-page">
      {(slow || error !== undefined) && <PageHeader title={title} />}
      {error !== undefined && (
        <section className="card" aria-label={t('users.user')}>
          <ErrorState text={problemText(error)} onRetry={onRetry} />
        </section>
      )}
      {slow && (
        <div className="card">
          <div className="card-body">
            <Skeleton kind="field" lines={5} />
          </div>
        </div>
      )}
      {error !== undefined && <BackToList />}
    </div>
  );
}
