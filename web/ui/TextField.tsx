import type { ReactNode } from 'react';
import { digitsOf, dottedOf } from '../lib/typing.ts';
import { Field, type TypedFieldProps } from './Field.tsx';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export interface TextFieldProps extends TypedFieldProps {
  readOnly?: boolean | undefined;
  autoComplete?: string | undefined;
  type?: 'text' | 'search' | 'date' | 'time';
  /** Step of a time, in seconds; omitted: whole minutes. */
  step?: number | undefined;
  /** Id of its form, if it is outside of it. */
  form?: string | undefined;
  /** Left-to-right in every language, for machine-readable text: addresses, host names. */
  ltr?: boolean | undefined;
  /**
   * The keypad of a phone. An address uses the decimal one: large digits and a decimal mark, on Android and iOS. That mark is a
   * comma in half of the languages, and iOS then offers no dot, so a comma is accepted as a dot. Host names use the keypad with
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
