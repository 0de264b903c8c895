import { type KeyboardEvent, useRef } from 'react';
import { t } from '../../lib/i18n.ts';
import { FieldGroup } from '../../ui/Field.tsx';
import { GROUP_DIGITS, GROUPS, groupsOf, keyDigits } from './snKey.ts';

export interface KeyFieldsProps {
  groups: readonly string[];
  error: string | undefined;
  onChange: (groups: readonly string[]) => void;
}

/** Five fields of four hex digits: typing continues in the next one, a pasted key fills them all. */
export function KeyFields({ groups, error, onChange }: KeyFieldsProps) {
  const inputs = useRef<(HTMLInputElement | null)[]>([]);
  const focus = (group: number) => inputs.current[Math.min(Math.max(group, 0), GROUPS - 1)]?.focus();
  const type = (group: number, text: string) => {
    const digits = keyDigits(text);
    /* Longer than one field: it was pasted, and fills the following ones. */
    const filled = groupsOf(digits);
    onChange(groups.map((old, index) => (index === group ? (filled[0] ?? '') : filled[index - group] || old)));
    if (digits.length >= GROUP_DIGITS) focus(group + Math.floor(digits.length / GROUP_DIGITS));
  };
  const back = (group: number) => (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Backspace' && event.currentTarget.value === '') focus(group - 1);
  };
  return (
    <FieldGroup label={t('snKey.key')} error={error}>
      <div className="sn-key" dir="ltr">
        {groups.map((group, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: always the same five.
          <div key={index} className="box">
            <input
              ref={(input) => {
                inputs.current[index] = input;
              }}
              className="box-input"
              name={`key${index + 1}`}
              aria-label={t('snKey.group', { number: index + 1 })}
              aria-invalid={error ? true : undefined}
              value={group}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck="false"
              onInput={(event) => {
                const input = event.currentTarget;
                type(index, input.value);
                input.value = keyDigits(input.value).slice(0, GROUP_DIGITS);
              }}
              onKeyDown={back(index)}
            />
          </div>
        ))}
      </div>
    </FieldGroup>
  );
}
