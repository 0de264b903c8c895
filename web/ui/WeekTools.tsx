import { t, weekdayNames } from '../lib/i18n.ts';
import { Button } from './Button.tsx';
import { Icon } from './Icon.tsx';
import { Menu } from './Menu.tsx';

export interface WeekToolsProps {
  /** Undoes the last change; undefined: there is none. */
  undo: (() => void) | undefined;
  /** The weekday to copy or clear. */
  day: number;
  /** Weekdays in the order of the language. */
  days: readonly number[];
  onCopy: (to: readonly number[]) => void;
  /** undefined: the day is empty, so there is nothing to copy: the other days would only lose their intervals. */
  onClear: (() => void) | undefined;
}

const workDays = [1, 2, 3, 4, 5];

/** Actions on a day of a week, with undo: below every editable week. */
export function WeekTools({ undo, day, days, onCopy, onClear }: WeekToolsProps) {
  const long = weekdayNames('long');
  const name = long[day] ?? '';
  return (
    <div className="weekgrid-tools">
      <Button size="small" icon="undo" disabled={undo === undefined} onClick={undo}>
        {t('week.undo')}
      </Button>
      <Menu
        className="button button-plain button-small"
        label={t('week.copyDay', { day: name })}
        disabled={onClear === undefined}
        trigger={
          <>
            <Icon name="copy" />
            <span>{t('week.copyDay', { day: name })}</span>
          </>
        }
        groups={[
          [
            { label: t('week.copyAll'), onSelect: () => onCopy(days) },
            { label: t('week.copyWork'), onSelect: () => onCopy(workDays) },
          ],
          days.filter((one) => one !== day).map((one) => ({ label: long[one] ?? '', onSelect: () => onCopy([one]) })),
        ]}
      />
      <Button size="small" tone="quiet" disabled={onClear === undefined} onClick={onClear}>
        {t('week.clearDay', { day: name })}
      </Button>
    </div>
  );
}
