import { ErrorCode } from '@gen/errors.ts';
import type { ReactNode } from 'react';
import { askPassword } from '../../lib/askPassword.ts';
import { errorText, t } from '../../lib/i18n.ts';
import { useIsSuper } from '../../lib/superSession.ts';
import { Button } from '../../ui/Button.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';

/** Shows content for a super session; other users see how to get one. */
export function ForEngineer({ children }: { children: ReactNode }) {
  return useIsSuper() ? (
    children
  ) : (
    <section className="card" aria-label={t('super.tag')}>
      <AsEngineer />
    </section>
  );
}

export function AsEngineer() {
  return (
    <EmptyState
      icon="key"
      title={errorText(ErrorCode.superNeeded)}
      action={
        <Button tone="primary" onClick={() => void askPassword('engineer')}>
          {t('login.submit')}
        </Button>
      }
    />
  );
}
