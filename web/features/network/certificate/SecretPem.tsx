import { t } from '../../../lib/i18n.ts';
import type { SettingsFields } from '../../../lib/settings/useSettingsForm.ts';
import { settingLabel } from '../../../lib/settings/words.ts';
import { SecretButton } from '../../../ui/SecretButton.tsx';
import { PemField } from './PemField.tsx';

export interface SecretPemProps<Values extends object> {
  form: SettingsFields<Values>;
  /** A secret of the page that takes PEM. */
  name: keyof Values & string;
  /** Largest length, in characters. */
  max: number;
  /** What stands in the empty field while the stored one stays, and while there is none. */
  keptText: string;
  noneText: string;
}

/** A certificate that is stored and not shown: another one replaces it, and it can be removed and kept after all. */
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
