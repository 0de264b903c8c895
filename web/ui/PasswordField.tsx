import { type ReactNode, type Ref, useState } from 'react';
import { t } from '../lib/i18n.ts';
import { Field } from './Field.tsx';
import { IconButton } from './IconButton.tsx';

export interface PasswordFieldProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  changed?: boolean | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  maxLength?: number | undefined;
  placeholder?: string | undefined;
  /** Digits only. */
  digits?: boolean | undefined;
  /** `current-password` to sign in, `new-password` where one is chosen, `off` for a PIN of somebody else. */
  autoComplete: 'current-password' | 'new-password' | 'off';
  /** Where a dialog puts the focus when it opens. */
  autoFocus?: boolean | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/** Hidden until revealed; the choice to reveal belongs to this field and is forgotten with it. */
export function PasswordField(props: PasswordFieldProps) {
  const [revealed, setRevealed] = useState(false);
  const { label, hint, error, changed, required, digits = false } = props;
  return (
    <Field label={label} hint={hint} error={error} changed={changed} required={required}>
      {(control) => (
        <div className="box" data-disabled={props.disabled ? '' : undefined}>
          <input
            {...control}
            ref={props.inputRef ?? null}
            className="box-input"
            type={revealed ? 'text' : 'password'}
            name={props.name}
            value={props.value}
            required={required}
            disabled={props.disabled}
            maxLength={props.maxLength}
            placeholder={props.placeholder}
            autoComplete={props.autoComplete}
            data-autofocus={props.autoFocus ? '' : undefined}
            inputMode={digits ? 'numeric' : undefined}
            autoCapitalize="none"
            autoCorrect="off"
            spellCheck="false"
            dir="ltr"
            onInput={(event) => {
              const input = event.currentTarget;
              const next = digits ? input.value.replace(/\D/g, '') : input.value;
              if (next !== input.value) input.value = next;
              props.onChange(next);
            }}
            onBlur={props.onBlur}
          />
          <IconButton
            className="box-button"
            icon={revealed ? 'eyeOff' : 'eye'}
            label={revealed ? t('ui.hidePassword') : t('ui.showPassword')}
            disabled={props.disabled}
            onClick={() => setRevealed(!revealed)}
          />
        </div>
      )}
    </Field>
  );
}
