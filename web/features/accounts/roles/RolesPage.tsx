import { type SetRolesReply, setRoles } from '@gen/accounts.ts';
import { useState } from 'react';
import useSWR from 'swr';
import { useSlow } from '../../../lib/delay.ts';
import { t } from '../../../lib/i18n.ts';
import { problemText } from '../../../lib/problem.ts';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { Skeleton } from '../../../ui/Skeleton.tsx';
import { RolesForm } from './RolesForm.tsx';

let visits = 0;

const readRoles = () => setRoles({ handles: () => true });

/** Permissions of admin levels 1 to 16; edited by admin. */
export function RolesPage() {
  const [visit] = useState(() => ++visits);
  const { data, error, mutate } = useSWR(['SetRoles', visit], readRoles, {
    revalidateOnFocus: false,
    revalidateOnReconnect: false,
  });
  const slow = useSlow(data === undefined && error === undefined);
  /* When a requested read fails, SWR returns its old data. */
  const refresh = (): Promise<SetRolesReply | undefined> =>
    mutate(readRoles(), { revalidate: false }).catch(() => undefined);
  return (
    <div className="form-stack">
      {data ? (
        <RolesForm stored={data} refresh={refresh} />
      ) : (
        <>
          <PageHeader title={t('page.roles')} description={t('roles.intro')} />
          {error !== undefined && (
            <section className="card">
              <ErrorState text={problemText(error)} onRetry={() => void refresh()} />
            </section>
          )}
          {slow && <Skeleton lines={8} />}
        </>
      )}
    </div>
  );
}
