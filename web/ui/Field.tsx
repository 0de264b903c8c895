import { type ReactNode, type Ref, useId } from 'react';
import { t } from '../lib/i18n.ts';
import { Icon } from './Icon.tsx';
import { Lines } from './Lines.tsx';

/** Props that connect a control to its field; spread on the input. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: string;
  /** One line below the control: meaning, limits. */
  hint?: ReactNode;
  /** The error, from validation or from the server; announced when it appears. */
  error?: string | undefined;
  /** Marks a value that differs from the stored one. */
  changed?: boolean | undefined;
  required?: boolean | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** A field with a text input. */
export interface TypedFieldProps extends Omit<FieldProps, 'children'> {
  /** Wire name of the value: a server error about `field` is shown here. */
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  disabled?: boolean | undefined;
  /** In characters (the validator counts code points; this is the browser's own limit). */
  maxLength?: number | undefined;
  placeholder?: string | undefined;
  /** Accepts only digits, typed or pasted, and shows the number keypad on a phone. */
  digits?: boolean | undefined;
  /** Gets the focus when its dialog opens. */
  autoFocus?: boolean | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/** An error replaces a text hint, which has the same information: limits, requirements. Other hints stay. */
function hintBeside(error: string | undefined, hint: ReactNode): ReactNode {
  return error && typeof hint === 'string' ? undefined : hint;
}

/** Label above, control, hint or error below. Contains every control of the kit. */
export function Field({ label, hint: given, error, changed = false, required = false, children }: FieldProps) {
  const id = useId();
  const hint = hintBeside(error, given);
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const described = [error ? errorId : '', hint ? hintId : ''].filter(Boolean).join(' ');
  return (
    <div className="field" data-invalid={error ? '' : undefined}>
      <div className="field-label">
        <label htmlFor={id}>{label}</label>
        {required && (
          <span className="field-required" aria-hidden="true">
            *
          </span>
        )}
        {changed && <span className="field-changed">{t('ui.changed')}</span>}
      </div>
      {children({ id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined })}
      <FieldError id={errorId} error={error} />
      {hint && (
        <div className="field-hint" id={hintId}>
          {hint}
        </div>
      )}
    </div>
  );
}

export interface FieldGroupProps {
  label: string;
  hint?: ReactNode;
  error?: string | undefined;
  changed?: boolean | undefined;
  /** Disables all its controls. */
  disabled?: boolean | undefined;
  /** The label is read out but not shown. */
  hideLabel?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** The same for a group of controls that form one field: the label is its legend. */
export function FieldGroup(props: FieldGroupProps) {
  const { label, error, changed, disabled, hideLabel, className, children } = props;
  const id = useId();
  const hint = hintBeside(error, props.hint);
  const described = [error ? `${id}-error` : '', hint ? `${id}-hint` : ''].filter(Boolean).join(' ');
  return (
    <fieldset
      className={className ? `field ${className}` : 'field'}
      disabled={disabled}
      aria-describedby={described || undefined}
    >
      <legend className={hideLabel ? 'visually-hidden' : 'field-label'}>
        {label}
        {changed && <span className="field-changed">{t('ui.changed')}</span>}
      </legend>
      {children}
      <FieldError id={`${id}-error`} error={error} />
      {hint && (
        <div className="field-hint" id={`${id}-hint`}>
          {hint}
        </div>
      )}
    </fieldset>
  );
}

/** The error of a field; always rendered, so that it is announced when its text appears. */
export function FieldError({ id, error }: { id: string; error: string | undefined }) {
  return (
    <div className="field-error" id={id} role="alert">
      {error && (
        <>
          <Icon name="alert" size={14} />
          <Lines text={error} />
        </>
      )}
    </div>
  );
}
