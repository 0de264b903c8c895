import { useState } from 'react';
import { t } from '../lib/i18n.ts';
import { digitsOf } from '../lib/typing.ts';
import { Field, type TypedFieldProps } from './Field.tsx';
import { IconButton } from './IconButton.tsx';

export interface PasswordFieldProps extends TypedFieldProps {
  /** `current-password` to sign in, `new-password` for a new one, `off` for the PIN of another user. */
  autoComplete: 'current-password' | 'new-password' | 'off';
}

/** Hidden until revealed; the state belongs to this field and is not stored. */
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
              const next = digits ? digitsOf(input.value) : input.value;
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
