import type { ReactNode, Ref } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export type ButtonTone = 'primary' | 'plain' | 'quiet' | 'danger';

export interface ButtonProps {
  children: ReactNode;
  /** Read out instead of the text if that is ambiguous; begins with the text. */
  label?: string | undefined;
  /** primary: the main action; plain: an outlined button; quiet: text only; danger: loses something. */
  tone?: ButtonTone;
  icon?: IconName | undefined;
  type?: 'button' | 'submit';
  size?: 'normal' | 'small';
  /** Shows that the action runs and disables the button, which keeps its width and focus. */
  busy?: boolean | undefined;
  disabled?: boolean | undefined;
  /** Fills its line. */
  wide?: boolean | undefined;
  onClick?: (() => void) | undefined;
  buttonRef?: Ref<HTMLButtonElement> | undefined;
  form?: string | undefined;
}

export function Button(props: ButtonProps) {
  const { children, tone = 'plain', icon, type = 'button', size = 'normal', busy = false, disabled = false } = props;
  const classes = ['button', `button-${tone}`, size === 'small' ? 'button-small' : '', props.wide ? 'button-wide' : ''];
  return (
    <button
      ref={props.buttonRef ?? null}
      type={type}
      form={props.form}
      className={classes.filter(Boolean).join(' ')}
      aria-label={props.label}
      disabled={disabled}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy) {
          event.preventDefault();
          return;
        }
        props.onClick?.();
      }}
    >
      {busy ? <span className="button-spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
      <span>{children}</span>
    </button>
  );
}
