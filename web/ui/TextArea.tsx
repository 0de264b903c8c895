import type { ReactNode } from 'react';
import { Field } from './Field.tsx';

export interface TextAreaProps {
  label: string;
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  rows?: number;
  /** Left-to-right and monospaced, for machine-readable text: certificates, keys. */
  code?: boolean | undefined;
  placeholder?: string | undefined;
  hint?: ReactNode;
  error?: string | undefined;
  changed?: boolean | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
}

/** Several lines of text. */
export function TextArea({ label, name, value, onChange, rows = 4, code = false, ...rest }: TextAreaProps) {
  return (
    <Field label={label} hint={rest.hint} error={rest.error} changed={rest.changed}>
      {(control) => (
        <div className="box box-area" data-disabled={rest.disabled ? '' : undefined}>
          <textarea
            {...control}
            className={code ? 'box-input box-code' : 'box-input'}
            name={name}
            rows={rows}
            value={value}
            disabled={rest.disabled}
            readOnly={rest.readOnly}
            placeholder={rest.placeholder}
            dir={code ? 'ltr' : 'auto'}
            spellCheck="false"
            autoComplete="off"
            onInput={(event) => onChange(event.currentTarget.value)}
            onBlur={rest.onBlur}
          />
        </div>
      )}
    </Field>
  );
}
