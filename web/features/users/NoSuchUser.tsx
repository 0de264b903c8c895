import { t } from '../../lib/i18n.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { BackToList } from './BackToList.tsx';

export interface NoSuchUserProps {
  /** Title of the page. */
  title: string;
  /** The URL has no ID. */
  noId?: boolean;
}

/** Shown for a URL with the ID of no user, or without an ID. */
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
