import { type ReactNode, useState } from 'react';
import { TextField } from './TextField.tsx';

export interface NumberFieldProps {
  label: string;
  name: string;
  /** null while it is empty. */
  value: number | null;
  onChange: (value: number | null) => void;
  onBlur?: (() => void) | undefined;
  /** Largest value: only limits the length of the typed text; the validator checks. */
  max: number;
  hint?: ReactNode;
  error?: string | undefined;
  changed?: boolean | undefined;
  required?: boolean | undefined;
  disabled?: boolean | undefined;
  readOnly?: boolean | undefined;
  unit?: string | undefined;
  placeholder?: string | undefined;
}

/** A whole number from 0. A text box with digits, not `type=number`: no wheel accidents, no exponent, no lost zeros. */
export function NumberField({ value, onChange, max, ...rest }: NumberFieldProps) {
  const [text, setText] = useState(value === null ? '' : String(value));
  const shown = parse(text) === value ? text : value === null ? '' : String(value);
  return (
    <TextField
      {...rest}
      digits
      maxLength={String(max).length}
      value={shown}
      onChange={(next) => {
        setText(next);
        onChange(parse(next));
      }}
    />
  );
}

function parse(text: string): number | null {
  return text === '' ? null : Number(text);
}
