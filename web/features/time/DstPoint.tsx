import { type DSTParamValues, dstWeekWords } from '@gen/time.ts';
import { formatMinute, monthNames, t, weekdayNames } from '../../lib/i18n.ts';
import type { SettingsFields } from '../../lib/settings/useSettingsForm.ts';
import { enumWord, measureText } from '../../lib/settings/words.ts';
import { Card } from '../../ui/Card.tsx';
import { Select } from '../../ui/Select.tsx';

type Edge = 'start' | 'end';
type Part = 'Month' | 'Day' | 'Week' | 'Weekday' | 'Hour';

interface PointProps {
  form: SettingsFields<DSTParamValues>;
  edge: Edge;
}

const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** A number of the rule as its field shows it. */
export function partText(name: keyof DSTParamValues, value: number): string {
  if (name === 'change') return measureText(`+${Math.trunc(value / 60)}:${twoDigits(value % 60)}`, 'h');
  if (name.endsWith('Month')) return monthNames('long')[value - 1] ?? String(value);
  if (name.endsWith('Weekday')) return weekdayNames('long')[value] ?? String(value);
  return name.endsWith('Hour') ? formatMinute(value * 60) : String(value);
}

const hours = Array.from({ length: 24 }, (_, hour) => hour);
const days = Array.from({ length: 31 }, (_, day) => day + 1);

/** When daylight saving begins or ends. */
export function DstPoint({ form, edge }: PointProps) {
  const choose = (part: Part, options: readonly { value: string; label: string }[], numeric = true) => {
    const name = `${edge}${part}` as keyof DSTParamValues & string;
    return (
      <Select
        {...form.field(name)}
        label={t(`dst.${part}`)}
        hint={part === 'Day' ? t('dst.shortMonth') : undefined}
        value={String(form.values[name])}
        options={options}
        onChange={(value) => form.set({ [name]: numeric ? Number(value) : value })}
      />
    );
  };
  const months = monthNames('long').map((label, index) => ({ value: String(index + 1), label }));
  return (
    <Card title={t(`dst.${edge}`)} help={t(`dst.${edge}Help`)}>
      <div className="point">
        {choose('Month', months)}
        {form.values.mode === 'week' ? (
          <>
            {choose(
              'Week',
              dstWeekWords.map((week) => ({ value: week, label: enumWord('DstWeek', week) })),
              false,
            )}
            {choose(
              'Weekday',
              weekdayNames('long').map((label, day) => ({ value: String(day), label })),
            )}
          </>
        ) : (
          choose(
            'Day',
            days.map((day) => ({ value: String(day), label: String(day) })),
          )
        )}
        {choose(
          'Hour',
          hours.map((hour) => ({ value: String(hour), label: formatMinute(hour * 60) })),
        )}
      </div>
    </Card>
  );
}
