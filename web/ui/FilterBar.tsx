import { type ReactNode, useEffect, useRef, useState } from 'react';
import { t } from '../lib/i18n.ts';
import { digitsOf } from '../lib/typing.ts';
import { Icon } from './Icon.tsx';
import { IconButton } from './IconButton.tsx';

export interface FilterBarProps {
  children: ReactNode;
  /** Actions at the end of the line. */
  end?: ReactNode;
}

/** The toolbar of a list: search, filters, actions. */
export function FilterBar({ children, end }: FilterBarProps) {
  return (
    <search className="toolbar">
      {children}
      {end && <div className="toolbar-end">{end}</div>}
    </search>
  );
}

const TYPING_MS = 300;

export interface SearchBoxProps {
  label: string;
  value: string;
  maxLength: number;
  /** Accepts only digits, typed or pasted. */
  digits?: boolean;
  /** Called 300 ms after the last key, and at once on Enter and when the box is cleared. */
  onSearch: (text: string) => void;
}

export function SearchBox({ label, value, maxLength, digits = false, onSearch }: SearchBoxProps) {
  const [text, setText] = useState(value);
  const asked = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    /* The URL changed by itself (back, "clear all"): show its value. */
    if (value === asked.current) return;
    asked.current = value;
    clearTimeout(timer.current);
    setText(value);
  }, [value]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const search = (next: string) => {
    clearTimeout(timer.current);
    if (next === asked.current) return;
    asked.current = next;
    onSearch(next);
  };
  const type = (typed: string) => {
    /* Copied text may contain them. The terminal refuses them, and no search needs them. */
    const next = typed.replace(/\p{Bidi_Control}/gu, '');
    setText(next);
    clearTimeout(timer.current);
    if (next === '') search('');
    else timer.current = setTimeout(() => search(next), TYPING_MS);
  };
  return (
    <div className="box toolbar-search">
      <Icon name="search" className="box-icon" />
      <input
        ref={input}
        className="box-input"
        type="text"
        inputMode={digits ? 'numeric' : 'search'}
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        dir="auto"
        aria-label={label}
        placeholder={label}
        maxLength={maxLength}
        value={text}
        onInput={({ currentTarget: box }) => {
          if (digits) box.value = digitsOf(box.value);
          type(box.value);
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(text);
          if (event.key === 'Escape' && text !== '') {
            event.preventDefault();
            type('');
          }
        }}
      />
      {text !== '' && (
        <IconButton
          className="box-button"
          icon="close"
          label={t('ui.clearSearch')}
          onClick={() => {
            type('');
            input.current?.focus();
          }}
        />
      )}
    </div>
  );
}

export interface FilterChipProps<T extends string> {
  /** Name of the filter: "Group". */
  label: string;
  /** null while it is not set. */
  value: T | null;
  /** Pending choices come last, and together. */
  options: readonly { value: T; label: string; pending?: boolean | undefined }[];
  /** Text of the choice without a filter: "Any group". */
  anyLabel: string;
  onChange: (value: T | null) => void;
}

/** A filter as a chip. The chip is visible, the browser's own select lies over it: keyboard and phone work as usual. */
export function FilterChip<T extends string>({ label, value, options, anyLabel, onChange }: FilterChipProps<T>) {
  const chosen = options.find((option) => option.value === value);
  const pending = options.filter((option) => option.pending === true);
  return (
    <span className={chosen ? 'chip chip-on' : 'chip'}>
      <span className="chip-text" aria-hidden="true">
        <span className="chip-label">{chosen ? `${label}:` : label}</span>
        {chosen && <span className="chip-value">{chosen.label}</span>}
      </span>
      <Icon name="chevronDown" size={14} />
      <select
        aria-label={label}
        title={chosen && `${label}: ${chosen.label}`}
        value={chosen ? chosen.value : ''}
        onChange={(event) => onChange(options[event.currentTarget.selectedIndex - 1]?.value ?? null)}
      >
        <option value="">{anyLabel}</option>
        <Choices options={options.filter((option) => option.pending !== true)} />
        {pending.length > 0 && (
          <optgroup label={t('pending.text')}>
            <Choices options={pending} />
          </optgroup>
        )}
      </select>
    </span>
  );
}

function Choices({ options }: { options: readonly { value: string; label: string }[] }) {
  return (
    <>
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </>
  );
}
