import { t } from '../../lib/i18n.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { BackToList } from './BackToList.tsx';

export interface NoSuchUserProps {
  /** The page's. */
  title: string;
  /** The address names no ID at all. */
  noId?: boolean;
}

/** The address asks for a user whom there is not, or for none. */
export function NoSuchUser({ title, noId = false }: NoSuchUserProps) {
  return (
    <div className="form-page">
      <PageHeader title={title} />
      <section className="card" aria-label={t('users.user')}>
        <div role="alert">
          <EmptyState
            icon="user"
            title={noId ? t('users.goIdRequired') : t('users.unknown')}
            text={t('error.40401.help')}
            action={<BackToList />}
          />
        </div>
      </section>
    </div>
  );
}
