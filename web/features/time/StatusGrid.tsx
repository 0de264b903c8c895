import { type PunchStatus, punchStatusWords } from '@gen/time.ts';
import { t, weekdayNames } from '../../lib/i18n.ts';
import type { SettingsFields } from '../../lib/settings/useSettingsForm.ts';
import { FieldError } from '../../ui/Field.tsx';
import { minuteOf, minuteText, type Starts, withStart } from './schedule.ts';
import type { StatusLabels } from './useStatusLabels.ts';

export interface StatusGridProps {
  form: SettingsFields<Starts>;
  labels: StatusLabels;
  days: readonly number[];
  /** On a phone one day is seen at a time; copying goes out from it everywhere. */
  day: number;
  onDay: (day: number) => void;
}

/** Eight statuses by seven days: when each starts. */
export function StatusGrid({ form, labels, days, day, onDay }: StatusGridProps) {
  const short = weekdayNames('short');
  return (
    <div className="status-grid-scroll">
      <table className="status-grid">
        <thead>
          <tr>
            <th scope="col">{t('statusChange.status')}</th>
            {days.map((one) => (
              <th key={one} scope="col" className={one === day ? 'is-day' : undefined}>
                {short[one]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {punchStatusWords.map((status) => (
            <tr key={status}>
              <th scope="row">
                <span className={`status-key plan-${punchStatusWords.indexOf(status)}`} aria-hidden="true" />
                <span>{labels[status]}</span>
                <FieldError id={`${status}-error`} error={form.field(status).error} />
              </th>
              {days.map((one) => (
                <td key={one} className={one === day ? 'is-day' : undefined}>
                  <StartCell form={form} status={status} day={one} label={labels[status]} onFocus={() => onDay(one)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface StartCellProps {
  form: SettingsFields<Starts>;
  status: PunchStatus;
  day: number;
  label: string;
  onFocus: () => void;
}

function StartCell({ form, status, day, label, onFocus }: StartCellProps) {
  const minute = form.values[status][day] ?? 0;
  const { disabled } = form.field(status);
  return (
    <input
      type="time"
      className={`time-cell${minute === form.base[status][day] ? '' : ' is-changed'}`}
      aria-label={t('statusChange.cell', { status: label, day: weekdayNames('long')[day] ?? '' })}
      value={minuteText(minute)}
      disabled={disabled}
      onFocus={onFocus}
      onInput={(event) => form.set(withStart(form.values, status, day, minuteOf(event.currentTarget.value)))}
    />
  );
}
