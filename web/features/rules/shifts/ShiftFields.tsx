import { shiftLimits as limits, shiftKindWords } from '@gen/rules.ts';
import { minuteOf, minuteText } from '../../../lib/dayMinute.ts';
import type { RequestForm } from '../../../lib/form/useRequest.ts';
import { formatMinute, formatNumber, t, weekdayNames } from '../../../lib/i18n.ts';
import { unitWord } from '../../../lib/settings/words.ts';
import { isFlexible } from '../../../lib/shiftKind.ts';
import { orderedDays } from '../../../lib/weekText.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { CheckGroup } from '../../../ui/CheckGroup.tsx';
import { FieldGroup } from '../../../ui/Field.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { NumberField } from '../../../ui/NumberField.tsx';
import { Segmented } from '../../../ui/Segmented.tsx';
import { Select } from '../../../ui/Select.tsx';
import { Switch } from '../../../ui/Switch.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { TimeBox } from '../../../ui/TimeBox.tsx';
import { TimeField } from '../../../ui/TimeField.tsx';
import { CycleDays, isLongCycle } from './CycleDays.tsx';
import { ShiftDay } from './ShiftBars.tsx';
import {
  anotherBreak,
  anotherCore,
  BREAKS,
  type Break,
  daysOf,
  isWorked,
  plannedOf,
  type ShiftData,
  type ShiftValues,
  USUAL_DAYS,
} from './shiftTimes.ts';

/** What every card of the form takes. */
export interface ShiftFields {
  form: RequestForm<ShiftValues>;
  /** As it was before anything was typed. */
  start: ShiftData;
  mayWrite: boolean;
}

/** From when to when, with its breaks, and the day that comes of it. */
export function DutyCard({ form, start, mayWrite, shift }: ShiftFields & { shift: ShiftData }) {
  const flexible = isFlexible(shift);
  return (
    <Card title={t('shifts.duty')}>
      <Kind {...{ form, start, mayWrite, shift }} />
      <div className="pair">
        {(['onDuty', 'offDuty'] as const).map((name) => (
          <TimeField
            key={name}
            {...form.field(name)}
            label={t(flexible ? `shifts.span.${name}` : `shifts.field.${name}`)}
            value={minuteText(form.values[name])}
            disabled={!mayWrite}
            hint={name === 'offDuty' && shift.offDuty <= shift.onDuty ? t('week.runsOn') : undefined}
            onChange={(next) => form.set({ [name]: minuteOf(next) })}
          />
        ))}
      </div>
      {flexible && <CoreTime {...{ form, start, mayWrite }} />}
      <Breaks form={form} mayWrite={mayWrite} />
      {form.values.breaks.length > 0 && <BreakRules {...{ form, start, mayWrite }} />}
      <ShiftDay shift={shift} />
      <p className="field-hint">
        {!flexible && t('shifts.planned', hoursAndMinutes(plannedOf(shift)))}{' '}
        {t(flexible ? 'shifts.barHelpFlexible' : 'shifts.barHelp')}
      </p>
    </Card>
  );
}

const hoursAndMinutes = (minutes: number) => ({ hours: Math.trunc(minutes / 60), minutes: minutes % 60 });

/** Fixed or flexible hours, and the target of these. */
function Kind({ form, mayWrite, shift }: ShiftFields & { shift: ShiftData }) {
  const { kind } = form.values;
  return (
    <>
      <Select
        {...form.field('kind')}
        label={t('shifts.kind')}
        value={kind}
        options={shiftKindWords.map((value) => ({ value, label: t(`shifts.kind.${value}`) }))}
        disabled={!mayWrite}
        hint={isFlexible(shift) ? t('shifts.kindHint') : undefined}
        onChange={(next) => form.set({ kind: next })}
      />
      {kind !== 'fixed' && (
        <NumberField
          {...form.field('target')}
          label={t(`shifts.target.${kind}`)}
          unit={unitWord('min')}
          value={form.values.target}
          max={limits.target.max}
          disabled={!mayWrite}
          hint={t(`shifts.targetHint.${kind}`, hoursAndMinutes(shift.target))}
          onChange={(target) => form.set({ target })}
        />
      )}
    </>
  );
}

/** When everybody is there. */
function CoreTime({ form, mayWrite }: ShiftFields) {
  const { hasCore } = form.values;
  return (
    <>
      <Switch
        {...form.field('hasCore')}
        label={t('shifts.core')}
        checked={hasCore}
        disabled={!mayWrite}
        hint={t('shifts.coreHint')}
        onChange={(next) => form.set({ hasCore: next, ...(next ? anotherCore(form.values) : {}) })}
      />
      {hasCore && (
        <div className="pair">
          {(['coreStart', 'coreEnd'] as const).map((name) => (
            <TimeField
              key={name}
              {...form.field(name)}
              label={t(`shifts.field.${name}`)}
              value={minuteText(form.values[name])}
              disabled={!mayWrite}
              onChange={(next) => form.set({ [name]: minuteOf(next) })}
            />
          ))}
        </div>
      )}
    </>
  );
}

