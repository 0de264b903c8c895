import { t } from '../../../lib/i18n.ts';
import type { SettingsFields } from '../../../lib/settings/useSettingsForm.ts';
import { settingLabel } from '../../../lib/settings/words.ts';
import { SecretButton } from '../../../ui/SecretButton.tsx';
import { PemField } from './PemField.tsx';

export interface SecretPemProps<Values extends object> {
  form: SettingsFields<Values>;
  /** A secret setting in PEM. */
  name: keyof Values & string;
  /** Largest length, in characters. */
  max: number;
  /** Placeholders of the empty field: with a stored value, and without one. */
  keptText: string;
  noneText: string;
}

/** A stored certificate that is not shown: it can be replaced, or removed and the removal reverted. */
export function SecretPem<Values extends object>({ form, name, max, keptText, noneText }: SecretPemProps<Values>) {
  const typed: unknown = form.edits[name];
  const label = settingLabel(form.page.pair, name);
  const isSet = form.isSet(name);
  const removing = isSet && typed === '';
  const control = form.field(name);
  return (
    <div className="secret">
      <PemField
        {...control}
        label={label}
        value={typeof typed === 'string' ? typed : ''}
        max={max}
        placeholder={removing ? t('secret.removing') : isSet ? keptText : noneText}
        onChange={(text) => (text === '' ? form.keep(name) : form.set({ [name]: text } as Partial<Values>))}
      />
      {isSet && !control.disabled && (typed === undefined || removing) && (
        <SecretButton
          label={label}
          removing={removing}
          onPress={() => (removing ? form.keep(name) : form.set({ [name]: '' } as Partial<Values>))}
        />
      )}
    </div>
  );
}
