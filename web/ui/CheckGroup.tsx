import type { ReactNode } from 'react';
import { Checkbox } from './Checkbox.tsx';
import { FieldGroup } from './Field.tsx';

export interface CheckGroupProps<T extends string> {
  label: string;
  name: string;
  options: readonly { readonly value: T; readonly label: string }[];
  /** In the order of the options, whatever the order of selection. */
  chosen: readonly T[];
  onChange: (chosen: T[]) => void;
  hint?: ReactNode;
  error?: string | undefined;
  changed?: boolean | undefined;
  disabled?: boolean | undefined;
  /** The label is read out but not shown. */
  hideLabel?: boolean | undefined;
}

/** Multiple choice: check boxes side by side where there is room. */
export function CheckGroup<T extends string>(props: CheckGroupProps<T>) {
  const { label, name, options, chosen, onChange, hint, error, changed, disabled = false, hideLabel } = props;
  return (
    <FieldGroup label={label} hint={hint} error={error} changed={changed} disabled={disabled} hideLabel={hideLabel}>
      <div className="check-group">
        {options.map((option) => (
          <Checkbox
            key={option.value}
            name={name}
            label={option.label}
            checked={chosen.includes(option.value)}
            disabled={disabled}
            onChange={(on) =>
              onChange(
                options
                  .map(({ value }) => value)
                  .filter((value) => (value === option.value ? on : chosen.includes(value))),
              )
            }
          />
        ))}
      </div>
    </FieldGroup>
  );
}
