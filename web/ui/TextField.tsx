import type { ReactNode, Ref } from 'react';
import { Field } from './Field.tsx';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export interface TextFieldProps {
  label: string;
  /** Wire name of the value: the server's complaint about `field` finds its way here. */
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  changed?: boolean | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  /** In characters (code points are counted by the validator; this is the browser's own brake). */
  maxLength?: number | undefined;
  placeholder?: string | undefined;
  autoComplete?: string | undefined;
  /** Where a dialog puts the focus when it opens. */
  autoFocus?: boolean | undefined;
  type?: 'text' | 'search' | 'date' | 'time';
  /** Of a time, in seconds; left out: whole minutes. */
  step?: number | undefined;
  /** Id of the form it belongs to, where it stands outside it. */
  form?: string | undefined;
  /** Takes digits only, whatever is typed or pasted, and shows the number keypad on a phone. */
  digits?: boolean | undefined;
  /** Left to right in every language, for what machines read: addresses, names of hosts. */
  ltr?: boolean | undefined;
  icon?: IconName | undefined;
  unit?: string | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
  /** A control at the end of the box, such as reveal. */
  end?: ReactNode;
}

export function TextField(props: TextFieldProps) {
  const { label, hint, error, changed, required, value, type = 'text', digits = false } = props;
  return (
    <Field label={label} hint={hint} error={error} changed={changed} required={required}>
      {(control) => (
        <div className="box" data-disabled={props.disabled ? '' : undefined}>
          {props.icon && <Icon name={props.icon} className="box-icon" />}
          <input
            {...control}
            ref={props.inputRef ?? null}
            className="box-input"
            type={type}
            form={props.form}
            name={props.name}
            value={value}
            required={required}
            disabled={props.disabled}
            readOnly={props.readOnly}
            maxLength={props.maxLength}
            step={props.step}
            placeholder={props.placeholder}
            autoComplete={props.autoComplete ?? 'off'}
            data-autofocus={props.autoFocus ? '' : undefined}
            inputMode={digits ? 'numeric' : undefined}
            dir={digits || props.ltr ? 'ltr' : 'auto'}
            onInput={(event) => {
              const input = event.currentTarget;
              const next = digits ? input.value.replace(/\D/g, '') : input.value;
              if (next !== input.value) input.value = next;
              props.onChange(next);
            }}
            onBlur={props.onBlur}
          />
          {props.unit && <span className="box-unit">{props.unit}</span>}
          {props.end}
        </div>
      )}
    </Field>
  );
}
