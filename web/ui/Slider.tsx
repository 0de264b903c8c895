import type { ReactNode } from 'react';
import { Field } from './Field.tsx';

export interface SliderProps {
  label: string;
  name: string;
  value: number;
  min: number;
  max: number;
  step?: number | undefined;
  onChange: (value: number) => void;
  onBlur?: (() => void) | undefined;
  /** The value as text, beside the track and read out. */
  valueText: string;
  hint?: ReactNode;
  error?: string | undefined;
  changed?: boolean | undefined;
  disabled?: boolean | undefined;
}

/** A few steps on a line: for a value that is set by feel. */
export function Slider({ label, name, value, min, max, step = 1, onChange, valueText, ...rest }: SliderProps) {
  return (
    <Field label={label} hint={rest.hint} error={rest.error} changed={rest.changed}>
      {(control) => (
        <div className="slider">
          <input
            {...control}
            type="range"
            name={name}
            min={min}
            max={max}
            step={step}
            value={value}
            disabled={rest.disabled}
            aria-valuetext={valueText}
            onInput={(event) => onChange(Number(event.currentTarget.value))}
            onBlur={rest.onBlur}
          />
          <output className="slider-value" htmlFor={control.id}>
            {valueText}
          </output>
        </div>
      )}
    </Field>
  );
}
