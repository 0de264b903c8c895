import { type ReactNode, useId } from 'react';
import { t } from '../lib/i18n.ts';
import { FieldError } from './Field.tsx';

export interface SwitchProps {
  label: string;
  name: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
  hint?: ReactNode;
  error?: string | undefined;
  changed?: boolean | undefined;
  disabled?: boolean | undefined;
}

/** On or off, effective after saving: label and help at the start of the line, the switch at its end. */
export function Switch({ label, name, checked, onChange, hint, error, changed = false, disabled }: SwitchProps) {
  const id = useId();
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <div className="field switch-field">
      <label className="switch">
        <span className="field-label">
          <span>{label}</span>
          {changed && <span className="field-changed">{t('ui.changed')}</span>}
        </span>
        <input
          type="checkbox"
          role="switch"
          name={name}
          aria-label={label}
          aria-checked={checked}
          aria-describedby={described || undefined}
          aria-invalid={error ? true : undefined}
          checked={checked}
          disabled={disabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      </label>
      <FieldError id={`${id}-error`} error={error} />
      {hint && (
        <div className="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </div>
  );
}
