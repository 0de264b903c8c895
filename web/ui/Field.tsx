import { type ReactNode, type Ref, useId } from 'react';
import { t } from '../lib/i18n.ts';
import { Icon } from './Icon.tsx';
import { Lines } from './Lines.tsx';

/** What a control needs to belong to its field; spread on the input. */
export interface FieldControl {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

export interface FieldProps {
  label: string;
  /** One line below the control: what it means, its limits. */
  hint?: ReactNode;
  /** The complaint, from validation or from the server; announced when it appears. */
  error?: string | undefined;
  /** Marks a value that differs from what is stored. */
  changed?: boolean | undefined;
  required?: boolean | undefined;
  children: (control: FieldControl) => ReactNode;
}

/** A field in which something is typed. */
export interface TypedFieldProps extends Omit<FieldProps, 'children'> {
  /** Wire name of the value: the server's complaint about `field` finds its way here. */
  name: string;
  value: string;
  onChange: (value: string) => void;
  onBlur?: (() => void) | undefined;
  disabled?: boolean | undefined;
  /** In characters (code points are counted by the validator; this is the browser's own brake). */
  maxLength?: number | undefined;
  placeholder?: string | undefined;
  /** Takes digits only, whatever is typed or pasted, and shows the number keypad on a phone. */
  digits?: boolean | undefined;
  /** Where a dialog puts the focus when it opens. */
  autoFocus?: boolean | undefined;
  inputRef?: Ref<HTMLInputElement> | undefined;
}

/** A complaint takes the place of a hint in words, which says what it says: limits, what is needed. Other hints stay. */
function hintBeside(error: string | undefined, hint: ReactNode): ReactNode {
  return error && typeof hint === 'string' ? undefined : hint;
}

/** Label above, control, hint or complaint below. Every control of the kit stands in one. */
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
  /** All its controls at once. */
  disabled?: boolean | undefined;
  /** The label is read out but not shown. */
  hideLabel?: boolean | undefined;
  className?: string | undefined;
  children: ReactNode;
}

/** The same for a group of controls that are one field: the label is its legend. */
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

/** The complaint about a field; always there, so that it is announced when it gets words. */
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
