import { t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { AddUser } from '../form/AddUser.tsx';
import { ImportUsers } from './ImportUsers.tsx';

/** Empty list: because nothing matches, or because there are no users yet. */
export function NoUsers(props: { filtered: boolean; mayWrite: boolean; onClear: () => void }) {
  if (props.filtered) {
    return (
      <EmptyState
        icon="search"
        title={t('users.noMatch')}
        text={t('users.noMatchText')}
        action={<Button onClick={props.onClear}>{t('users.clearSearch')}</Button>}
      />
    );
  }
  return (
    <EmptyState
      icon="users"
      title={t('users.none')}
      text={t('users.noneText')}
      action={
        props.mayWrite ? (
          <>
            <ImportUsers />
            <AddUser />
          </>
        ) : undefined
      }
    />
  );
}
