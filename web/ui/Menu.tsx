import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { Icon } from './Icon.tsx';
import type { IconName } from './icons.ts';

export interface MenuItem {
  label: string;
  icon?: IconName;
  onSelect: () => void;
  danger?: boolean;
  disabled?: boolean;
  /** For a selection among items: whether it is the current one. */
  checked?: boolean;
}

export interface MenuProps {
  /** Name of the button, read out and shown on hover. */
  label: string;
  /** Content of the button. */
  trigger: ReactNode;
  /** Groups of items, separated by lines. */
  groups: readonly (readonly MenuItem[])[];
  /** Content above the items, such as the name of the account. */
  header?: ReactNode;
  className?: string | undefined;
  disabled?: boolean | undefined;
}

/** A button and its menu: arrow keys, Home, End, first letters; Escape and a press elsewhere close it. */
export function Menu({ label, trigger, groups, header, className = 'icon-button', disabled }: MenuProps) {
  const [open, setOpen] = useState(false);
  const id = useId();
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (!open) return undefined;
    items(root.current)[0]?.focus();
    const outside = (event: Event) => {
      if (event.target instanceof Node && !root.current?.contains(event.target)) setOpen(false);
    };
    document.addEventListener('pointerdown', outside);
    document.addEventListener('focusin', outside);
    return () => {
      document.removeEventListener('pointerdown', outside);
      document.removeEventListener('focusin', outside);
    };
  }, [open]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <div className="menu" ref={root}>
      <button
        ref={button}
        type="button"
        className={className}
        aria-label={label}
        title={label}
        disabled={disabled}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {trigger}
      </button>
      {open && (
        <div className="menu-list">
          {header && <div className="menu-header">{header}</div>}
          <div role="menu" id={id} aria-label={label} onKeyDown={(event) => moveFocus(event, root.current, close)}>
            {groups.map((group) => (
              <div key={group[0]?.label} className="menu-group">
                {group.map((item) => (
                  <button
                    key={item.label}
                    type="button"
                    {...roleOf(item)}
                    tabIndex={-1}
                    disabled={item.disabled}
                    className={item.danger ? 'menu-item menu-danger' : 'menu-item'}
                    onClick={() => {
                      close();
                      item.onSelect();
                    }}
                  >
                    {item.icon && <Icon name={item.icon} />}
                    <span className="menu-label">{item.label}</span>
                    {item.checked && <Icon name="check" size={16} />}
                  </button>
                ))}
              </div>
            ))}
          </div>
        </div>
      )}
    </div>
  );
}

function roleOf({ checked }: MenuItem) {
  return checked === undefined ? { role: 'menuitem' } : { role: 'menuitemradio', 'aria-checked': checked };
}

function items(root: HTMLElement | null): HTMLElement[] {
  return [...(root?.querySelectorAll<HTMLElement>('[role^="menuitem"]:not(:disabled)') ?? [])];
}

function moveFocus(
  event: { key: string; preventDefault: () => void; stopPropagation: () => void },
  root: HTMLElement | null,
  close: () => void,
): void {
  const all = items(root);
  const now = all.indexOf(document.activeElement as HTMLElement);
  const to = target(event.key, now, all);
  if (event.key === 'Escape') {
    event.stopPropagation();
    close();
  } else if (event.key === 'Tab') close();
  else if (to !== undefined) {
    event.preventDefault();
    to.focus();
  }
}

function target(key: string, now: number, all: readonly HTMLElement[]): HTMLElement | undefined {
  if (key === 'ArrowDown') return all[(now + 1) % all.length];
  if (key === 'ArrowUp') return all[(now - 1 + all.length) % all.length];
  if (key === 'Home') return all[0];
  if (key === 'End') return all[all.length - 1];
  if (key.length !== 1) return undefined;
  const rotated = [...all.slice(now + 1), ...all.slice(0, now + 1)];
  return rotated.find((item) => item.textContent?.trim().toLowerCase().startsWith(key.toLowerCase()));
}
