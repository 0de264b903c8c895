import { useState } from 'react';
import { formatNumber, t } from '../../../lib/i18n.ts';
import { Button } from '../../../ui/Button.tsx';
import { CheckGroup } from '../../../ui/CheckGroup.tsx';
import { FieldGroup } from '../../../ui/Field.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { type DaysOfShift, daysOf, filled, packed, repeated, workedDays } from './shiftTimes.ts';
import { daysText } from './shiftWords.ts';

/** Days whose boxes are all shown; of a longer cycle four weeks at a time. */
const SHORT = 31;
const PAGE = 28;

/** Whether the days of a cycle are too many to show a box for each. */
export const isLongCycle = (shift: DaysOfShift): boolean => daysOf(shift) > SHORT;

export interface CycleDaysProps {
  name: string;
  shift: DaysOfShift;
  disabled: boolean;
  onChange: (days: Pick<DaysOfShift, 'days' | 'moreDays'>) => void;
}

/** The days of a long cycle: filled by ranges, repeated from the first days, and single ones by their boxes. */
export function CycleDays({ name, shift, disabled, onChange }: CycleDaysProps) {
  const worked = workedDays(shift);
  const set = (next: readonly boolean[]) => onChange(packed(next));
  return (
    <>
      <FieldGroup label={t('shifts.worked')} hint={daysText(shift)} disabled={disabled}>
        <div className="cycle-tools">
          {!disabled && <Fill worked={worked} onChange={set} />}
          {!disabled && <Repeat worked={worked} onChange={set} />}
        </div>
      </FieldGroup>
      <Boxes name={name} worked={worked} disabled={disabled} onChange={set} />
    </>
  );
}

interface ToolProps {
  worked: readonly boolean[];
  onChange: (worked: readonly boolean[]) => void;
}

const isDay = (day: number | null, all: number): day is number => day !== null && day >= 1 && day <= all;

/** A range of days at once. */
function Fill({ worked, onChange }: ToolProps) {
  const [first, setFirst] = useState<number | null>(1);
  const [last, setLast] = useState<number | null>(7);
  const all = worked.length;
  const fits = isDay(first, all) && isDay(last, all) && first <= last;
  const fill = (on: boolean) => fits && onChange(filled(worked, first, last, on));
  return (
    <div className="cycle-tool">
      <NumberField name="fillFirst" label={t('shifts.fillFirst')} value={first} max={all} onChange={setFirst} />
      <NumberField name="fillLast" label={t('shifts.fillLast')} value={last} max={all} onChange={setLast} />
      <Button disabled={!fits} onClick={() => fill(true)}>
        {t('shifts.fillOn')}
      </Button>
      <Button disabled={!fits} onClick={() => fill(false)}>
        {t('shifts.fillOff')}
      </Button>
    </div>
  );
}

/** The first days again up to the end. */
function Repeat({ worked, onChange }: ToolProps) {
  const [count, setCount] = useState<number | null>(7);
  const fits = isDay(count, worked.length);
  return (
    <div className="cycle-tool">
      <NumberField
        name="repeatDays"
        label={t('shifts.repeatDays')}
        value={count}
        max={worked.length}
        onChange={setCount}
      />
      <Button icon="copy" disabled={!fits} onClick={() => fits && onChange(repeated(worked, count))}>
        {t('shifts.repeat', { last: formatNumber(worked.length) })}
      </Button>
    </div>
  );
}

/** Single days, four weeks at a time. */
function Boxes({ name, worked, disabled, onChange }: ToolProps & { name: string; disabled: boolean }) {
  const [start, setStart] = useState(0);
  const from = start < worked.length ? start : 0;
  const days = worked.slice(from, from + PAGE).map((_, place) => from + place);
  const label = t('shifts.daysOfCycle', {
    first: formatNumber(from + 1),
    last: formatNumber(from + days.length),
    all: formatNumber(worked.length),
  });
  return (
    <div className="shift-days">
      <CheckGroup
        name={name}
        label={label}
        options={days.map((day) => ({
          value: String(day),
          label: t('shifts.day', { number: formatNumber(day + 1) }),
        }))}
        chosen={days.filter((day) => worked[day]).map(String)}
        disabled={disabled}
        onChange={(chosen) =>
          onChange(worked.map((now, day) => (days.includes(day) ? chosen.includes(String(day)) : now)))
        }
      />
      <div className="cycle-steps">
        <Button disabled={from === 0} onClick={() => setStart(Math.max(from - PAGE, 0))}>
          {t('ui.previous')}
        </Button>
        <Button disabled={from + PAGE >= worked.length} onClick={() => setStart(from + PAGE)}>
          {t('ui.next')}
        </Button>
      </div>
    </div>
  );
}
