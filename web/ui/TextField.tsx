import type { ReactNode } from 'react';
import { digitsOf, dottedOf } from '../lib/typing.ts';
import { Field, type TypedFieldProps } from './Field.tsx';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export interface TextFieldProps extends TypedFieldProps {
  readOnly?: boolean | undefined;
  autoComplete?: string | undefined;
  type?: 'text' | 'search' | 'date' | 'time';
  /** Of a time, in seconds; left out: whole minutes. */
  step?: number | undefined;
  /** Id of the form it belongs to, where it stands outside it. */
  form?: string | undefined;
  /** Left to right in every language, for what machines read: addresses, names of hosts. */
  ltr?: boolean | undefined;
  /**
   * The keypad of a phone. An address has the decimal one: digits and a mark, large, on Android and iOS. That mark is a
   * comma in half of the languages, and iOS then offers no dot, so it is taken for one. Names of hosts have the one with
   * dot, colon and slash.
   */
  keypad?: 'address' | 'host' | undefined;
  icon?: IconName | undefined;
  unit?: string | undefined;
  /** A control at the end of the box, such as reveal. */
  end?: ReactNode;
}

const modes = { address: 'decimal', host: 'url' } as const;

function asMachinesWrite(text: string, digits: boolean, keypad: TextFieldProps['keypad']): string {
  if (digits) return digitsOf(text);
  return keypad === 'address' ? dottedOf(text) : text;
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
            inputMode={digits ? 'numeric' : props.keypad && modes[props.keypad]}
            autoCapitalize={props.ltr ? 'none' : undefined}
            spellCheck={props.ltr ? 'false' : undefined}
            dir={digits || props.ltr ? 'ltr' : 'auto'}
            onInput={(event) => {
              const input = event.currentTarget;
              const next = asMachinesWrite(input.value, digits, props.keypad);
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
