import { t } from '../../../lib/i18n.ts';
import { TextField } from '../../../ui/TextField.tsx';
import { ValidityTag } from '../ValidityTag.tsx';
import type { UserFormState } from './useUserForm.ts';

/** First and last day of validity, and whether the user is valid today. */
export function UserValidity({ state, readOnly }: { state: UserFormState; readOnly: boolean }) {
  const { form, set, field } = state;
  return (
    <>
      <div className="pair">
        <TextField
          {...field('validFrom')}
          type="date"
          label={t('field.User.validFrom')}
          value={form.validFrom}
          readOnly={readOnly}
          hint={t('users.validFromHint')}
          onChange={(validFrom) => set({ validFrom })}
        />
        <TextField
          {...field('validTo')}
          type="date"
          label={t('field.User.validTo')}
          value={form.validTo}
          readOnly={readOnly}
          hint={t('users.validToHint')}
          onChange={(validTo) => set({ validTo })}
        />
      </div>
      <p className="now">
        {t('users.validity')} <ValidityTag user={form} />
      </p>
    </>
  );
}
