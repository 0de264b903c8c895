import { type ReactNode, useId } from 'react';
import { t } from '../lib/i18n.ts';
import { Checkbox } from './Checkbox.tsx';
import { FieldError } from './Field.tsx';

export interface CheckGroupProps<T extends string> {
  label: string;
  name: string;
  options: readonly { readonly value: T; readonly label: string }[];
  /** In the order of the options, whatever the order they were chosen in. */
  chosen: readonly T[];
  onChange: (chosen: T[]) => void;
  hint?: ReactNode;
  error?: string | undefined;
  changed?: boolean | undefined;
  disabled?: boolean | undefined;
  /** The label is read out but not shown. */
  hideLabel?: boolean | undefined;
}

/** Any of several: check boxes side by side where there is room. */
export function CheckGroup<T extends string>(props: CheckGroupProps<T>) {
  const id = useId();
  const { label, name, options, chosen, onChange, hint, error, changed = false, disabled = false, hideLabel } = props;
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <fieldset className="field" disabled={disabled} aria-describedby={described || undefined}>
      <legend className={hideLabel ? 'visually-hidden' : 'field-label'}>
        {label}
        {changed && <span className="field-changed">{t('ui.changed')}</span>}
      </legend>
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
      <FieldError id={`${id}-error`} error={error} />
      {hint && (
        <div className="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </fieldset>
  );
}
