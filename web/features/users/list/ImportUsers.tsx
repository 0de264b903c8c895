import { t } from '../../../lib/i18n.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';

/** Link to the import of users from a file. */
export function ImportUsers() {
  return (
    <ButtonLink to="/user/import" icon="upload">
      {t('users.import')}
    </ButtonLink>
  );
}
