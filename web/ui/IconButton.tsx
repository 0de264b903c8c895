import type { Ref } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export interface IconButtonProps {
  icon: IconName;
  /** Name of the button: read out, and shown on hover. */
  label: string;
  onClick?: (() => void) | undefined;
  disabled?: boolean | undefined;
  pressed?: boolean | undefined;
  expanded?: boolean | undefined;
  controls?: string | undefined;
  className?: string | undefined;
  buttonRef?: Ref<HTMLButtonElement> | undefined;
}

/** A button that is only an icon: 36 px wide, 44 px on a phone. */
export function IconButton(props: IconButtonProps) {
  return (
    <button
      ref={props.buttonRef ?? null}
      type="button"
      className={['icon-button', props.className ?? ''].filter(Boolean).join(' ')}
      aria-label={props.label}
      title={props.label}
      aria-pressed={props.pressed}
      aria-expanded={props.expanded}
      aria-controls={props.controls}
      disabled={props.disabled}
      onClick={props.onClick}
    >
      <Icon name={props.icon} />
    </button>
  );
}
