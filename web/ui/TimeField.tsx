import { Field, type TypedFieldProps } from './Field.tsx';
import { TimeBox } from './TimeBox.tsx';

export interface TimeFieldProps
  extends Omit<TypedFieldProps, 'maxLength' | 'placeholder' | 'digits' | 'autoFocus' | 'inputRef'> {
  seconds?: boolean;
  /** Id of its form, if it is outside of it. */
  form?: string | undefined;
}

/** A time of day as a field. */
export function TimeField({ label, hint, error, changed, required, seconds = false, ...box }: TimeFieldProps) {
  const { value, onChange, onBlur, name, form, disabled } = box;

  return (
    <Field label={label} hint={hint} error={error} changed={changed} required={required}>
      {(control) => (
        <div className="box" data-disabled={disabled ? '' : undefined}>
          <TimeBox {...control} {...{ value, onChange, onBlur, name, form, disabled, seconds }} className="box-input" />
        </div>
      )}
    </Field>
  );
}
