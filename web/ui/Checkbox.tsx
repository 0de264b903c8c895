import { type ReactNode, useEffect, useId, useRef } from 'react';

export interface CheckboxProps {
  label: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  name?: string | undefined;
  /** Some but not all, in the heading of a list. */
  indeterminate?: boolean | undefined;
  disabled?: boolean | undefined;
  hint?: ReactNode;
  /** The label is read out but not shown (table rows). */
  hideLabel?: boolean | undefined;
}

export function Checkbox({ label, checked, onChange, name, indeterminate = false, ...rest }: CheckboxProps) {
  const id = useId();
  const ref = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (ref.current) ref.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return (
    <div className="checkbox">
      <label className="checkbox-label">
        <input
          ref={ref}
          type="checkbox"
          name={name}
          checked={checked}
          disabled={rest.disabled}
          aria-label={rest.hideLabel ? label : undefined}
          aria-describedby={rest.hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {!rest.hideLabel && <span>{label}</span>}
      </label>
      {rest.hint && (
        <div className="field-hint" id={`${id}-hint`}>
          {rest.hint}
        </div>
      )}
    </div>
  );
}
