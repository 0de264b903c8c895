import type { ReactNode } from 'react';
import { Field } from './Field.tsx';
import { Icon } from './Icon.tsx';

export interface SelectOption<T extends string> {
  value: T;
  label: string;
  disabled?: boolean;
}

export interface SelectProps<T extends string> {
  label: string;
  name: string;
  value: T;
  options: readonly SelectOption<T>[];
  onChange: (value: T) => void;
  hint?: ReactNode;
  error?: string | undefined;
  changed?: boolean | undefined;
  disabled?: boolean | undefined;
}

/** The browser's own select: every phone has a good one. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, name, value, options, onChange, hint, error, changed, disabled } = props;
  return (
    <Field label={label} hint={hint} error={error} changed={changed}>
      {(control) => (
        <div className="box box-select" data-disabled={disabled ? '' : undefined}>
          <select
            {...control}
            className="box-input"
            name={name}
            value={value}
            disabled={disabled}
            onChange={(event) => {
              const wanted = event.currentTarget.value;
              const chosen = options.find((option) => option.value === wanted);
              if (chosen) onChange(chosen.value);
            }}
          >
            {options.map((option) => (
              <option key={option.value} value={option.value} disabled={option.disabled}>
                {option.label}
              </option>
            ))}
          </select>
          <Icon name="chevronDown" className="box-chevron" size={16} />
        </div>
      )}
    </Field>
  );
}
