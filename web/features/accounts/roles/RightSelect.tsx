import { type Right, rightWords } from '@gen/accounts.ts';
import { t } from '../../../lib/i18n.ts';
import { Icon } from '../../../ui/Icon.tsx';

export interface RightSelectProps {
  /** Level and group of the permission; read out, not shown. */
  label: string;
  value: Right;
  changed: boolean;
  /** ID of its error message. */
  wrong: string | undefined;
  disabled: boolean;
  onChange: (right: Right) => void;
}

const signs = { none: 'close', read: 'eye', write: 'pencil' } as const;

/** One cell of the table: no permission, read, or write; a word with an icon, so that a column is readable at a glance. */
export function RightSelect({ label, value, changed, wrong, disabled, onChange }: RightSelectProps) {
  const mark = wrong ? ' right-wrong' : changed ? ' right-changed' : '';
  return (
    <span className={`right right-${value}${mark}`}>
      <Icon name={signs[value]} size={16} />
      <select
        aria-label={label}
        aria-invalid={wrong !== undefined || undefined}
        aria-describedby={wrong}
        value={value}
        disabled={disabled}
        onChange={(event) => {
          const wanted = rightWords.find((right) => right === event.currentTarget.value);
          if (wanted) onChange(wanted);
        }}
      >
        {rightWords.map((right) => (
          <option key={right} value={right}>
            {t(`roles.right.${right}`)}
          </option>
        ))}
      </select>
    </span>
  );
}
