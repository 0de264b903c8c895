import type { ReactNode } from 'react';
import { Field } from './Field.tsx';
import { Icon } from './Icon.tsx';

export interface SelectOption<T extends string> {
  value: T;
  label: string;
  disabled?: boolean;
  /** Options of one group stand together, below its name. */
  group?: string | undefined;
}

export interface SelectProps<T extends string> {
  label: string;
  name: string;
  value: T;
  options: readonly SelectOption<T>[];
  onChange: (value: T) => void;
  hint?: ReactNode;
  error?: string | undefined;
  changed?: boolean | undefined;
  disabled?: boolean | undefined;
}

interface Group<T extends string> {
  group: string | undefined;
  members: SelectOption<T>[];
}

/** In the order of their first option. */
function groupsOf<T extends string>(options: readonly SelectOption<T>[]): Group<T>[] {
  const groups = new Map<string | undefined, SelectOption<T>[]>();
  for (const option of options) {
    const members = groups.get(option.group) ?? [];
    groups.set(option.group, members);
    members.push(option);
  }
  return [...groups].map(([group, members]) => ({ group, members }));
}

const Options = <T extends string>({ options }: { options: readonly SelectOption<T>[] }) => (
  <>
    {options.map(({ value, label, disabled }) => (
      <option key={value} value={value} disabled={disabled}>
        {label}
      </option>
    ))}
  </>
);

/** The browser's own select: every phone has a good one. */
export function Select<T extends string>(props: SelectProps<T>) {
  const { label, name, value, options, onChange, hint, error, changed, disabled } = props;
  return (
    <Field label={label} hint={hint} error={error} changed={changed}>
      {(control) => (
        <div className="box box-select" data-disabled={disabled ? '' : undefined}>
          <select
            {...control}
            className="box-input"
            name={name}
            value={value}
            disabled={disabled}
            onChange={(event) => {
              const wanted = event.currentTarget.value;
              const chosen = options.find((option) => option.value === wanted);
              if (chosen) onChange(chosen.value);
            }}
          >
            {groupsOf(options).map(({ group, members }) =>
              group === undefined ? (
                <Options key="" options={members} />
              ) : (
                <optgroup key={group} label={group}>
                  <Options options={members} />
                </optgroup>
              ),
            )}
          </select>
          <Icon name="chevronDown" className="box-chevron" size={16} />
        </div>
      )}
    </Field>
  );
}
