import type { ReactNode } from 'react';
import { t } from '../lib/i18n.ts';
import { PasswordField } from './PasswordField.tsx';
import { SecretButton } from './SecretButton.tsx';

export interface SecretFieldProps {
  label: string;
  name: string;
  /** Typed text; undefined while the stored secret stays. */
  value: string | undefined;
  /** A secret is stored. It cannot be read, only replaced. */
  isSet: boolean;
  /** It may be removed. */
  removable: boolean;
  /** undefined keeps the stored one; '' removes it. */
  onChange: (value: string | undefined) => void;
  onBlur?: (() => void) | undefined;
  maxLength?: number | undefined;
  digits?: boolean | undefined;
  required?: boolean | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  changed?: boolean | undefined;
  disabled?: boolean | undefined;
}

/** A write-only password: shows whether one is stored, and accepts a new one. */
export function SecretField({ value, isSet, removable, required = false, onChange, hint, ...rest }: SecretFieldProps) {
  const removing = isSet && value === '';
  return (
    <div className="secret">
      <PasswordField
        {...rest}
        value={value ?? ''}
        required={required && (!isSet || removing)}
        placeholder={removing ? t('secret.removing') : isSet ? t('secret.set') : t('secret.notSet')}
        autoComplete="new-password"
        hint={hint}
        onChange={(next) => onChange(next === '' ? undefined : next)}
      />
      {isSet && removable && !rest.disabled && (
        <SecretButton label={rest.label} removing={removing} onPress={() => onChange(removing ? undefined : '')} />
      )}
    </div>
  );
}
