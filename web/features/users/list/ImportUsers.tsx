import { t } from '../../../lib/i18n.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';

/** The way to users out of a file. */
export function ImportUsers() {
  return (
    <ButtonLink to="/user/import" icon="upload">
      {t('users.import')}
    </ButtonLink>
  );
}
