import { type ReactNode, useId, useLayoutEffect, useRef } from 'react';
import { FieldGroup } from './Field.tsx';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export interface SegmentedOption<T extends string> {
  value: T;
  label: string;
  icon?: IconName;
  /** The choice is disabled. */
  disabled?: boolean | undefined;
}

export interface SegmentedProps<T extends string> {
  label: string;
  name: string;
  value: T;
  options: readonly SegmentedOption<T>[];
  onChange: (value: T) => void;
  hint?: ReactNode;
  error?: string | undefined;
  changed?: boolean | undefined;
  disabled?: boolean | undefined;
  /** The label is read out but not shown. */
  hideLabel?: boolean | undefined;
}

/**
 * Two to five choices side by side, or stacked where they do not fit: a group of radio buttons, so arrow
 * keys move the selection.
 */
export function Segmented<T extends string>(props: SegmentedProps<T>) {
  const id = useId();
  const { label, name, value, options, onChange, hint, error, changed, disabled, hideLabel } = props;
  const row = useListWhereTooWide();
  return (
    <FieldGroup
      label={label}
      hint={hint}
      error={error}
      changed={changed}
      hideLabel={hideLabel}
      className="segmented-field"
    >
      <div className="segmented" ref={row}>
        {options.map((option) => (
          <label key={option.value} className="segment">
            <input
              type="radio"
              name={`${name}-${id}`}
              value={option.value}
              checked={option.value === value}
              aria-invalid={error ? true : undefined}
              disabled={disabled || option.disabled}
              onChange={() => onChange(option.value)}
            />
            <span>
              {option.icon && <Icon name={option.icon} size={16} />}
              {option.label}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}

/** Marks the row as a list when its choices are too wide; CSS cannot detect that. */
function useListWhereTooWide() {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const arrange = () => {
      const row = ref.current;
      if (!row) return;
      row.removeAttribute('data-list');
      row.toggleAttribute('data-list', row.scrollWidth > row.clientWidth);
    };
    arrange();
    window.addEventListener('resize', arrange);
    return () => window.removeEventListener('resize', arrange);
  });
  return ref;
}
