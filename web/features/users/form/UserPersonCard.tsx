import { adduserLimits as limits } from '@gen/contract.ts';
import { formatNumber, t, textOf } from '../../../lib/i18n.ts';
import { Card } from '../../../ui/Card.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { otherTexts } from './form.ts';
import { useFormerText } from './useFormerText.ts';
import type { UserFieldsProps } from './useUserForm.ts';

/** ID, name and other texts. */
export function UserPersonCard({ state, adding, readOnly }: UserFieldsProps) {
  const { form, set, field } = state;
  const former = useFormerText(adding ? form.userid : null);
  const idHint = former ?? t('users.idHint', { max: formatNumber(limits.userid.max) });
  return (
    <Card title={t('users.person')}>
      <div className="pair">
        <NumberField
          {...field('userid')}
          label={t('field.User.userid')}
          value={form.userid}
          max={limits.userid.max}
          required={adding}
          readOnly={!adding}
          hint={adding ? idHint : t('users.idFixed')}
          onChange={(userid) => set({ userid })}
        />
        <TextField
          {...field('username')}
          label={t('field.User.username')}
          value={form.username}
          readOnly={readOnly}
          hint={t('users.nameHint', { max: limits.username.max })}
          onChange={(username) => set({ username })}
        />
        {otherTexts.map(({ name, max }) => (
          <TextField
            key={name}
            {...field(name)}
            label={textOf(`field.User.${name}`) ?? name}
            value={String(form[name])}
            readOnly={readOnly}
            hint={t('users.nameHint', { max })}
            onChange={(text) => set({ [name]: text })}
          />
        ))}
      </div>
    </Card>
  );
}