function Breaks({ form, mayWrite }: Omit<ShiftFields, 'start'>) {
  const { breaks } = form.values;
  const { error } = form.field('breaks');
  const put = (at: number, change: Partial<Break>) =>
    form.set({ breaks: breaks.map((one, index) => (index === at ? { ...one, ...change } : one)) });
  return (
    <FieldGroup label={t('shifts.breaks')} hint={t('shifts.breaksHint')} error={error} disabled={!mayWrite}>
      <div className="weekfields-intervals">
        {breaks.map(({ start, end }, at) => {
          const name = t('shifts.break', { number: at + 1 });
          const hours = t('week.span', { from: formatMinute(start), to: formatMinute(end) });
          const box = { className: 'weekfields-time', 'aria-invalid': error ? (true as const) : undefined };
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: what is being typed into stays where it is
            <div key={at} className="weekfields-interval">
              <TimeBox
                {...box}
                aria-label={t('week.startOf', { name })}
                value={minuteText(start)}
                onChange={(next) => put(at, { start: minuteOf(next) })}
              />
              <span aria-hidden="true">–</span>
              <TimeBox
                {...box}
                aria-label={t('week.endOf', { name })}
                value={minuteText(end)}
                onChange={(next) => put(at, { end: minuteOf(next) })}
              />
              {mayWrite && (
                <IconButton
                  icon="trash"
                  label={t('week.remove', { name, hours })}
                  onClick={() => form.set({ breaks: breaks.filter((_, index) => index !== at) })}
                />
              )}
            </div>
          );
        })}
        {mayWrite && breaks.length < BREAKS && (
          <Button icon="plus" onClick={() => form.set({ breaks: [...breaks, anotherBreak(form.values)] })}>
            {t('shifts.addBreak')}
          </Button>
        )}
      </div>
    </FieldGroup>
  );
}

/** How the breaks are taken off the hours. */
function BreakRules(fields: ShiftFields) {
  const { form, mayWrite } = fields;
  const { breakRule, breaksOnRest } = form.values;
  return (
    <>
      <Select
        {...form.field('breakRule')}
        label={t('shifts.breakRule')}
        value={breakRule}
        options={(['atLeast', 'asPunched', 'fixed'] as const).map((value) => ({
          value,
          label: t(`shifts.breakRule.${value}`),
        }))}
        disabled={!mayWrite}
        hint={t('shifts.breakRuleHint')}
        onChange={(next) => form.set({ breakRule: next })}
      />
      {breakRule !== 'fixed' && <Minutes {...fields} names={['breakFlex', 'breakAfter']} />}
      <Switch
        {...form.field('breaksOnRest')}
        label={t('shifts.breaksOnRest')}
        checked={breaksOnRest}
        disabled={!mayWrite}
        onChange={(next) => form.set({ breaksOnRest: next })}
      />
    </>
  );
}

/** On which days: by the week or in a cycle, and on holidays. */
export function DaysCard({ form, start, mayWrite }: ShiftFields) {
  const { values } = form;
  const isWeek = values.pattern === 'week';
  const pattern = { ...values, cycleDays: values.cycleDays ?? 0 };
  const long = weekdayNames('long');
  const days = isWeek ? orderedDays() : Array.from({ length: daysOf(pattern) }, (_, day) => day);
  return (
    <Card title={t('shifts.days')}>
      <Segmented
        {...form.field('pattern')}
        label={t('shifts.pattern')}
        value={values.pattern}
        options={(['week', 'cycle'] as const).map((value) => ({ value, label: t(`shifts.pattern.${value}`) }))}
        disabled={!mayWrite}
        onChange={(next) =>
          form.set({
            pattern: next,
            ...(next === start.pattern
              ? { days: start.days, moreDays: start.moreDays }
              : { days: USUAL_DAYS[next], moreDays: '' }),
            cycleDays: start.cycleDays,
          })
        }
      />
      {!isWeek && (
        <div className="pair">
          <NumberField
            {...form.field('cycleDays')}
            label={t('shifts.field.cycleDays')}
            value={values.cycleDays}
            max={limits.cycleDays.max}
            disabled={!mayWrite}
            onChange={(cycleDays) => form.set({ cycleDays })}
          />
          <TextField
            {...form.field('cycleFirst')}
            label={t('shifts.field.cycleFirst')}
            type="date"
            required
            value={values.cycleFirst}
            disabled={!mayWrite}
            hint={t('shifts.cycleFirstHint')}
            onChange={(cycleFirst) => form.set({ cycleFirst })}
          />
        </div>
      )}
      {isLongCycle(pattern) ? (
        <CycleDays {...form.field('days')} shift={pattern} disabled={!mayWrite} onChange={form.set} />
      ) : (
        <div className="shift-days">
          <CheckGroup
            {...form.field('days')}
            label={t('shifts.worked')}
            options={days.map((day) => ({
              value: String(day),
              label: isWeek ? (long[day] ?? '') : t('shifts.day', { number: formatNumber(day + 1) }),
            }))}
            chosen={days.filter((day) => isWorked(pattern, day)).map(String)}
            disabled={!mayWrite}
            onChange={(chosen) => form.set({ days: chosen.reduce((bits, day) => bits | (1 << Number(day)), 0) })}
          />
        </div>
      )}
      <Switch
        {...form.field('onHolidays')}
        label={t('shifts.onHolidays')}
        checked={values.onHolidays}
        disabled={!mayWrite}
        hint={t('shifts.onHolidaysHint')}
        onChange={(onHolidays) => form.set({ onHolidays })}
      />
    </Card>
  );
}

type MinutesName =
  | `${'in' | 'out' | 'overtime'}${'Before' | 'After'}`
  | `${'late' | 'early'}Grace`
  | `missing${'In' | 'Out'}`
  | `break${'Flex' | 'After'}`
  | 'overtimeStep';

/** Numbers of minutes, two on a line. */
export function Minutes({ form, mayWrite, names }: ShiftFields & { names: readonly MinutesName[] }) {
  return (
    <div className="pair">
      {names.map((name) => (
        <NumberField
          key={name}
          {...form.field(name)}
          label={t(`shifts.field.${name}`)}
          unit={unitWord('min')}
          value={form.values[name]}
          max={limits[name].max}
          disabled={!mayWrite}
          onChange={(next) => form.set({ [name]: next })}
        />
      ))}
    </div>
  );
}
