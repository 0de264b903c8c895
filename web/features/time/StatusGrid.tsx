import { type PunchStatus, punchStatusWords } from '@gen/time.ts';
import { type KeyboardEvent, useState } from 'react';
import { minuteOf, minuteText } from '../../lib/dayMinute.ts';
import { t, weekdayNames } from '../../lib/i18n.ts';
import type { SettingsFields } from '../../lib/settings/useSettingsForm.ts';
import { FieldError } from '../../ui/Field.tsx';
import { TimeBox } from '../../ui/TimeBox.tsx';
import { type Starts, withStart } from './schedule.ts';
import { type GridKeys, useGridKeys } from './useGridKeys.ts';
import type { StatusLabels } from './useStatusLabels.ts';

export interface StatusGridProps {
  form: SettingsFields<Starts>;
  labels: StatusLabels;
  /** With another start; so that it can be taken back. */
  onChange: (next: Starts) => void;
  days: readonly number[];
  /** On a phone one day is seen at a time; copying goes out from it everywhere. */
  day: number;
  onDay: (day: number) => void;
}

/** Eight statuses by seven days: when each starts. */
export function StatusGrid({ form, labels, onChange, days, day, onDay }: StatusGridProps) {
  const short = weekdayNames('short');
  const keys = useGridKeys({ rows: punchStatusWords.length, days, day, onDay });
  return (
    <div className="status-grid-scroll">
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table is the element that a grid is made of */}
      <table className="status-grid" role="grid" aria-label={t('statusChange.starts')}>
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
                  <StartCell
                    form={form}
                    status={status}
                    day={one}
                    label={labels[status]}
                    keys={keys}
                    onChange={onChange}
                  />
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
  keys: GridKeys;
  onChange: (next: Starts) => void;
}

/**
 * A cell of the grid. Reached by the keyboard, the arrow keys go on to others and what is typed replaces the time; Enter
 * or F2, or a press on it, goes into it: there they change its parts, and Escape or Enter comes out again.
 */
function StartCell({ form, status, day, label, keys, onChange }: StartCellProps) {
  const [inside, setInside] = useState(false);
  const minute = form.values[status][day] ?? 0;
  const { disabled } = form.field(status);
  const place = { row: punchStatusWords.indexOf(status), day };
  const set = (text: string) => onChange({ ...form.values, ...withStart(form.values, status, day, minuteOf(text)) });
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    const box = event.currentTarget;
    if (event.key === 'Enter' || event.key === 'F2') {
      event.preventDefault();
      const comesOut = inside || 'draft' in box.dataset;
      /* What was typed counts as if the cell were left. */
      if (comesOut) box.blur();
      box.focus();
      setInside(!comesOut);
      if (comesOut) box.select();
      else box.setSelectionRange(0, 0);
      return;
    }
    if (event.key === 'Escape') {
      setInside(false);
      box.select();
    }
    if (inside) return;
    if (event.key === 'Delete' || event.key === 'Backspace') {
      event.preventDefault();
      set('');
    } else if (keys.move(event, place)) {
      event.preventDefault();
    }
  };
  return (
    <TimeBox
      className={`time-cell${minute === form.base[status][day] ? '' : ' is-changed'}`}
      aria-label={t('statusChange.cell', { status: label, day: weekdayNames('long')[day] ?? '' })}
      value={minuteText(minute)}
      disabled={disabled}
      arrows={inside}
      tabIndex={keys.isStop(place) ? 0 : -1}
      inputRef={keys.refOf(place)}
      onFocus={() => keys.onFocus(place)}
      onBlur={() => setInside(false)}
      onPointerDown={() => setInside(true)}
      onKeyDown={onKeyDown}
      onChange={set}
    />
  );
}
